/** Which measurements' values have something of the place before them. */

import type { Place } from "../scene/place.ts";
import type { Vec3 } from "../scene/rig.ts";
import { figureOf } from "./figures.ts";
import type { Measurement } from "./types.ts";

/** Nearer before the value than this a surface is the one that it was measured on. Metres. */
const slack = 0.15;
/** More are taken as seen: each costs a ray. */
const mostAsked = 200;

/** In the picture's own coordinates. */
export function shownPoints(one: Measurement, origin: Vec3): Vec3[] {
  return one.points.map(({ at }): Vec3 => [at[0] - origin[0], at[1] - origin[1], at[2] - origin[2]]);
}

/** Their ids. */
export async function behindSurfaces(place: Place, saved: readonly Measurement[]): Promise<Set<string>> {
  const { eye } = place.viewer;
  const away = (point: Vec3): number => Math.hypot(...point.map((value, axis) => value - eye.position[axis]!));
  const found = new Set<string>();
  for (const one of saved.slice(-mostAsked)) {
    const { label } = figureOf(one.kind, shownPoints(one, place.origin));
    const seen = label && eye.see(label);
    if (!label || !seen || seen.w <= 0) continue;
    const hit = await place.pick(seen.x / seen.w, seen.y / seen.w).catch(() => null);
    if (hit && away(hit.point) < away(label) - slack) found.add(one.id);
  }
  return found;
}
