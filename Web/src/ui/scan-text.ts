/** The report of a scan as text and shares. Pure functions; unknown values are omitted. */

import type { Report } from "../api/generated.ts";
import { formatDate, formatDimensions, formatDuration, plural } from "./format.ts";

/** Name and value of each fact that is known. */
export function scanFacts(report: Report, now: Date = new Date()): [string, string][] {
  const facts: [string, string][] = [];
  const add = (name: string, value: string | null | undefined): void => {
    if (value) facts.push([name, value]);
  };
  add("Date", report.recorded && formatDate(new Date(report.recorded), now));
  add("Duration", report.duration !== null && report.duration > 0 ? formatDuration(report.duration) : null);
  add("Device", report.device);
  add("Place", report.place && formatPlace(report.place));
  const isMetric = report.scale === "known";
  add("Size", isMetric && report.size ? formatDimensions(report.size[0], report.size[2], report.size[1]) : null);
  add("Scale", isMetric ? null : "unknown: lengths are not metres");
  add("Frames", report.frames > 0 ? plural(report.frames, "frame") : null);
  add("Scanned as", report.mode);
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
  const observed = (part: string): string => `How much of the ${part} was observed`;
  const all: [string, number | null, boolean, string][] = [
    ["Room", shell?.total.observed ?? null, false, observed("floor, the walls and the ceiling")],
    ["Floor", shell?.floor.observed ?? null, true, `${observed("floor")}, furniture on it included`],
    ["Walls", shell?.walls.observed ?? null, true, `${observed("walls")}, furniture before them included`],
    ["Ceiling", shell?.ceiling.observed ?? null, true, observed("ceiling")],
    ["Found surface", report.coverage, false, `How much of ${report.coverageRefersTo}, was observed`],
    ["Quality", report.quality, false, "How well it was observed overall"],
    ["Density", report.parts.density, true, "How dense the depth samples are"],
    ["Angles", report.parts.angles, true, "How frontal the views are, and from how many sides"],
    ["Sharpness", report.parts.sharpness, true, "How sharp the images are"],
  ];
  return all.flatMap(([name, value, part, means]) => value === null ? [] : [{ name, value, part, means }]);
}

/** How far the shares of the room can be trusted, or why there are none; null where nothing is to be said. */
export function roomText(report: Report): string | null {
  const { shell, noRoom } = report;
  if (!shell) return noRoom && `No room was recognized: ${noRoom}.`;
  if (!shell.isOpen || shell.openOutline === null) return null;
  return `The shares of the room are upper bounds: its outline is open along ${shell.openOutline.toFixed(1)} m.`;
}

/** `1.026 ± 0.008`: half of the 95 % interval; null where depths and trajectory agree. */
export function depthScaleText(poses: Report["poses"]): string | null {
  const scale = poses.depthScale;
  if (!scale) return null;
  const half = (scale.interval[1] - scale.interval[0]) / 2;
  return `Scale of the depths against the trajectory: ${scale.ratio.toFixed(3)} ± ${
    Math.max(half, 0.001).toFixed(3)
  } (95 %). ` +
    "Which of the two is wrong can't be determined from the capture: check a known length.";
}

const sources: Record<string, string> = {
  recorded: "as the device recorded it",
  refined: "recorded, then aligned with the model",
  odometry: "computed from the images",
};

/** The source of the camera trajectory, and its corrections. */
export function poseText(poses: Report["poses"]): string {
  const parts = [sources[poses.source] ?? poses.source];
  if (poses.correction !== null && poses.correction >= 0.0005) {
    parts.push(`moved by up to ${formatSmallLength(poses.correction)}`);
  }
  if (poses.loops > 0) parts.push(`closed at ${plural(poses.loops, "loop")}`);
  return `${parts.join(", ")}.`.replace(/^./, (first) => first.toUpperCase());
}

/** Below this confidence the overall shape may be wrong, not only inaccurate. */
const minConfidence = 0.5;

/** A warning, or null where the camera trajectory is reliable. */
export function poseWarning(poses: Report["poses"]): string | null {
  if (poses.confidence === null || poses.confidence >= minConfidence) return null;
  return "The camera trajectory is uncertain: walls may be bent or doubled, and measurements may be wrong.";
}

/** `4.2 cm`, `8 mm`, `1.2 m`. */
export function formatSmallLength(metres: number): string {
  if (metres < 0.0095) return `${Math.max(1, Math.round(metres * 1000))} mm`;
  if (metres < 0.995) return `${(metres * 100).toFixed(metres < 0.0995 ? 1 : 0)} cm`;
  return `${metres.toFixed(1)} m`;
}

/** `48.13713° N, 11.57541° E, ± 5 m`. */
export function formatPlace(place: NonNullable<Report["place"]>): string {
  const angle = (degrees: number, [positive, negative]: [string, string]): string =>
    `${Math.abs(degrees).toFixed(5)}° ${degrees < 0 ? negative : positive}`;
  const parts = [angle(place.latitude, ["N", "S"]), angle(place.longitude, ["E", "W"])];
  if (place.accuracy !== null) parts.push(`± ${Math.max(1, Math.round(place.accuracy))} m`);
  return parts.join(", ");
}
