import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import {
  alignByMarker,
  alignByPoints,
  apply,
  markerFromText,
  markerToText,
  qualityText,
} from "../src/revisit/align.ts";
import type { Vec3 } from "../src/scene/view.ts";

const near = (a: Vec3, b: Vec3, limit = 1e-9): boolean => a.every((value, axis) => Math.abs(value - b[axis]!) < limit);

Deno.test("two points give back turn and shift exactly, whatever they are", () => {
  for (const yaw of [-3, -1.2, 0, 0.4, 2.9]) {
    const truth = { yaw, shift: [3, -0.7, 12] as Vec3 };
    const places: Vec3[] = [[1, 1.2, -0.5], [-2, 0.4, 2]];
    const found = alignByPoints(places.map((place) => ({ place, real: apply(truth, place) })))!;
    ok(Math.abs(found.yaw - yaw) < 1e-9, `${found.yaw} is not ${yaw}`);
    ok(near(found.shift, truth.shift));
    ok(found.residual < 1e-9);
    ok(near(apply(found, [5, 5, 5]), apply(truth, [5, 5, 5])));
  }
});

Deno.test("a quarter turn to the left takes what is before one to the left", () => {
  ok(near(apply({ yaw: Math.PI / 2, shift: [0, 0, 0] }, [0, 0, -1]), [-1, 0, 0]));
});

Deno.test("taps that are off are shared between the points and told", () => {
  const found = alignByPoints([
    { place: [0, 0, 0], real: [0, 0, 0] },
    { place: [2, 0, 0], real: [2.1, 0, 0] },
  ])!;
  ok(Math.abs(found.residual - 0.05) < 1e-9, String(found.residual));
  ok(near(found.shift, [0.05, 0, 0]));
  strictEqual(qualityText(found.residual), "5 cm off, fits roughly");
});

Deno.test("points that tell no direction align nothing", () => {
  strictEqual(alignByPoints([{ place: [0, 0, 0], real: [0, 0, 0] }]), null);
  const above = [{ place: [0, 0, 0] as Vec3, real: [1, 0, 0] as Vec3 }, {
    place: [0, 2, 0] as Vec3,
    real: [1, 2, 0] as Vec3,
  }];
  strictEqual(alignByPoints(above), null);
});

Deno.test("a marker on a wall aligns by one tap, one on a table doesn't", () => {
  const truth = { yaw: 0.8, shift: [4, 0.2, -3] as Vec3 };
  const place = { point: [1, 1.5, -2] as Vec3, normal: [0, 0, 1] as Vec3 };
  const real = { point: apply(truth, place.point), normal: apply({ yaw: 0.8, shift: [0, 0, 0] }, place.normal) };
  const found = alignByMarker(place, real)!;
  ok(Math.abs(found.yaw - 0.8) < 1e-9 && near(found.shift, truth.shift) && found.residual < 1e-9);
  strictEqual(alignByMarker({ point: [0, 0, 0], normal: [0, 1, 0] }, real), null);
});

Deno.test("a marker's pose goes into an address and comes back", () => {
  const text = markerToText({ point: [1.2, 1.4567, -0.3], normal: [0, 0.1, -1] });
  strictEqual(text, "1.2_1.457_-0.3_0_-1");
  deepStrictEqual(markerFromText(text), { point: [1.2, 1.457, -0.3], normal: [0, 0, -1] });
  for (const bad of [null, "", "1_2_3", "1_2_3_0_0", "a_b_c_d_e", "1_2_3_0_Infinity", "1e9_0_0_0_1"]) {
    strictEqual(markerFromText(bad), null);
  }
});
