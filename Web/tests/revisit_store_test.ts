import type { Link } from "../src/api/generated.ts";
import { markerAddress } from "../src/revisit/align.ts";
import { RevisitStore } from "../src/revisit/revisit-store.ts";
import { deepStrictEqual, strictEqual } from "./assert.ts";

const marker = { point: [1, 1.5, -0.3] as [number, number, number], normal: [0, 0, 1] as [number, number, number] };

Deno.test("the printed address is that of a link, which everyone can open, until it is revoked", async () => {
  const links = [{ id: "l", url: "/s/token", expires: null, revoked: null }] as Link[];
  let made = 0;
  const store = new RevisitStore("space", { points: [], marker }, {
    makeLink: () => Promise.resolve({ ...links[0]!, number: made++ } as Link),
    links: () => Promise.resolve({ links, origin: null }),
  });
  strictEqual(store.link.value, null);
  await store.makeLink();
  deepStrictEqual(store.link.value, { id: "l", path: "/s/token" });
  strictEqual(made, 1);
  strictEqual(markerAddress("https://a", store.link.value!.path, marker), "https://a/s/token?marker=1_1.5_-0.3_0_1");
  await store.checkLink();
  strictEqual(store.link.value?.id, "l");
  links[0] = { ...links[0]!, revoked: "2026-01-01T00:00:00Z" } as Link;
  await store.checkLink();
  strictEqual(store.link.value, null);
});

Deno.test("a link stays known while the server is away, and a refused one says why", async () => {
  const store = new RevisitStore("space", { points: [], marker, link: { id: "l", path: "/s/token" } }, {
    makeLink: () => Promise.reject(new Error("no room")),
    links: () => Promise.reject(new Error("away")),
  });
  await store.checkLink();
  strictEqual(store.link.value?.path, "/s/token");
  await store.makeLink();
  strictEqual(store.problem.value.includes("The link wasn't made"), true);
  strictEqual(store.link.value?.path, "/s/token");
});
