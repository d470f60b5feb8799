/** Where floor and ceiling are, from the areas that look up and down at each height, and so where to cut a place open. */

import { type Box, clamp } from "./rig.ts";

export interface Levels {
  floor: number;
  /** Null where nothing covers the place from above. */
  ceiling: number | null;
}

export interface CutRange {
  lowest: number;
  highest: number;
  /** Where the cut is first. */
  usual: number;
}

const binHeight = 0.05;

/**
 * Adds up the area of near-horizontal triangles in bins of five centimetres. The floor is the strongest level that looks up in the
 * lower half; the ceiling the strongest that looks down (or, in meshes without sides, either way) in the upper half, if it covers a
 * tenth of the ground plan. `triangle` writes nine coordinates; some hundred thousand samples are enough for any mesh.
 */
export function findLevels(
  triangleCount: number,
  triangle: (index: number, corners: Float64Array) => void,
  box: Box,
): Levels {
  const height = box.max[1] - box.min[1];
  const bins = Math.max(1, Math.min(4000, Math.ceil(height / binHeight)));
  const up = new Levelled(bins);
  const down = new Levelled(bins);
  const step = Math.max(1, Math.floor(triangleCount / 200_000));
  const p = new Float64Array(9) as Float64Array & Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, number>;
  for (let i = 0; i < triangleCount; i += step) {
    triangle(i, p);
    const [ax, ay, az] = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
    const [bx, by, bz] = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
    const [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(size > 0) || Math.abs(ny) < 0.9 * size) continue;
    const y = (p[1] + p[4] + p[7]) / 3;
    const bin = Math.trunc(clamp((y - box.min[1]) / height * bins, 0, bins - 1));
    (ny > 0 ? up : down).add(bin, y, size / 2 * step);
  }
  const half = Math.ceil(bins / 2);
  const plan = (box.max[0] - box.min[0]) * (box.max[2] - box.min[2]);
  const floor = up.strongest(0, half);
  const ceiling = down.strongest(half, bins);
  return {
    floor: floor.area > 0.05 * plan ? floor.height : box.min[1],
    ceiling: ceiling.area > 0.1 * plan ? ceiling.height : null,
  };
}

/** Areas and their mean heights, bin by bin. */
class Levelled {
  private readonly areas: Float64Array;
  private readonly moments: Float64Array;

  constructor(bins: number) {
    this.areas = new Float64Array(bins);
    this.moments = new Float64Array(bins);
  }

  add(bin: number, height: number, area: number): void {
    this.areas[bin] = (this.areas[bin] ?? 0) + area;
    this.moments[bin] = (this.moments[bin] ?? 0) + area * height;
  }

  strongest(from: number, to: number): { height: number; area: number } {
    let best = { height: 0, area: 0 };
    for (let bin = from; bin < to; bin += 1) {
      const area = this.areas[bin] ?? 0;
      if (area > best.area) best = { height: (this.moments[bin] ?? 0) / area, area };
    }
    return best;
  }
}

/** A place to be in, rather than a thing to look at: as high as a room and as wide as a small one. */
export function isRoom(box: Box): boolean {
  const [x, y, z] = [box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]];
  return y >= 1.6 && y <= 12 && Math.min(x, z) >= 1.2 && x * z >= 3;
}

/** Wide enough to walk through. */
export function isWalkable(box: Box): boolean {
  const [x, z] = [box.max[0] - box.min[0], box.max[2] - box.min[2]];
  return Math.min(x, z) >= 1.2 && x * z >= 3;
}

/** In rooms just below the ceiling and no higher than a door; elsewhere through the upper quarter. */
export function cutRange(box: Box, levels: Levels): CutRange {
  const height = box.max[1] - box.min[1];
  // On whole centimetres, as the slider goes.
  const lowest = Math.ceil((box.min[1] + 0.05 * height) * 100) / 100;
  const highest = Math.ceil(box.max[1] * 100) / 100;
  const usual = isRoom(box)
    ? Math.min((levels.ceiling ?? box.max[1]) - 0.3, levels.floor + 2.1)
    : box.min[1] + 0.75 * height;
  return { lowest, highest, usual: clamp(usual, lowest, highest) };
}
