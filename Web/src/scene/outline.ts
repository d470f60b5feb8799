/** What of a place has to be in the picture: some of its points, without strays. */

import type { Vec3 } from "./view.ts";

const mostPoints = 4000;
/** Of each axis's ends this part is left out: single points far away shall not shrink the place. */
const strays = 0.001;

/** Samples evenly. `point` gives the point of an index. */
export function outline(count: number, point: (index: number) => Vec3): Vec3[] {
  const step = Math.max(1, Math.floor(count / mostPoints));
  const points: Vec3[] = [];
  for (let i = 0; i < count; i += step) {
    const sample = point(i);
    if (sample.every(Number.isFinite)) points.push(sample);
  }
  const out = Math.floor(points.length * strays);
  if (out === 0) return points;
  const limits = [0, 1, 2].map((axis) => {
    const sorted = points.map((sample) => sample[axis] ?? 0).sort((a, b) => a - b);
    return { low: sorted[out] ?? 0, high: sorted[sorted.length - 1 - out] ?? 0 };
  });
  return points.filter((sample) =>
    limits.every(({ low, high }, axis) => sample[axis]! >= low && sample[axis]! <= high)
  );
}
