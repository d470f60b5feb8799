/** Memories by their distance from somewhere. */

import type { Vec3 } from "../scene/rig.ts";

/**
 * Indices of the nearest `count` points of `positions` (x, y, z one after the other), the nearest first; equal ones by index.
 * For few of many, one pass with a bounded list; so that 100,000 cost a millisecond or two.
 */
export function nearest(positions: ArrayLike<number>, from: Vec3, count: number): number[] {
  const total = Math.floor(positions.length / 3);
  const distances = new Float64Array(total);
  for (let i = 0; i < total; i += 1) {
    const x = positions[3 * i]! - from[0];
    const y = positions[3 * i + 1]! - from[1];
    const z = positions[3 * i + 2]! - from[2];
    distances[i] = x * x + y * y + z * z;
  }
  const closer = (a: number, b: number): number => distances[a]! - distances[b]! || a - b;
  if (count >= total || count > 256) {
    return Array.from({ length: total }, (_, i) => i).sort(closer).slice(0, count);
  }
  const best: number[] = [];
  for (let i = 0; i < total; i += 1) {
    if (best.length === count && distances[i]! >= distances[best[count - 1]!]!) continue;
    let at = best.length;
    while (at > 0 && closer(i, best[at - 1]!) < 0) at -= 1;
    best.splice(at, 0, i);
    if (best.length > count) best.pop();
  }
  return best;
}

/** "3.2 metres ahead and to the left": where something is, as one who stands there would say it. `heading` is where one faces, radians
 * around y with 0 along −z and growing to the left (counter-clockwise from above). */
export function whereabouts(from: Vec3, heading: number, to: Vec3): string {
  const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
  const flat = Math.hypot(dx, dz);
  const metres = flat < 0.95 ? `${Math.max(1, Math.round(flat * 10)) * 10} centimetres` : metreWords(flat);
  if (flat < 0.4) return "right here";
  const ahead = -dx * Math.sin(heading) - dz * Math.cos(heading);
  const right = dx * Math.cos(heading) - dz * Math.sin(heading);
  const turn = Math.atan2(right, ahead); // 0 ahead, growing to the right
  const sectors = [
    "ahead",
    "ahead to the right",
    "to the right",
    "behind to the right",
    "behind",
    "behind to the left",
    "to the left",
    "ahead to the left",
  ];
  const sector = (Math.round(turn / (Math.PI / 4)) + 8) % 8;
  return `${metres} ${sectors[sector]}`;
}

function metreWords(metres: number): string {
  const rounded = metres < 10 ? Math.round(metres * 2) / 2 : Math.round(metres);
  return rounded === 1 ? "1 metre" : `${rounded} metres`;
}
