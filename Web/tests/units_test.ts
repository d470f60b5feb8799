import { ok, strictEqual } from "./assert.ts";
import { coreFrom, loadedCore } from "../src/core/core.ts";
import { effect } from "../src/reactive/signal.ts";
import {
  formatFineLength,
  formatFloor,
  formatLength,
  type LengthUnits,
  parseLength,
  unitsPreference,
} from "../src/ui/units.ts";

await coreFrom(await Deno.readFile(new URL("../../.build-wasm/core.wasm", import.meta.url)));

function reads(text: string, metres: number, units: "metric" | "imperial" = "metric"): void {
  const found = parseLength(text, units);
  ok(found !== null && Math.abs(found - metres) < 1e-9, `${text} is read as ${found}, not ${metres}`);
}

Deno.test("texts and parsing are those of the shared cases, which Swift tests run natively", async () => {
  const file = new URL("../../Tests/ExplorationTests/Fixtures/lengths.json", import.meta.url);
  const cases: {
    parsed: { text: string; units: LengthUnits; metres: number | null }[];
    shortText: { metres: number; units: LengthUnits; text: string }[];
    areaText: { squareMetres: number; units: LengthUnits; text: string }[];
  } = JSON.parse(await Deno.readTextFile(file));
  const { lengths } = loadedCore();
  for (const { text, units, metres } of cases.parsed) {
    const found = lengths.parse(text, units);
    ok(metres === null ? found === null : Math.abs(found! - metres) < 1e-12, `${text} is read as ${found}`);
  }
  for (const { metres, units, text } of cases.shortText) strictEqual(lengths.length(metres, units), text);
  for (const { squareMetres, units, text } of cases.areaText) strictEqual(lengths.area(squareMetres, units), text);
});

Deno.test("lengths are read as people type them", () => {
  reads("3.62", 3.62);
  reads("3,62", 3.62);
  reads(" 3.62 m ", 3.62);
  reads("3.62m", 3.62);
  reads("362 cm", 3.62);
  reads("3620mm", 3.62);
  reads(".5 m", 0.5);
  reads("4 metres", 4);
  reads("11' 10 1/2\"", 11 * 0.3048 + 10.5 * 0.0254);
  reads("11′ 10½″", 11 * 0.3048 + 10.5 * 0.0254);
  reads("11'-10 1/2\"", 11 * 0.3048 + 10.5 * 0.0254);
  reads("11' 10.5''", 11 * 0.3048 + 10.5 * 0.0254);
  reads("11 ft 10.5 in", 11 * 0.3048 + 10.5 * 0.0254);
  reads("11'", 11 * 0.3048);
  reads("11' 10", 11 * 0.3048 + 10 * 0.0254);
  reads("11' 1/2\"", 11 * 0.3048 + 0.5 * 0.0254);
  reads('7/8"', 0.875 * 0.0254);
  reads("142.5 in", 142.5 * 0.0254);
  reads('10 1/2"', 10.5 * 0.0254);
  reads("12 ft", 12 * 0.3048);
});

Deno.test("a bare number is metres, or feet where one measures in feet; a unit that is typed counts always", () => {
  reads("12", 12, "metric");
  reads("12", 12 * 0.3048, "imperial");
  reads("3.5 m", 3.5, "imperial");
});

Deno.test("what is no length is not guessed at", () => {
  for (
    const text of ["", "so wide", "-3", "3 4", "3 km", "3..4", '1/0"', '"', "'", "1e400", "99999 m", "NaN"]
  ) {
    strictEqual(parseLength(text, "metric"), null);
  }
});

Deno.test("lengths are printed so that they can be read again", () => {
  strictEqual(formatLength(3.618, "metric"), "3.62 m");
  strictEqual(formatLength(0.115, "metric"), "11.5 cm");
  strictEqual(formatLength(0.85, "metric"), "85 cm");
  strictEqual(formatLength(0.9999, "metric"), "1.00 m");
  strictEqual(formatLength(11 * 0.3048 + 10.5 * 0.0254, "imperial"), "11′ 10 1/2″");
  strictEqual(formatLength(0.3048, "imperial"), "1′ 0″");
  strictEqual(formatLength(0.3048 + 0.0254 / 4, "imperial"), "1′ 0 1/4″");
  strictEqual(formatLength(0.0254 * 11.99, "imperial"), "1′ 0″");
  strictEqual(formatFloor(12.36, "metric"), "12.4 m²");
  strictEqual(formatFloor(12.36, "imperial"), "133 ft²");
  let seed = 7;
  for (let i = 0; i < 500; i += 1) {
    seed = (seed * 16807) % 2147483647;
    const metres = seed / 2147483647 * 30;
    for (const [units, step] of [["metric", 0.0101], ["imperial", 0.0254 / 8]] as const) {
      const again = parseLength(formatLength(metres, units), units);
      ok(again !== null && Math.abs(again - metres) <= step / 2 + 1e-9, `${formatLength(metres, units)} for ${metres}`);
    }
  }
});

Deno.test("the units preference is stored, and effects that read it run until their owner aborts", () => {
  const stored = new Map<string, string>();
  const store = {
    getItem: (key: string): string | null => stored.get(key) ?? null,
    setItem: (key: string, value: string): void => void stored.set(key, value),
    removeItem: (key: string): void => void stored.delete(key),
  };
  const owner = new AbortController();
  const seen: string[] = [];
  const preference = unitsPreference(store);
  effect(() => void seen.push(preference.value), owner.signal);
  preference.set("imperial");
  preference.set("imperial");
  strictEqual(unitsPreference(store).value, "imperial");
  owner.abort();
  preference.set("metric");
  strictEqual(seen.join(), "metric,imperial");
});

Deno.test("one unit of a system is chosen for measurements; plans keep the system", () => {
  const saved = new Map<string, string>();
  const store = {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
    removeItem: (key: string) => void saved.delete(key),
  };
  const preference = unitsPreference(store);
  preference.lengths.set("cm");
  strictEqual(preference.value, "metric");
  preference.set("metric");
  strictEqual(unitsPreference(store).lengths.value, "cm");
  preference.set("imperial");
  strictEqual(preference.lengths.value, "imperial");
  preference.lengths.set("in");
  strictEqual(unitsPreference(store).value, "imperial");
  saved.set("diorama.units", "furlong");
  strictEqual(unitsPreference(store).lengths.value, "metric");
});

Deno.test("residuals are written to a tenth of a millimetre", () => {
  strictEqual(formatFineLength(0.0012, "metric"), "1.2 mm");
  strictEqual(formatFineLength(0.0012, "cm"), "0.12 cm");
  strictEqual(formatFineLength(-0.0012, "mm"), "-1.2 mm");
});
