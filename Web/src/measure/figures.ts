/** The lines, area and label position of a measurement in the scene, and their projection to the image. Pure. */

import type { Seen, ViewProjection } from "../scene/view-projection.ts";
import type { Vec3 } from "../scene/view.ts";
import type { MeasureKind } from "./types.ts";

export interface Figure {
  lines: Vec3[][];
  /** Construction lines, drawn dashed. */
  dashed: Vec3[][];
  fill: Vec3[] | null;
  /** Position of the value's label; null where it has none. */
  label: Vec3 | null;
}

export function figureOf(kind: MeasureKind, points: readonly Vec3[]): Figure {
  const none: Figure = { lines: [], dashed: [], fill: null, label: null };
  const [first, second] = points;
  if (!first) return none;
  switch (kind) {
    case "area":
      return points.length < 3
        ? { ...none, lines: [[...points]], label: middle(points) }
        : { ...none, lines: [[...points, first]], fill: [...points], label: middle(points) };
    case "height": {
      if (!second) return { ...none, lines: [[first]] };
      const top: Vec3 = [first[0], second[1], first[2]];
      return { ...none, lines: [[first, top]], dashed: [[top, second]], label: middle([first, top]) };
    }
    case "angle":
      return { ...none, lines: [[...points]], label: points[1] ?? first };
    default:
      return { ...none, lines: [[...points]], label: second ? middleOfPath(points) : first };
  }
}

function middle(points: readonly Vec3[]): Vec3 {
  const sum = (axis: 0 | 1 | 2): number => points.reduce((all, point) => all + point[axis], 0) / points.length;
  return [sum(0), sum(1), sum(2)];
}

/** Half way along. */
function middleOfPath(points: readonly Vec3[]): Vec3 {
  const lengths = points.slice(1).map((point, i) =>
    Math.hypot(...point.map((value, axis) => value - points[i]![axis]!))
  );
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [i, length] of lengths.entries()) {
    if (left <= length && length > 0) return mixed(points[i]!, points[i + 1]!, left / length);
    left -= length;
  }
  return points[0]!;
}

function mixed(a: Vec3, b: Vec3, t: number): Vec3 {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

export type Pixel = readonly [number, number];

/** Radius of the dot that marks a point, in pixels. */
const pointSize = 8;

/** The near plane: metres in front of the camera. */
const near = 0.01;

export function pixelOf(eye: ViewProjection, point: Vec3): Pixel | null {
  const { x, y, w } = eye.see(point);
  return w < near ? null : [x / w, y / w];
}

/** The parts of a polyline in front of the near plane. */
export function lineOnScreen(eye: ViewProjection, points: readonly Vec3[]): Pixel[][] {
  const seen = points.map((point) => eye.see(point));
  const pieces: Pixel[][] = [];
  let piece: Pixel[] = [];
  seen.slice(1).forEach((b, i) => {
    const a = seen[i]!;
    if (a.w >= near && piece.length === 0) piece.push(flat(a));
    if (a.w < near !== b.w < near) piece.push(flat(crossing(a, b)));
    if (b.w >= near) piece.push(flat(b));
    else if (piece.length > 0) {
      pieces.push(piece);
      piece = [];
    }
  });
  if (piece.length > 0) pieces.push(piece);
  return pieces.filter(({ length }) => length > 1);
}

/** The part of a polygon in front of the near plane (Sutherland-Hodgman clipping). */
export function polygonOnScreen(eye: ViewProjection, points: readonly Vec3[]): Pixel[] {
  const seen = points.map((point) => eye.see(point));
  const kept: Pixel[] = [];
  seen.forEach((b, i) => {
    const a = seen[(i + seen.length - 1) % seen.length]!;
    if (a.w < near !== b.w < near) kept.push(flat(crossing(a, b)));
    if (b.w >= near) kept.push(flat(b));
  });
  return kept;
}

function crossing(a: Seen, b: Seen): Seen {
  const t = (near - a.w) / (b.w - a.w);
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, w: near };
}

function flat({ x, y, w }: Seen): Pixel {
  return [x / w, y / w];
}

export interface LabelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The position of a label: above its anchor, and above any of the measurement's points that would overlap it.
 */
export function labelBox([x, y]: Pixel, size: { width: number; height: number }, points: readonly Pixel[]): LabelBox {
  const gap = 8;
  const box = { x: x - size.width / 2, y: y - size.height - gap, ...size };
  // Ordered upwards: a label moved above one may overlap the next.
  for (const [px, py] of points.toSorted((a, b) => b[1] - a[1])) {
    const beside = px < box.x - gap || px > box.x + box.width + gap;
    if (!beside && py > box.y - gap && py < box.y + box.height + gap) box.y = py - size.height - gap - pointSize;
  }
  return box;
}

/** The labels, most important first, that overlap no earlier one and are inside the image. */
export function freeLabels<Label extends { box: LabelBox }>(labels: readonly Label[], frame: LabelBox): Label[] {
  const kept: Label[] = [];
  for (const label of labels) {
    const { box } = label;
    const inside = box.x >= frame.x && box.y >= frame.y && box.x + box.width <= frame.x + frame.width &&
      box.y + box.height <= frame.y + frame.height;
    const free = kept.every(({ box: other }) =>
      box.x + box.width <= other.x || other.x + other.width <= box.x || box.y + box.height <= other.y ||
      other.y + other.height <= box.y
    );
    if (inside && free) kept.push(label);
  }
  return kept;
}
