/** Measurements as the server sends them. Metres and radians in the world, y up. */

import type { Measured, MeasurementKind, MeasurementRequest, Snap } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import type { Vec3 } from "../scene/view.ts";
import type { LengthUnits } from "../ui/units.ts";

export type {
  Check,
  CheckList,
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

type Texts = Pick<Measured, "text" | "imperial" | "texts">;

/** The server's text, with the uncertainty. */
export function textOf({ text, imperial, texts }: Texts, units: LengthUnits): string {
  if (units === "metric") return text ?? "";
  return (units === "imperial" ? imperial : texts?.[units]) ?? "";
}

/** The value alone, for labels of saved measurements. */
export function shortText(measured: Texts, units: LengthUnits): string {
  return textOf(measured, units).split(" ±")[0]!.split(" (uncertainty")[0]!;
}

/** The value with its uncertainty in one line; why it is unknown is `reason`, shown separately. */
export function lineOf(measured: Texts & Pick<Measured, "halfWidth95">, units: LengthUnits): string {
  return measured.halfWidth95 === null
    ? t("{short}, uncertainty unknown", { short: shortText(measured, units) })
    : textOf(measured, units);
}
