import { ok, strictEqual } from "./assert.ts";
import { ksuidTime, makeKSUID } from "../src/api/ksuid.ts";

Deno.test("an id is 27 letters and digits and knows when it was made", () => {
  const now = new Date("2026-02-03T14:05:06Z");
  const id = makeKSUID(now);
  ok(/^[0-9A-Za-z]{27}$/.test(id), id);
  strictEqual(ksuidTime(id), now.getTime());
});

Deno.test("the time of a well-known id is read right", () => {
  // The example in the description of KSUIDs by Segment.
  strictEqual(ksuidTime("0ujtsYcgvSTl8PAuAdqWYSMnLOv"), Date.parse("2017-10-10T04:00:47Z"));
});

Deno.test("times are exact at both ends of a second's ids", () => {
  for (const seconds of [1_400_000_000, 1_500_000_001, 1_790_000_000, 2_147_483_647, 5_694_967_295]) {
    for (const byte of [0, 254]) {
      strictEqual(ksuidTime(makeKSUID(new Date(seconds * 1000), new Uint8Array(16).fill(byte))), seconds * 1000);
    }
  }
});

Deno.test("ids sort by time and are made once", () => {
  const ids = [1_600_000_000, 1_600_000_001, 1_700_000_000].map((seconds) => makeKSUID(new Date(seconds * 1000)));
  strictEqual([...ids].sort().join(), ids.join());
  strictEqual(new Set(Array.from({ length: 1000 }, () => makeKSUID())).size, 1000);
});
