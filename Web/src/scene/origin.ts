/** Map coordinates: a model that lies far from the world's origin is shown near it, where a graphics card's floats are exact. */

import type { Vec3 } from "./view.ts";

/** Metres; the same limit as where models are read (`FarPositions`). */
const far = 10_000;

/** What is taken from every coordinate: along each axis on which a model's node stands far off, its place there in whole metres. */
export function farOrigin(place: Vec3): Vec3 {
  const whole = (metres: number): number => Math.abs(metres) >= far ? Math.round(metres) : 0;
  return [whole(place[0]), whole(place[1]), whole(place[2])];
}
