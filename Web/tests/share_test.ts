import type { Link } from "../src/api/generated.ts";
import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import {
  addresses,
  embedCode,
  expiryAfter,
  isLocalHost,
  linkFacts,
  linkState,
  sharedOrigin,
} from "../src/share/link-text.ts";
import { boundingBox, boxBetween, partProblem, planRectangle } from "../src/share/part.ts";
import { carryTicket, ticketHeaders, withTicket } from "../src/api/visit-ticket.ts";

const now = new Date("2026-03-01T12:00:00Z");
const link: Link = {
  id: "a",
  space: "s",
  exhibit: null,
  name: "For Grandma",
  url: null,
  hasPassword: true,
  created: "2026-02-01T00:00:00Z",
  expires: null,
  part: { min: [0, 0, 0], max: [2, 2.5, 3] },
  showsMemories: false,
  views: 0,
  lastViewed: null,
  revoked: null,
  job: null,
};

Deno.test("the state and the facts of a link", () => {
  strictEqual(linkState(link, now), "valid");
  strictEqual(linkState({ ...link, expires: "2026-02-28T00:00:00Z" }, now), "expired");
  strictEqual(linkState({ ...link, revoked: "2026-02-28T00:00:00Z" }, now), "revoked");
  strictEqual(
    linkFacts(link, now),
    "Valid · password · a part of 2.0 × 3.0 × 2.5 m · without memories · not opened yet",
  );
  const seen = {
    ...link,
    hasPassword: false,
    part: null,
    showsMemories: true,
    views: 4,
    lastViewed: "2026-03-01T11:58:00Z",
  };
  strictEqual(linkFacts(seen, now), "Valid · opened 4 times, 2 minutes ago");
});

Deno.test("the period of validity starts now", () => {
  strictEqual(expiryAfter(null, now), null);
  strictEqual(expiryAfter(7, now), "2026-03-08T12:00:00.000Z");
});

Deno.test("names are escaped in the embedding code", () => {
  const { page, embed } = addresses("https://d.example", "/s/abc_-123");
  strictEqual(page, "https://d.example/s/abc_-123");
  const code = embedCode(embed, '"><script>alert(1)</script>');
  ok(code.startsWith('<iframe src="https://d.example/embed/abc_-123" title="&quot;&gt;&lt;script&gt;'), code);
  ok(!code.includes("<script"), code);
});

Deno.test("hosts that only this computer can reach are detected", () => {
  strictEqual(
    ["localhost", "127.0.0.1", "[::1]", "192.168.1.4", "d.example"].map(isLocalHost).join(),
    "true,true,true,false,false",
  );
});

Deno.test("a box drawn on the plan is converted to metres and back", () => {
  const place = { min: [-2, 0, -1.5] as const, max: [2, 2.5, 1.5] as const };
  const part = boxBetween(place, { x: 0.75, y: 0.5 }, { x: 0.25, y: -1 }, [0, 2.5]);
  deepStrictEqual(part, { min: [-1, 0, -1.5], max: [1, 2.5, 0] });
  deepStrictEqual(planRectangle(place, part), { x: 0.25, y: 0, width: 0.5, height: 0.5 });
  strictEqual(partProblem(part), null);
  ok(partProblem({ min: [0, 0, 0], max: [0, 1, 1] }) !== null);
  ok(partProblem({ min: [0, NaN, 0], max: [1, 1, 1] }) !== null);
});

Deno.test("the bounding box of a rotated room", () => {
  const half = Math.SQRT1_2;
  const box = boundingBox([1, 1, 1], [4, 2, 2], [0, half, 0, half]);
  deepStrictEqual(box.min.map((value) => Number(value.toFixed(6))), [0, 0, -1]);
  deepStrictEqual(box.max.map((value) => Number(value.toFixed(6))), [2, 2, 3]);
});

Deno.test("the ticket of a visit is added to addresses of the server only", () => {
  deepStrictEqual(ticketHeaders(), {});
  strictEqual(withTicket("/api/v1/assets/a"), "/api/v1/assets/a");
  carryTicket("t+1");
  deepStrictEqual(ticketHeaders(), { "X-Diorama-Visit": "t+1" });
  strictEqual(withTicket("/api/v1/assets/a"), "/api/v1/assets/a?visit=t%2B1");
  strictEqual(withTicket("/api/v1/memories/a/media/b?size=small"), "/api/v1/memories/a/media/b?size=small&visit=t%2B1");
  strictEqual(withTicket("blob:x"), "blob:x");
  strictEqual(withTicket("https://other.example/api/v1/x"), "https://other.example/api/v1/x");
  carryTicket(null);
});

Deno.test("links made on the server's own computer have the address that others reach", () => {
  const here = { origin: "http://localhost:8080", hostname: "localhost" };
  strictEqual(sharedOrigin(here, "https://192.168.1.4:8080"), "https://192.168.1.4:8080");
  strictEqual(sharedOrigin(here, null), "http://localhost:8080");
  const there = { origin: "https://d.example", hostname: "d.example" };
  strictEqual(sharedOrigin(there, "https://192.168.1.4:8080"), "https://d.example");
});
