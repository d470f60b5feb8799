/** Picks a point of a cloud: the first one near a ray. Pure. */

import type { Ray } from "./view-projection.ts";
import type { Vec3 } from "./view.ts";

/**
 * `reach`: the maximum distance from the ray, as a fraction of the distance along it; `cut`: the height above which
 * no point is drawn.
 */
export function pointOnRay(
  positions: ArrayLike<number>,
  count: number,
  { origin, direction }: Ray,
  cut: number,
  reach: number,
): { point: Vec3; distance: number } | null {
  const [ox, oy, oz] = origin;
  const [dx, dy, dz] = direction;
  let best = -1;
  let least = Infinity;
  for (let i = 0; i < count; i += 1) {
    const y = positions[3 * i + 1]!;
    if (y > cut) continue;
    const x = positions[3 * i]! - ox;
    const z = positions[3 * i + 2]! - oz;
    const depth = x * dx + (y - oy) * dy + z * dz;
    if (depth <= 0.01 || depth >= least * 1.05) continue;
    const away = x * x + (y - oy) * (y - oy) + z * z - depth * depth;
    const limit = reach * depth;
    if (away > limit * limit) continue;
    // Of points at about the same depth the one nearest to the ray.
    const cost = depth + 4 * Math.sqrt(Math.max(0, away));
    if (cost < least) [best, least] = [i, cost];
  }
  if (best < 0) return null;
  const point: Vec3 = [positions[3 * best]!, positions[3 * best + 1]!, positions[3 * best + 2]!];
  return { point, distance: Math.hypot(point[0] - ox, point[1] - oy, point[2] - oz) };
}
