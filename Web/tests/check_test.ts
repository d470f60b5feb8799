import { ok, strictEqual } from "./assert.ts";
import { coreFrom } from "../src/core/core.ts";
import { readCheck } from "../src/measure/check-dialog.ts";
import { CheckStore } from "../src/measure/check-store.ts";
import { checkLength, residualText, scaleText } from "../src/measure/check-text.ts";
import type { Check, CheckList } from "../src/measure/types.ts";

await coreFrom(await Deno.readFile(new URL("../../.build-wasm/core.wasm", import.meta.url)));

const check: Check = {
  id: "c1",
  name: "Wall",
  created: "2026-01-01T00:00:00Z",
  points: [],
  length: 3.62,
  tolerance: 0.005,
  measured: 3.6,
  residual: -0.0012,
  expected: 0.0034,
  isOutlier: false,
};

const ends = { points: [{ at: [0, 0, 0], snap: "auto" }, { at: [1, 0, 0], snap: "auto" }], radius: 0.05 } as const;

const listOf = (checks: Check[]): CheckList => ({ checks, scale: null, problem: null, canEdit: true });

Deno.test("a check distance is shown with its residual, and an outlier is named", () => {
  strictEqual(checkLength(check, "metric"), "3.62 m ± 5.0 mm");
  strictEqual(checkLength(check, "cm"), "362.0 cm ± 0.50 cm");
  strictEqual(residualText(check, "metric"), "residual -1.2 mm, expected within ± 3.4 mm");
  strictEqual(residualText({ ...check, expected: null }, "metric"), "residual -1.2 mm");
  ok(residualText({ ...check, isOutlier: true }, "metric").includes("an outlier"));
  strictEqual(residualText({ ...check, residual: null }, "metric"), "not used");
});

Deno.test("the scale is stated, with the reason where its uncertainty is unknown", () => {
  const scale = {
    value: 1.01,
    halfWidth95: 0.001,
    reason: null,
    text: "scale 1.0100 ± 0.0010 (95 %) from 3 check distances",
  };
  strictEqual(scaleText({ scale, problem: null }), "Scale 1.0100 ± 0.0010 (95 %) from 3 check distances.");
  strictEqual(
    scaleText({ scale: { ...scale, text: "scale 1.01", reason: "too few" }, problem: null }),
    "Scale 1.01. Too few.",
  );
  strictEqual(scaleText({ scale: null, problem: "check distance A: no surface" }), "Check distance A: no surface.");
  strictEqual(scaleText({ scale: null, problem: null }), "");
});

Deno.test("what is typed is read in the chosen unit, and what is no length is refused", () => {
  const read = readCheck(ends, "362", "5 mm", "cm");
  ok(typeof read !== "string" && Math.abs(read.length - 3.62) < 1e-12 && Math.abs(read.tolerance - 0.005) < 1e-12);
  for (const [length, tolerance] of [["", "5 mm"], ["-3", "5 mm"], ["0", "5 mm"], ["NaN", "5 mm"], ["1e9 m", "5 mm"]]) {
    ok(String(readCheck(ends, length!, tolerance!, "metric")).startsWith("Type the length"), length);
  }
  for (const tolerance of ["", "0", "-1 mm", "4 m", "five"]) {
    ok(String(readCheck(ends, "3.62", tolerance, "metric")).startsWith("Type a tolerance"), tolerance);
  }
});

Deno.test("adding and removing check distances asks for values again", async () => {
  let kept: Check[] = [];
  let refreshed = 0;
  const store = new CheckStore("s1", {
    checks: () => Promise.resolve(listOf(kept)),
    addCheck: () => {
      kept = [...kept, { ...check, id: `c${kept.length + 1}` }];
      return Promise.resolve(listOf(kept));
    },
    removeCheck: (id) => {
      kept = kept.filter((one) => one.id !== id);
      return Promise.resolve();
    },
    restoreCheck: (id) => {
      kept = [...kept, { ...check, id }];
      return Promise.resolve();
    },
  }, () => refreshed += 1);
  await store.load(new AbortController().signal);
  strictEqual(store.list.value?.checks.length, 0);
  const made = await store.add({ ...ends, length: 3.62, tolerance: 0.005 });
  strictEqual(made.id, "c1");
  const restore = await store.remove(made);
  strictEqual(store.list.value?.checks.length, 0);
  await restore();
  strictEqual(store.list.value?.checks.map(({ id }) => id).join(), "c1");
  strictEqual(refreshed, 3);
});
