import type { Link, SpaceAlignment } from "../src/api/generated.ts";
import { markerAddress } from "../src/revisit/align.ts";
import { type RevisitPoint, RevisitStore } from "../src/revisit/revisit-store.ts";
import { deepStrictEqual, strictEqual } from "./assert.ts";

const nothingShared = {
  alignment: (): Promise<SpaceAlignment> => Promise.resolve({ points: [] }),
  setAlignment: (_: string, alignment: SpaceAlignment): Promise<SpaceAlignment> => Promise.resolve(alignment),
};
const marker = { point: [1, 1.5, -0.3] as [number, number, number], normal: [0, 0, 1] as [number, number, number] };

Deno.test("the printed address is that of a link, which everyone can open, until it is revoked", async () => {
  const links = [{ id: "l", url: "/s/token", expires: null, revoked: null }] as Link[];
  let made = 0;
  const store = new RevisitStore("space", { points: [], marker }, {
    makeLink: () => Promise.resolve({ ...links[0]!, number: made++ } as Link),
    links: () => Promise.resolve({ links, origin: null }),
    ...nothingShared,
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
    ...nothingShared,
  });
  await store.checkLink();
  strictEqual(store.link.value?.path, "/s/token");
  await store.makeLink();
  strictEqual(store.problem.value.includes("The link wasn't made"), true);
  strictEqual(store.link.value?.path, "/s/token");
});

const links = { links: () => Promise.reject(new Error("none")), makeLink: () => Promise.reject(new Error("none")) };
const viewpoint = { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 3, 1], fieldOfView: 0.9, aspect: 1.5 };

function placed(x: number): RevisitPoint {
  const anchor = { point: [x, 0, 0] as [number, number, number], normal: [0, 1, 0] as [number, number, number] };
  return { placement: { anchor: { ...anchor, object: null, offset: [0, 0, 0], height: 0 }, viewpoint }, picture: null };
}

Deno.test("two points of the owner are stored with the space, and another device has them", async () => {
  let stored: SpaceAlignment = { points: [] };
  const source = {
    ...links,
    alignment: () => Promise.resolve(stored),
    setAlignment: (_: string, alignment: SpaceAlignment) => Promise.resolve(stored = alignment),
  };
  const first = new RevisitStore("space", { points: [], marker: null }, source, true);
  await first.setPoint(0, placed(0));
  strictEqual(stored.points.length, 0);
  await first.setPoint(1, placed(0.2));
  // Too close together.
  strictEqual(stored.points.length, 0);
  await first.setPoint(1, placed(2));
  deepStrictEqual(stored.points.map(({ point }) => point), [[0, 0, 0], [2, 0, 0]]);
  strictEqual(first.isShared.value, true);

  const other = new RevisitStore("space", { points: [placed(9)], marker: null }, source, false);
  await other.adoptShared();
  deepStrictEqual(other.points.value.map(({ placement }) => placement.anchor.point), [[0, 0, 0], [2, 0, 0]]);
  strictEqual(other.points.value[0]!.picture, null);
  await other.setPoint(0, placed(5));
  deepStrictEqual(stored.points[0]!.point, [0, 0, 0]);
});

Deno.test("points that couldn't be stored with the space are sent later, and never replaced by older ones", async () => {
  let sent = 0;
  const away = { ...links, ...nothingShared, setAlignment: () => Promise.reject(new Error("away")) };
  const store = new RevisitStore("space", { points: [placed(0)], marker: null }, away, true);
  await store.setPoint(1, placed(2));
  strictEqual(store.isShared.value, false);
  strictEqual(store.problem.value.includes("on this device only"), true);
  const back = {
    ...links,
    alignment: () => Promise.resolve({ points: [] }),
    setAlignment: (_: string, alignment: SpaceAlignment) => (sent++, Promise.resolve(alignment)),
  };
  const later = new RevisitStore(
    "space",
    { points: [...store.points.value], marker: null, isUnsent: true },
    back,
    true,
  );
  await later.adoptShared();
  strictEqual(sent, 1);
  strictEqual(later.isShared.value, true);
});
