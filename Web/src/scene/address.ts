/** What the address says about how a place is seen: mode, camera and cut. */

import { lenses, type Mode, type View } from "./rig.ts";

export interface Seen {
  mode: Mode;
  /** Null: the first view of the mode. */
  view: View | null;
  /** Height in metres, "off", or null for the mode's usual. */
  cut: number | "off" | null;
}

const degrees = 180 / Math.PI;

/** `?mode=table&camera=1.2_0.9_-0.4_35_50_6.2&cut=2.1`, without what is usual. */
export function seenToQuery(seen: Seen): string {
  const parts: string[] = [];
  if (seen.mode !== "look") parts.push(`mode=${seen.mode}`);
  if (seen.view) {
    const { target, yaw, pitch, span } = seen.view;
    const turn = ((yaw * degrees) % 360 + 360) % 360;
    const numbers = [...target.map((value) => tidy(value, 2)), tidy(turn, 1), tidy(pitch * degrees, 1), tidy(span, 2)];
    parts.push(`camera=${numbers.join("_")}`);
  }
  if (seen.cut !== null) parts.push(`cut=${seen.cut === "off" ? "off" : tidy(seen.cut, 2)}`);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** What can't be read is left out: an address that someone cut short still opens the place. */
export function seenFromQuery(query: string): Seen {
  const values = new URLSearchParams(query);
  const mode: Mode = values.get("mode") === "table" ? "table" : "look";
  return { mode, view: readCamera(values.get("camera"), mode), cut: readCut(values.get("cut")) };
}

function readCamera(text: string | null, mode: Mode): View | null {
  const numbers = text?.split("_").map(Number) ?? [];
  const [x, y, z, turn, tilt, span] = numbers;
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return null;
  if (x === undefined || y === undefined || z === undefined) return null;
  if (turn === undefined || tilt === undefined || span === undefined || span <= 0) return null;
  return { target: [x, y, z], yaw: turn / degrees, pitch: tilt / degrees, span, fov: lenses[mode].fov };
}

function readCut(text: string | null): number | "off" | null {
  if (text === "off") return "off";
  return text !== null && text !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
}

function tidy(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)) + 0);
}
