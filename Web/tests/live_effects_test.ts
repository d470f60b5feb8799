import { ok, strictEqual } from "./assert.ts";
import {
  effectDensities,
  effectStyles,
  effectTiming,
  particleCount,
  seedOf,
  stillOpacity,
  styleParameters,
} from "../src/live/effects/styles.ts";

Deno.test("whole lives of particles fit into an effect, however long it is", () => {
  for (const style of effectStyles) {
    const usual = styleParameters[style].life;
    for (const duration of [0.2, 1, 2, 3, 4.5, 6, 10, 33, 60]) {
      const { spread, life, pace } = effectTiming(style, duration);
      const lives = (duration - spread) / life;
      ok(Math.abs(lives - Math.round(lives)) < 1e-9 && lives > 0.999, `${style} ${duration}: ${lives} lives`);
      ok(spread >= 0 && spread <= styleParameters[style].spread && pace > 0 && pace <= 1);
      ok(life * pace <= usual + 1e-9, `${style} ${duration}: particles move farther than their bounds`);
      if (duration >= 2 * usual) ok(life > 0.5 * usual && life < 2 * usual);
    }
  }
});

Deno.test("density and reduced motion change the number of particles; off shows none", () => {
  for (const style of effectStyles) {
    const counts = effectDensities.map((density) => particleCount(style, density));
    strictEqual(counts[0], 0);
    for (let i = 1; i < counts.length; i += 1) ok(counts[i]! > counts[i - 1]!);
    ok(counts.at(-1)! <= 300);
    ok(particleCount(style, "normal", true) < particleCount(style, "normal"));
  }
});

Deno.test("an id has one seed, and similar ids have different ones", () => {
  strictEqual(seedOf("3-17"), seedOf("3-17"));
  const seeds = new Set(Array.from({ length: 2000 }, (_, i) => seedOf(`3-${i}`)));
  strictEqual(seeds.size, 2000);
  for (const seed of seeds) ok(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32);
  // Of nearby ids, half of the bits differ.
  let bits = 0;
  for (let i = 0; i < 1000; i += 1) {
    bits += ((seedOf(`3-${i}`) ^ seedOf(`3-${i + 1}`)) >>> 0).toString(2).replaceAll("0", "").length;
  }
  ok(bits > 14_000 && bits < 18_000, `${bits}`);
});

Deno.test("an effect that stands still fades in and out", () => {
  strictEqual(stillOpacity(0, 4), 0);
  strictEqual(stillOpacity(2, 4), 1);
  strictEqual(stillOpacity(4, 4), 0);
  ok(stillOpacity(0.1, 0.4) < 1);
  for (let age = 0; age < 3.95; age += 0.05) ok(Math.abs(stillOpacity(age + 0.05, 4) - stillOpacity(age, 4)) < 0.12);
});
