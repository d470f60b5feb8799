/** Geometry of the part of a space that a link shows. Pure functions. */

import { t } from "../i18n/messages.ts";
import { formatDecimal } from "../i18n/numbers.ts";
import type { Box, Vec3 } from "../scene/view.ts";

/** Metres. */
const minSide = 0.1;

/** Width × depth × height. */
export function boxSize(box: Box): string {
  const [x, y, z] = [0, 1, 2].map((axis) => formatDecimal(box.max[axis]! - box.min[axis]!, 1));
  return `${x} × ${z} × ${y} m`;
}

/** A position on the plan, as fractions of its width and depth. */
export interface PlanPosition {
  x: number;
  y: number;
}

/** The box between two corners on the plan, limited to the space. `heights`: its lower and upper side. */
export function boxBetween(
  space: Box,
  from: PlanPosition,
  to: PlanPosition,
  heights: readonly [number, number],
): Box {
  const metres = (axis: 0 | 2, fraction: number): number =>
    space.min[axis] + Math.min(1, Math.max(0, fraction)) * (space.max[axis] - space.min[axis]);
  const x = [metres(0, from.x), metres(0, to.x)].sort((a, b) => a - b);
  const z = [metres(2, from.y), metres(2, to.y)].sort((a, b) => a - b);
  return { min: [x[0]!, heights[0], z[0]!], max: [x[1]!, heights[1], z[1]!] };
}

/** The rectangle of a part on the plan, as fractions. */
export function planRectangle(space: Box, part: Box): PlanPosition & { width: number; height: number } {
  const fraction = (axis: 0 | 2, value: number): number =>
    (value - space.min[axis]) / Math.max(1e-6, space.max[axis] - space.min[axis]);
  const x = fraction(0, part.min[0]);
  const y = fraction(2, part.min[2]);
  return { x, y, width: fraction(0, part.max[0]) - x, height: fraction(2, part.max[2]) - y };
}

/** Why a box can't be a part; null if it can. */
export function partProblem(part: Box): string | null {
  const sides = [0, 1, 2].map((axis) => part.max[axis]! - part.min[axis]!);
  if (sides.some((side) => !Number.isFinite(side))) return t("A side of the part isn't a number.");
  return sides.some((side) => side < minSide) ? t("A part has to be at least 10 cm wide, deep and high.") : null;
}

/** The axis-aligned bounding box of an oriented box. `rotation`: a quaternion x, y, z, w. */
export function boundingBox(center: Vec3, size: Vec3, rotation: readonly [number, number, number, number]): Box {
  const [x, y, z, w] = rotation;
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const half = rows.map((row) => row.reduce((sum, value, axis) => sum + Math.abs(value) * size[axis]! / 2, 0));
  return {
    min: [center[0] - half[0]!, center[1] - half[1]!, center[2] - half[2]!],
    max: [center[0] + half[0]!, center[1] + half[1]!, center[2] + half[2]!],
  };
}
