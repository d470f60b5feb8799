/** From where a thing is shown: the side on which the view of it is free. Pure functions. */

import type { Vec3 } from "../../scene/view.ts";
import type { Viewpoint } from "../sand-table.ts";

/** Metres from the eye to the thing, where there is room. */
const wantedDistance = 2;
/** Metres that the eye keeps from a wall behind it. */
const wallGap = 0.2;
const minDistance = 0.3;
/** Angles above the thing from which it can be seen, and around it. */
const pitches = [0.35, 0.65];
const yawCount = 16;
/** The weight of a view that is like the present one, against one with more room. */
const familiarity = 0.35;

/**
 * The viewpoint that looks at a point.
 * - Parameter room: free metres from the point in a direction.
 * - Parameter camera: the present camera; a view from its side is preferred.
 */
export function closeUp(point: Vec3, room: (direction: Vec3) => number, camera: Vec3): Viewpoint {
  const towards = Math.atan2(camera[0] - point[0], camera[2] - point[2]);
  let best = { direction: [0, 1, 0] as Vec3, distance: minDistance, score: -Infinity };
  for (const pitch of pitches) {
    for (let step = 0; step < yawCount; step++) {
      const yaw = towards + 2 * Math.PI * step / yawCount;
      const direction: Vec3 = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
      const distance = Math.max(minDistance, Math.min(wantedDistance, room(direction) - wallGap));
      const score = distance / wantedDistance + familiarity * Math.cos(yaw - towards);
      if (score > best.score + 1e-6) best = { direction, distance, score };
    }
  }
  const { direction, distance } = best;
  const eye = point.map((value, axis) => value + direction[axis]! * distance) as unknown as Vec3;
  return { matrix: lookingAt(eye, direction), fieldOfView: 0.9, aspect: 1 };
}

/** Camera-to-world, column-major: at an eye, `back` being the direction from what it looks at to the eye. */
function lookingAt(eye: Vec3, [x, y, z]: Vec3): number[] {
  const flat = Math.hypot(x, z);
  const right: Vec3 = flat > 1e-6 ? [z / flat, 0, -x / flat] : [1, 0, 0];
  const up: Vec3 = [y * right[2] - z * right[1], z * right[0] - x * right[2], x * right[1] - y * right[0]];
  return [...right, 0, ...up, 0, x, y, z, 0, ...eye, 1];
}
