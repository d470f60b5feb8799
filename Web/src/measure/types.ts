/** Measurements as the server sends them. Metres and radians in the world, y up. */

import type { Measured, MeasurementKind, MeasurementRequest, Snap } from "../api/generated.ts";
import type { Vec3 } from "../scene/view.ts";
import type { Units } from "../ui/units.ts";

export type {
  Measured,
  Measurement,
  MeasurementKind as MeasureKind,
  MeasurementList as MeasurementsAnswer,
  Snap,
} from "../api/generated.ts";

/** A point of a draft, and of what the server measured. */
export interface MeasurePoint {
  at: Vec3;
  snap: Snap;
  /** Of the plane that contains it. */
  normal?: Vec3 | null;
}

/** What the client sends; the points are those of a draft. */
export interface MeasureRequest extends Omit<MeasurementRequest, "kind" | "points" | "name"> {
  kind: MeasurementKind | "snap";
  points: MeasurePoint[];
}

/** The server's text, with the uncertainty. */
export function textOf(measured: Pick<Measured, "text" | "imperial">, units: Units): string {
  return (units === "imperial" ? measured.imperial : measured.text) ?? "";
}

/** The value alone, for labels of saved measurements. */
export function shortText(measured: Pick<Measured, "text" | "imperial">, units: Units): string {
  return textOf(measured, units).split(" ±")[0]!.split(" (uncertainty")[0]!;
}

/** The value with its uncertainty in one line; why it is unknown is `reason`, shown separately. */
export function lineOf(measured: Pick<Measured, "text" | "imperial" | "halfWidth95">, units: Units): string {
  return measured.halfWidth95 === null ? `${shortText(measured, units)}, uncertainty unknown` : textOf(measured, units);
}
