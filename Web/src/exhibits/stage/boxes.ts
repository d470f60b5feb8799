/** Axis-aligned boxes. */

import type { Box, Vec3 } from "../../core/vectors.ts";

export function joined(a: Box, b: Box): Box {
  const each = (pick: (x: number, y: number) => number, x: Vec3, y: Vec3): Vec3 => [
    pick(x[0], y[0]),
    pick(x[1], y[1]),
    pick(x[2], y[2]),
  ];
  return { min: each(Math.min, a.min, b.min), max: each(Math.max, a.max, b.max) };
}

export function corners({ min, max }: Box): Vec3[] {
  return Array.from({ length: 8 }, (_, i): Vec3 => [
    (i & 1 ? max : min)[0],
    (i & 2 ? max : min)[1],
    (i & 4 ? max : min)[2],
  ]);
}

/** A cube around a point. */
export function boxAround(point: Vec3, half: number): Box {
  return {
    min: [point[0] - half, point[1] - half, point[2] - half],
    max: [point[0] + half, point[1] + half, point[2] + half],
  };
}
