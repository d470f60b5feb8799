/** Map coordinates: a model far from the world's origin is shown near it, where 32-bit floats are accurate. */

import type { Vec3 } from "./view.ts";

/** Metres; the same limit as where models are read (`FarPositions`). */
const far = 10_000;

/** The vector to subtract from all coordinates: on each axis on which the node is far from 0, its position in whole metres. */
export function farOrigin(place: Vec3): Vec3 {
  const whole = (metres: number): number => Math.abs(metres) >= far ? Math.round(metres) : 0;
  return [whole(place[0]), whole(place[1]), whole(place[2])];
}
