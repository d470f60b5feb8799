import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { makeKSUID } from "../src/api/ksuid.ts";
import { lineOf, lineOfMonth, monthsOf } from "../src/memories/months.ts";
import { isLocal, PinRows, unfiltered } from "../src/memories/rows.ts";
import { indexOf } from "../src/memories/memory-store.ts";
import type { Pin } from "../src/memories/types.ts";

function pins(count: number): Pin[] {
  const start = Date.parse("2024-01-15T00:00:00Z");
  return Array.from({ length: count }, (_, at): Pin => ({
    id: makeKSUID(new Date(start + at * 600_000), new Uint8Array(16).fill(at % 250)),
    position: [at % 7, 1, 0],
    mood: at % 3 === 0 ? "joy" : null,
    kind: at % 2 === 0 ? "text" : "photo",
    title: `Memory ${at}`,
  })).reverse();
}

Deno.test("mood and type are filtered in the browser; text, tags and authors on the server", () => {
  ok(isLocal({ ...unfiltered, mood: "joy", kind: "text", order: "oldest" }));
  ok(!isLocal({ ...unfiltered, search: "x" }));
  ok(!isLocal({ ...unfiltered, trashed: true }));
});

Deno.test("a hundred thousand pins are listed, filtered and put into months", () => {
  const all = pins(100_000);
  const rows = new PinRows(all, unfiltered);
  strictEqual(rows.count, 100_000);
  strictEqual(rows.row(0)?.title, "Memory 99999");
  strictEqual(new PinRows(all, { ...unfiltered, mood: "joy", kind: "text" }).count, 16_667);
  strictEqual(new PinRows(all, { ...unfiltered, order: "oldest" }).row(0)?.title, "Memory 0");
  const months = monthsOf(rows.count, (at) => rows.row(at)!.time);
  strictEqual(months.reduce((sum, month) => sum + month.count, 0), 100_000);
  strictEqual(new Set(months.map((month) => month.key)).size, months.length);
});

Deno.test("the lines of a timeline are the heading of a month and its rows", () => {
  const months = [{ key: "b", name: "B", first: 0, count: 2 }, { key: "a", name: "A", first: 2, count: 3 }];
  const lines = Array.from({ length: 8 }, (_, line) => lineOf(months, line)).map((line) =>
    line && [line.month.key, line.row]
  );
  deepStrictEqual(lines, [["b", null], ["b", 0], ["b", 1], ["a", null], ["a", 2], ["a", 3], ["a", 4], null]);
  strictEqual(lineOfMonth(months, 1), 3);
  strictEqual(lineOf([], 0), null);
});

Deno.test("the index of an id in a list that is sorted newest first, or where to insert it", () => {
  const all = pins(100);
  for (const at of [0, 50, 99]) strictEqual(indexOf(all, all[at]!.id), at);
  strictEqual(indexOf(all, "z".repeat(27)), 0);
  strictEqual(indexOf(all, "0".repeat(27)), 100);
});
