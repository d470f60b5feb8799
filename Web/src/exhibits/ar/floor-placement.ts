/** A model on a floor: previewed, moved over the floor, turned, and shown in real or table scale. Radians and metres. */

import type { Vec3 } from "../../core/vectors.ts";

export type PlacementScale = "real" | "table";

export interface FloorPlacement {
  position: Vec3;
  yaw: number;
  scale: PlacementScale;
  /** A factor chosen by pinching, beside the scale. */
  factor: number;
  /** Whether it was confirmed: until then it follows the aim. */
  isConfirmed: boolean;
}

export const factorRange = { min: 0.25, max: 4 };

export const startPlacement: FloorPlacement = {
  position: [0, 0, 0],
  yaw: 0,
  scale: "table",
  factor: 1,
  isConfirmed: false,
};

/** The factor of the model's metres. */
export function scaleOf({ scale, factor }: FloorPlacement, tableScale: number): number {
  return scale === "real" ? 1 : tableScale * factor;
}

/** Pinching by a factor; in real scale a model keeps its size. */
export function pinched(placement: FloorPlacement, factor: number): FloorPlacement {
  if (placement.scale === "real") return placement;
  return { ...placement, factor: Math.min(factorRange.max, Math.max(factorRange.min, placement.factor * factor)) };
}

/** Where a ray meets the horizontal plane at a height; null where it points away from it. */
export function onPlane(origin: Vec3, direction: Vec3, height: number): Vec3 | null {
  if (Math.abs(direction[1]) < 1e-6) return null;
  const along = (height - origin[1]) / direction[1];
  if (along <= 0) return null;
  return [origin[0] + along * direction[0], height, origin[2] + along * direction[2]];
}
