/** Which measurements' labels are hidden behind a surface. */

import type { Place } from "../scene/place.ts";
import type { Vec3 } from "../scene/view.ts";
import { figureOf } from "./figures.ts";
import type { Measurement } from "./types.ts";

/** Metres. A surface less than this in front of the label is the one that was measured. */
const tolerance = 0.15;
/** Only the newest so many are tested, since each costs a ray; older ones count as visible. */
const maxTested = 200;

/** The points in scene coordinates. */
export function scenePoints(one: Measurement, origin: Vec3): Vec3[] {
  return one.points.map(({ at }): Vec3 => [at[0] - origin[0], at[1] - origin[1], at[2] - origin[2]]);
}

/** Returns their ids. */
export async function occludedMeasurements(place: Place, saved: readonly Measurement[]): Promise<Set<string>> {
  const { eye } = place.viewer;
  const distanceTo = (point: Vec3): number => Math.hypot(...point.map((value, axis) => value - eye.position[axis]!));
  const occluded = new Set<string>();
  for (const one of saved.slice(-maxTested)) {
    const { label } = figureOf(one.kind, scenePoints(one, place.origin));
    const seen = label && eye.see(label);
    if (!label || !seen || seen.w <= 0) continue;
    const hit = await place.pick(seen.x / seen.w, seen.y / seen.w).catch(() => null);
    if (hit && distanceTo(hit.point) < distanceTo(label) - tolerance) occluded.add(one.id);
  }
  return occluded;
}
