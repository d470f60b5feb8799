/** The view in which a scan is first shown, as the server chose it by the camera trajectory: an asset of the space. */

import type { Vec3 } from "./view.ts";

export type DefaultView =
  /** All of the scan from a direction, in radians. */
  | { kind: "around"; yaw: number; pitch: number }
  /** From a point at another, in world coordinates. */
  | { kind: "inside"; eye: Vec3; target: Vec3 };

/** Null for what this version can't read. */
export function readDefaultView(text: string): DefaultView | null {
  const value: unknown = parse(text);
  if (typeof value !== "object" || value === null) return null;
  const { kind, yaw, pitch, eye, target } = value as Record<string, unknown>;
  if (kind === "around" && isNumber(yaw) && isNumber(pitch)) return { kind, yaw, pitch };
  if (kind === "inside" && isPoint(eye) && isPoint(target)) return { kind, eye, target };
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isPoint(value: unknown): value is Vec3 {
  return Array.isArray(value) && value.length === 3 && value.every(isNumber);
}
