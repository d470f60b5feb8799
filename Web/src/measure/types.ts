/** Measurements as the server tells them. Metres and radians in the world, y up. */

import type { Vec3 } from "../scene/rig.ts";
import type { Units } from "../ui/units.ts";

export type MeasureKind = "distance" | "path" | "area" | "angle" | "height" | "clearance" | "volume";

/** What a point clings to; `auto` lets the server choose, `none` leaves it where it was put. */
export type Snap = "auto" | "vertex" | "edge" | "plane" | "corner" | "none";

export interface MeasurePoint {
  at: Vec3;
  snap: Snap;
  /** Of the plane that it lies on. */
  normal?: Vec3 | null;
}

export interface MeasureRequest {
  kind: MeasureKind | "snap";
  points: { at: Vec3; snap: Snap }[];
  /** Metres within which a point clings to something. */
  radius?: number;
  /** A room or piece of furniture of the plan, where that is what is measured. */
  room?: string;
  object?: string;
}

export interface Measured {
  kind: MeasureKind | "snap";
  value: number | null;
  unit: "m" | "m2" | "m3" | "rad" | null;
  /** Of the 95 % interval, in the unit; null where nobody knows it, and then `reason` says why. */
  halfWidth: number | null;
  reason: string | null;
  text: string;
  imperial: string;
  points: MeasurePoint[];
}

export interface Measurement extends Measured {
  kind: MeasureKind;
  id: string;
  name: string;
  created: string;
  modified: string;
  trashed: string | null;
  room?: string | null;
  object?: string | null;
}

export interface MeasurementsAnswer {
  measurements: Measurement[];
  canEdit: boolean;
}

/** As the server words it, with its uncertainty. */
export function textOf(measured: Pick<Measured, "text" | "imperial">, units: Units): string {
  return units === "imperial" ? measured.imperial : measured.text;
}

/** The value alone, for labels of what was kept. */
export function shortText(measured: Pick<Measured, "text" | "imperial">, units: Units): string {
  return textOf(measured, units).split(" ±")[0]!.split(" (uncertainty")[0]!;
}

/** One line that says how far to trust it; why nobody knows that is `reason`, and stands apart. */
export function lineOf(measured: Pick<Measured, "text" | "imperial" | "halfWidth">, units: Units): string {
  return measured.halfWidth === null ? `${shortText(measured, units)}, uncertainty unknown` : textOf(measured, units);
}
