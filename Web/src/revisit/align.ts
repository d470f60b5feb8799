/**
 * Aligns a scanned space with the real place. The vertical is known in both, so that a rotation around it and a translation
 * remain: real = rotation(yaw) · place + shift. Metres, y up, radians. Pure functions.
 */

import { t } from "../i18n/messages.ts";
import type { Vec3 } from "../scene/view.ts";

export interface Alignment {
  /** About +y, counter-clockwise seen from above. */
  yaw: number;
  shift: Vec3;
  /** The root mean square distance of the aligned pairs, in metres. */
  residual: number;
}

export interface Pair {
  place: Vec3;
  real: Vec3;
}

/** Points closer together than this define no direction. */
export const minDistance = 0.5;

/**
 * The least-squares alignment of pairs of points (the planar case of Umeyama 1991, with scale 1). Null where the
 * points don't define a direction: fewer than two, or all within half a metre seen from above.
 */
export function alignByPoints(pairs: readonly Pair[]): Alignment | null {
  if (pairs.length < 2) return null;
  const a = mean(pairs.map((pair) => pair.place));
  const b = mean(pairs.map((pair) => pair.real));
  let cross = 0;
  let along = 0;
  let spread = 0;
  for (const { place, real } of pairs) {
    const px = place[0] - a[0];
    const pz = place[2] - a[2];
    const rx = real[0] - b[0];
    const rz = real[2] - b[2];
    along += px * rx + pz * rz;
    cross += pz * rx - px * rz;
    spread = Math.max(spread, Math.hypot(px, pz));
  }
  if (spread < minDistance / 2) return null;
  return withResidual(Math.atan2(cross, along), a, b, pairs);
}

/** A marker on a wall: its centre, and its normal (out of the wall). */
export interface Marker {
  point: Vec3;
  normal: Vec3;
}

/** The alignment by a marker of known pose. Null where it is not on an upright surface, which defines no direction. */
export function alignByMarker(place: Marker, real: Marker): Alignment | null {
  const level = (normal: Vec3): number => Math.hypot(normal[0], normal[2]);
  if (level(place.normal) < 0.5 || level(real.normal) < 0.5) return null;
  const heading = (normal: Vec3): number => Math.atan2(normal[0], normal[2]);
  const yaw = wrapped(heading(real.normal) - heading(place.normal));
  return withResidual(yaw, place.point, real.point, [{ place: place.point, real: real.point }]);
}

function withResidual(yaw: number, a: Vec3, b: Vec3, pairs: readonly Pair[]): Alignment {
  const turned = turn(a, yaw);
  const shift: Vec3 = [b[0] - turned[0], b[1] - turned[1], b[2] - turned[2]];
  const squares = pairs.map(({ place, real }) => {
    const at = apply({ yaw, shift }, place);
    return (at[0] - real[0]) ** 2 + (at[1] - real[1]) ** 2 + (at[2] - real[2]) ** 2;
  });
  return { yaw, shift, residual: Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / pairs.length) };
}

/** The real position of a point of the space. */
export function apply({ yaw, shift }: Pick<Alignment, "yaw" | "shift">, point: Vec3): Vec3 {
  const [x, y, z] = turn(point, yaw);
  return [x + shift[0], y + shift[1], z + shift[2]];
}

function turn([x, y, z]: Vec3, yaw: number): Vec3 {
  const s = Math.sin(yaw);
  const c = Math.cos(yaw);
  return [c * x + s * z, y, -s * x + c * z];
}

function mean(points: readonly Vec3[]): Vec3 {
  const sum = points.reduce<Vec3>((all, point) => [all[0] + point[0], all[1] + point[1], all[2] + point[2]], [0, 0, 0]);
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
}

function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

/** The quality of an alignment as text. */
export function qualityText(residual: number): string {
  const centimetres = Math.round(residual * 100);
  const word = residual < 0.03
    ? t("fits well")
    : residual < 0.1
    ? t("fits roughly")
    : t("fits badly: choose the points again");
  return t("{centimetres} cm off, {word}", { centimetres, word });
}

/** A marker's pose in the address that is printed: `1.20_1.45_-0.30_0.00_1.00` (its centre, then x and z of its normal). */
export function markerToText({ point, normal }: Marker): string {
  return [...point, normal[0], normal[2]].map((value) => String(Number(value.toFixed(3)) + 0)).join("_");
}

/** The address that is printed. `path`: of a link (`/s/TOKEN`), or of the space for people who sign in. */
export function markerAddress(origin: string, path: string, marker: Marker): string {
  return `${origin}${path}?marker=${markerToText(marker)}`;
}

/** Null where the text is not a marker's pose. */
export function markerFromText(text: string | null): Marker | null {
  const numbers = text?.split("_").map(Number) ?? [];
  const [x, y, z, nx, nz] = numbers;
  if (numbers.length !== 5 || !numbers.every((value) => Number.isFinite(value) && Math.abs(value) < 1e5)) return null;
  const length = Math.hypot(nx!, nz!);
  return length < 0.5 ? null : { point: [x!, y!, z!], normal: [nx! / length, 0, nz! / length] };
}
