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
  add("Size", report.size && formatDimensions(report.size[0], report.size[2], report.size[1]));
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
  const all: [string, number | null, boolean, string][] = [
    ["Coverage", report.coverage, false, "How much of the surface was observed"],
    ["Quality", report.quality, false, "How well it was observed overall"],
    ["Density", report.parts.density, true, "How dense the depth samples are"],
    ["Angles", report.parts.angles, true, "How frontal the views are, and from how many sides"],
    ["Sharpness", report.parts.sharpness, true, "How sharp the images are"],
  ];
  return all.flatMap(([name, value, part, means]) => value === null ? [] : [{ name, value, part, means }]);
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
