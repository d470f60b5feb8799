/** The report of a scan as text and shares. Pure functions; unknown values are omitted. */

import type { Report } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { formatDecimal } from "../i18n/numbers.ts";
import { formatDate, formatDimensions, formatDuration, plural } from "./format.ts";

/** Name and value of each fact that is known. */
export function scanFacts(report: Report, now: Date = new Date()): [string, string][] {
  const facts: [string, string][] = [];
  const add = (name: string, value: string | null | undefined): void => {
    if (value) facts.push([name, value]);
  };
  add(t("Date"), report.recorded && formatDate(new Date(report.recorded), now));
  add(t("Duration"), report.duration !== null && report.duration > 0 ? formatDuration(report.duration) : null);
  add(t("Device"), report.device);
  add(t("Place"), report.place && formatPlace(report.place));
  const isMetric = report.scale === "known";
  add(t("Size"), isMetric && report.size ? formatDimensions(report.size[0], report.size[2], report.size[1]) : null);
  add(t("Scale"), isMetric ? null : t("unknown: lengths are not metres"));
  add(t("Frames"), report.frames > 0 ? plural(report.frames, { one: "{count} frame", other: "{count} frames" }) : null);
  add(t("Scanned as"), report.mode);
  return facts;
}

export interface Share {
  name: string;
  value: number;
  /** A component of the share before it. */
  part: boolean;
  /** What it measures. */
  means: string;
}

export function scanShares(report: Report): Share[] {
  const { shell } = report;
  const observed = {
    room: t("How much of the floor, the walls and the ceiling was observed"),
    floor: t("How much of the floor was observed, furniture on it included"),
    walls: t("How much of the walls was observed, furniture before them included"),
    ceiling: t("How much of the ceiling was observed"),
  };
  const all: [string, number | null, boolean, string][] = [
    [t("Room"), shell?.total.observed ?? null, false, observed.room],
    [
      t("Floor"),
      shell?.floor.observed ?? null,
      true,
      observed.floor,
    ],
    [
      t("Walls"),
      shell?.walls.observed ?? null,
      true,
      observed.walls,
    ],
    [t("Ceiling"), shell?.ceiling.observed ?? null, true, observed.ceiling],
    [
      t("Found surface"),
      report.coverage,
      false,
      t("How much of {coverageRefersTo}, was observed", { coverageRefersTo: report.coverageRefersTo }),
    ],
    [t("Quality"), report.quality, false, t("How well it was observed overall")],
    [t("Density"), report.parts.density, true, t("How dense the depth samples are")],
    [t("Angles"), report.parts.angles, true, t("How frontal the views are, and from how many sides")],
    [t("Sharpness"), report.parts.sharpness, true, t("How sharp the images are")],
  ];
  return all.flatMap(([name, value, part, means]) => value === null ? [] : [{ name, value, part, means }]);
}

/** How far the shares of the room can be trusted, or why there are none; null where nothing is to be said. */
export function roomText(report: Report): string | null {
  const { shell, noRoom } = report;
  if (!shell) return noRoom && t("No room was recognized: {noRoom}.", { noRoom });
  if (!shell.isOpen || shell.openOutline === null) return null;
  return t("The shares of the room are upper bounds: its outline is open along {openOutline} m.", {
    openOutline: formatDecimal(shell.openOutline, 1),
  });
}

/** `1.026 ± 0.008`: half of the 95 % interval; null where depths and trajectory agree. */
export function depthScaleText(poses: Report["poses"]): string | null {
  const scale = poses.depthScale;
  if (!scale) return null;
  const half = (scale.interval[1] - scale.interval[0]) / 2;
  return t(
    "Scale of the depths against the trajectory: {ratio} ± {number} (95 %). Which of the two is " +
      "wrong can't be determined from the capture: check a known length.",
    { ratio: formatDecimal(scale.ratio, 3), number: formatDecimal(Math.max(half, 0.001), 3) },
  );
}

const sources: Record<string, string> = {
  recorded: t("as the device recorded it"),
  refined: t("recorded, then aligned with the model"),
  odometry: t("computed from the images"),
};

/** The source of the camera trajectory, and its corrections. */
export function poseText(poses: Report["poses"]): string {
  const parts = [sources[poses.source] ?? poses.source];
  if (poses.correction !== null && poses.correction >= 0.0005) {
    parts.push(t("moved by up to {length}", { length: formatSmallLength(poses.correction) }));
  }
  if (poses.loops > 0) {
    parts.push(t("closed at {loops}", { loops: plural(poses.loops, { one: "{count} loop", other: "{count} loops" }) }));
  }
  return `${parts.join(", ")}.`.replace(/^./, (first) => first.toUpperCase());
}

/** Below this confidence the overall shape may be wrong, not only inaccurate. */
const minConfidence = 0.5;

/** A warning, or null where the camera trajectory is reliable. */
export function poseWarning(poses: Report["poses"]): string | null {
  if (poses.confidence === null || poses.confidence >= minConfidence) return null;
  return t("The camera trajectory is uncertain: walls may be bent or doubled, and measurements may be wrong.");
}

/** `4.2 cm`, `8 mm`, `1.2 m`. */
export function formatSmallLength(metres: number): string {
  if (metres < 0.0095) return t("{number} mm", { number: Math.max(1, Math.round(metres * 1000)) });
  if (metres < 0.995) return `${formatDecimal(metres * 100, metres < 0.0995 ? 1 : 0)} cm`;
  return `${formatDecimal(metres, 1)} m`;
}

/** `48.13713° N, 11.57541° E, ± 5 m`. */
export function formatPlace(place: NonNullable<Report["place"]>): string {
  const angle = (degrees: number, [positive, negative]: [string, string]): string =>
    `${Math.abs(degrees).toFixed(5)}° ${degrees < 0 ? negative : positive}`;
  const parts = [angle(place.latitude, ["N", "S"]), angle(place.longitude, ["E", "W"])];
  if (place.accuracy !== null) parts.push(`± ${Math.max(1, Math.round(place.accuracy))} m`);
  return parts.join(", ");
}
