import { strictEqual } from "./assert.ts";
import {
  formatArea,
  formatBytes,
  formatCount,
  formatDate,
  formatDimensions,
  formatDuration,
  formatPercent,
  formatRemaining,
  plural,
} from "../src/ui/format.ts";

function table<T>(format: (value: T) => string, rows: [T, string][]): void {
  for (const [value, words] of rows) strictEqual(format(value), words);
}

Deno.test("bytes in decimal units, never 1000 of a smaller one", () =>
  table(formatBytes, [
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [9_949, "9.9 kB"],
    [9_950, "10 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [1_234_567, "1.2 MB"],
    [5_000_000_000, "5.0 GB"],
    [9e15, "9000 TB"],
  ]));

Deno.test("areas with one decimal below ten", () =>
  table(formatArea, [[3.14, "3.1 m²"], [9.96, "10 m²"], [41.6, "42 m²"]]));

Deno.test("sizes in decimetres for places, in centimetres for things", () => {
  strictEqual(formatDimensions(5.21, 4.08, 2.6), "5.2 × 4.1 × 2.6 m");
  strictEqual(formatDimensions(0.314, 0.2, 0.05), "0.31 × 0.20 × 0.05 m");
});

Deno.test("counts to the thousand", () =>
  table(formatCount, [[0, "0"], [4200, "4,200"], [9_950, "10 k"], [312_480, "312 k"], [999_500, "1.0 million"], [
    1_840_000,
    "1.8 million",
  ], [
    12_400_000,
    "12 million",
  ]]));

Deno.test("one and many", () => {
  strictEqual(plural(1, { one: "{count} triangle", other: "{count} triangles" }), "1 triangle");
  strictEqual(plural(2, { one: "{count} triangle", other: "{count} triangles" }), "2 triangles");
});

Deno.test("percent says 100 only when done", () =>
  table(formatPercent, [[0, "0 %"], [0.999, "99 %"], [1, "100 %"], [7, "100 %"]]));

Deno.test("what remains is told no more exactly than it is known", () =>
  table(formatRemaining, [
    [3, "a few seconds left"],
    [12, "about 20 s left"],
    [54, "about 60 s left"],
    [59, "about 1 min left"],
    [150, "about 3 min left"],
    [3700, "about 1 h left"],
    [4600, "about 1 h 15 min left"],
  ]));

Deno.test("how long it took", () =>
  table(formatDuration, [[4.21, "4.2 s"], [38.4, "38 s"], [185, "3 min 5 s"], [180, "3 min"]]));

Deno.test("days by name near today", () => {
  const now = new Date(2026, 2, 1, 12, 0);
  strictEqual(formatDate(new Date(2026, 2, 1, 9, 5), now), "today 9:05");
  strictEqual(formatDate(new Date(2026, 1, 28, 23, 59), now), "yesterday 23:59");
  strictEqual(formatDate(new Date(2025, 11, 24, 18, 0), now), "24 Dec 2025");
});
