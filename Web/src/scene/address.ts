/** The state of the view in the page's address: mode, camera and cut. Other parameters are kept. */

import { lens, type View } from "./view.ts";

/** The free look at the model, or the sand table. */
export type Mode = "look" | "explore";

/** The state of the free look. */
export interface Looking {
  /** Null: the first view. */
  view: View | null;
  /** The ceiling cut's height in metres; null: none. */
  cut: number | null;
}

export interface Seen extends Looking {
  mode: Mode;
}

const degrees = 180 / Math.PI;

/** `?mode=explore&camera=1.2_0.9_-0.4_35_50_6.2&cut=2.1`, without defaults, after the other parameters of `query`. */
export function seenToQuery(seen: Seen, query = ""): string {
  const values = new URLSearchParams(query);
  for (const name of ["mode", "camera", "cut"]) values.delete(name);
  const parts = values.size === 0 ? [] : [values.toString()];
  if (seen.mode !== "look") parts.push(`mode=${seen.mode}`);
  if (seen.view) {
    const { target, yaw, pitch, span } = seen.view;
    const turn = ((yaw * degrees) % 360 + 360) % 360;
    const numbers = [...target.map((value) => tidy(value, 2)), tidy(turn, 1), tidy(pitch * degrees, 1), tidy(span, 2)];
    parts.push(`camera=${numbers.join("_")}`);
  }
  if (seen.cut !== null) parts.push(`cut=${tidy(seen.cut, 2)}`);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** Invalid parameters are ignored: a truncated address still opens the space. */
export function seenFromQuery(query: string): Seen {
  const values = new URLSearchParams(query);
  // "table" is the former name of the sand table.
  const mode: Mode = ["explore", "table"].includes(values.get("mode") ?? "") ? "explore" : "look";
  return { mode, view: readCamera(values.get("camera")), cut: readCut(values.get("cut")) };
}

function readCamera(text: string | null): View | null {
  const numbers = text?.split("_").map(Number) ?? [];
  const [x, y, z, turn, tilt, span] = numbers;
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return null;
  if (x === undefined || y === undefined || z === undefined) return null;
  if (turn === undefined || tilt === undefined || span === undefined || span <= 0) return null;
  return { target: [x, y, z], yaw: turn / degrees, pitch: tilt / degrees, span, fov: lens.fov };
}

function readCut(text: string | null): number | null {
  return text !== null && text !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
}

function tidy(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)) + 0);
}
