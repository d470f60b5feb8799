/** Positions of a plan's parts: on the sheet, in the world, in rooms. Pure functions. */

import type { Vec3 } from "../scene/view.ts";
import type { Opening, PlanPoint, Room, Sheet, Storey, Wall } from "./types.ts";

/** Plan metres to the sheet's millimetres. */
export function onSheet({ toSheet: [a, b, c, d, e, f] }: Pick<Sheet, "toSheet">, [x, y]: PlanPoint): PlanPoint {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** And back; null where the sheet is flat. */
export function fromSheet(
  { toSheet: [a, b, c, d, e, f] }: Pick<Sheet, "toSheet">,
  [x, y]: PlanPoint,
): PlanPoint | null {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-12) return null;
  const u = x - e;
  const v = y - f;
  return [(d * u - c * v) / determinant, (a * v - b * u) / determinant];
}

/** Of the drawing: 50 for 1:50. */
export function scaleOf(sheet: Pick<Sheet, "scale">): number {
  return Math.round(sheet.scale);
}

/** Plans have world coordinates; a space far from the world's origin is shown moved by `origin` (scene/origin.ts). */
export function inScene([x, y]: PlanPoint, height: number, origin: Vec3): Vec3 {
  return [x - origin[0], height - origin[1], -y - origin[2]];
}

export function onPlan(point: Vec3, origin: Vec3): PlanPoint {
  return [point[0] + origin[0], -(point[2] + origin[2])];
}

/** By the even-odd rule. */
export function isInside(polygon: readonly PlanPoint[], [x, y]: PlanPoint): boolean {
  let inside = false;
  edgesOf(polygon).forEach(([a, b]) => {
    if ((a[1] > y) !== (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]) inside = !inside;
  });
  return inside;
}

export function edgesOf(polygon: readonly PlanPoint[]): [PlanPoint, PlanPoint][] {
  return polygon.map((corner, i) => [corner, polygon[(i + 1) % polygon.length]!]);
}

/** Square metres. */
export function areaOf(polygon: readonly PlanPoint[]): number {
  const origin = polygon[0] ?? [0, 0];
  const twice = edgesOf(polygon).reduce((sum, [a, b]) => {
    const ax = a[0] - origin[0];
    const ay = a[1] - origin[1];
    const bx = b[0] - origin[0];
    const by = b[1] - origin[1];
    return sum + ax * by - ay * bx;
  }, 0);
  return Math.abs(twice / 2);
}

/** Metres. */
export function perimeterOf(polygon: readonly PlanPoint[]): number {
  return edgesOf(polygon).reduce((sum, [a, b]) => sum + Math.hypot(b[0] - a[0], b[1] - a[1]), 0);
}

export function lengthOf(wall: Wall): number {
  return Math.hypot(wall.end[0] - wall.start[0], wall.end[1] - wall.start[1]);
}

/** So many metres from the wall's start along its axis, and so many to the left of it. */
export function alongWall(wall: Wall, offset: number, side: number): PlanPoint {
  const length = lengthOf(wall) || 1;
  const dx = (wall.end[0] - wall.start[0]) / length;
  const dy = (wall.end[1] - wall.start[1]) / length;
  return [wall.start[0] + dx * offset - dy * side, wall.start[1] + dy * offset + dx * side];
}

/** The part of a wall between two offsets, as a polygon on the floor. */
export function footprint(wall: Wall, from = 0, to = lengthOf(wall)): PlanPoint[] {
  const half = wall.thickness / 2;
  return [
    alongWall(wall, from, -half),
    alongWall(wall, to, -half),
    alongWall(wall, to, half),
    alongWall(wall, from, half),
  ];
}

export function openingFootprint(opening: Opening, wall: Wall): PlanPoint[] {
  return footprint(wall, opening.offset, opening.offset + opening.width);
}

/**
 * The room of a storey that contains a position: above its floor, below its ceiling. A hit on a wall or ceiling is on
 * the edge: it is moved a little along `toEye` (a unit vector) into the room.
 */
export function roomAt(storey: Storey, point: Vec3, toEye: Vec3, origin: Vec3): Room | null {
  const near: Vec3 = [point[0] + toEye[0] * 0.06, point[1] + toEye[1] * 0.06, point[2] + toEye[2] * 0.06];
  const above = near[1] + origin[1] - storey.elevation;
  const place = onPlan(near, origin);
  return storey.rooms.find((room) =>
    above > -0.3 && above < Math.max(room.ceilingHeight, 1) + 0.1 && isInside(room.polygon, place)
  ) ?? null;
}

/** World y at which a storey is cut open: as high as a door, and below its ceiling. */
export function cutHeight({ elevation, height }: Pick<Storey, "elevation" | "height">): number {
  return elevation + Math.min(2.1, height - 0.3);
}
