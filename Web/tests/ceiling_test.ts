import { ok, strictEqual } from "./assert.ts";
import { cutRange, findLevels, isRoom } from "../src/scene/ceiling.ts";
import type { Box } from "../src/scene/rig.ts";

type Triangle = [number, number, number, number, number, number, number, number, number];

/** A level rectangle that looks up or down. */
function level(y: number, looks: "up" | "down", w = 5, d = 4): Triangle[] {
  const halves: Triangle[] = [[0, y, 0, 0, y, d, w, y, 0], [w, y, 0, 0, y, d, w, y, d]];
  return looks === "up" ? halves : halves.map(([a, b, c, e, f, g, h, i, j]) => [a, b, c, h, i, j, e, f, g]);
}

function levels(triangles: Triangle[], box: Box): ReturnType<typeof findLevels> {
  return findLevels(triangles.length, (i, corners) => corners.set(triangles[i]!), box);
}

const room: Box = { min: [0, 0, 0], max: [5, 2.6, 4] };

Deno.test("floor and ceiling are the largest levels that look up and down", () => {
  const found = levels([
    ...level(0, "up"),
    ...level(0.75, "up", 1, 1),
    ...level(2.5, "down"),
    ...level(2.4, "down", 0.5, 0.5),
  ], room);
  ok(Math.abs(found.floor) < 0.06);
  ok(Math.abs(found.ceiling! - 2.5) < 0.06);
});

Deno.test("a place without a ceiling has none", () => {
  strictEqual(levels([...level(0, "up"), ...level(1.6, "down", 0.5, 0.5)], room).ceiling, null);
});

Deno.test("flat, empty and broken meshes don't confuse it", () => {
  const nothing: Box = { min: [0, 0, 0], max: [0, 0, 0] };
  strictEqual(levels([], nothing).ceiling, null);
  strictEqual(levels([[NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN]], room).floor, 0);
  const flat: Box = { min: [0, 1, 0], max: [5, 1, 4] };
  ok(Number.isFinite(levels(level(1, "up"), flat).floor));
});

Deno.test("rooms are cut below the ceiling and no higher than a door, things through the upper quarter", () => {
  ok(isRoom(room) && !isRoom({ min: [0, 0, 0], max: [1, 2, 1] }) && !isRoom({ min: [0, 0, 0], max: [5, 0.5, 5] }));
  strictEqual(cutRange(room, { floor: 0, ceiling: 2.5 }).usual, 2.1);
  ok(Math.abs(cutRange(room, { floor: 0, ceiling: 2.2 }).usual - 1.9) < 1e-9);
  strictEqual(cutRange({ min: [0, 0, 0], max: [1, 1, 1] }, { floor: 0, ceiling: null }).usual, 0.75);
});
