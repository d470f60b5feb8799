import { ok, strictEqual } from "./assert.ts";
import { type Box, coreFrom, type SpaceShape } from "../src/core/core.ts";

const core = await coreFrom(await Deno.readFile(new URL("../../.build-wasm/core.wasm", import.meta.url)));

type Triangle = [number, number, number, number, number, number, number, number, number];

/** A level rectangle that faces up or down. */
function level(y: number, faces: "up" | "down", w = 5, d = 4): Triangle[] {
  const halves: Triangle[] = [[0, y, 0, 0, y, d, w, y, 0], [w, y, 0, 0, y, d, w, y, d]];
  return faces === "up" ? halves : halves.map(([a, b, c, e, f, g, h, i, j]) => [a, b, c, h, i, j, e, f, g]);
}

function shape(triangles: Triangle[], box: Box): SpaceShape {
  const positions = new Float32Array(triangles.flat());
  return core.shape(positions, Uint32Array.from({ length: positions.length / 3 }, (_, i) => i), box);
}

const room: Box = { min: [0, 0, 0], max: [5, 2.6, 4] };

Deno.test("floor and ceiling are the largest levels that face up and down", () => {
  const found = shape([
    ...level(0, "up"),
    ...level(0.75, "up", 1, 1),
    ...level(2.5, "down"),
    ...level(2.4, "down", 0.5, 0.5),
  ], room);
  ok(Math.abs(found.floor) < 0.06);
  ok(Math.abs(found.ceiling! - 2.5) < 0.06);
});

Deno.test("a space without a ceiling has none", () => {
  strictEqual(shape([...level(0, "up"), ...level(1.6, "down", 0.5, 0.5)], room).ceiling, null);
});

Deno.test("flat, empty and broken meshes don't confuse it", () => {
  const nothing: Box = { min: [0, 0, 0], max: [0, 0, 0] };
  strictEqual(shape([], nothing).ceiling, null);
  strictEqual(shape([[NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN]], room).floor, 0);
  const flat: Box = { min: [0, 1, 0], max: [5, 1, 4] };
  ok(Number.isFinite(shape(level(1, "up"), flat).floor));
});

Deno.test("rooms are cut below the ceiling and not higher than a door, objects through the upper quarter", () => {
  const close = (value: number, expected: number): void =>
    ok(Math.abs(value - expected) < 1e-4, `${value}, not ${expected}`);
  const room25 = shape([...level(0, "up"), ...level(2.5, "down")], room);
  close(room25.cutRange.usual, 2.1);
  ok(room25.isWalkable);
  close(shape([...level(0, "up"), ...level(2.2, "down")], room).cutRange.usual, 1.9);
  close(shape([...level(0, "up")], room).cutRange.usual, 2.1);
  close(shape([], { min: [0, 0, 0], max: [1, 2, 1] }).cutRange.usual, 1.5);
  close(shape([], { min: [0, 0, 0], max: [5, 0.5, 5] }).cutRange.usual, 0.375);
  ok(!shape([], { min: [0, 0, 0], max: [1, 1, 1] }).isWalkable);
});
