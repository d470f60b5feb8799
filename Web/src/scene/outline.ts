/** A sample of a model's points without outliers, to fit the camera's view to. */

import type { Vec3 } from "./view.ts";

const maxPoints = 4000;
/** The fraction omitted at both ends of each axis: single points far away must not shrink the image. */
const outliers = 0.001;

/** Samples evenly. `point` returns the point with an index. */
export function outline(count: number, point: (index: number) => Vec3): Vec3[] {
  const step = Math.max(1, Math.floor(count / maxPoints));
  const points: Vec3[] = [];
  for (let i = 0; i < count; i += step) {
    const sample = point(i);
    if (sample.every(Number.isFinite)) points.push(sample);
  }
  const out = Math.floor(points.length * outliers);
  if (out === 0) return points;
  const limits = [0, 1, 2].map((axis) => {
    const sorted = points.map((sample) => sample[axis] ?? 0).sort((a, b) => a - b);
    return { low: sorted[out] ?? 0, high: sorted[sorted.length - 1 - out] ?? 0 };
  });
  return points.filter((sample) =>
    limits.every(({ low, high }, axis) => sample[axis]! >= low && sample[axis]! <= high)
  );
}
