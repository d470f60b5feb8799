/** What can be measured, how many points that takes, and the hint for each step. Pure. */

import type { MeasureKind, Snap } from "./types.ts";

export interface Kind {
  kind: MeasureKind;
  label: string;
  /** The number of points that give a value, at least and at most. */
  minPoints: number;
  maxPoints: number;
  /** A room of the plan can be measured instead of points. */
  rooms: boolean;
  /** What to place next, by the number of points; the last applies to all further ones. */
  hints: string[];
}

export const kinds: readonly Kind[] = [
  {
    kind: "distance",
    label: "Distance",
    minPoints: 2,
    maxPoints: 2,
    rooms: false,
    hints: ["Place the start point.", "Place the end point."],
  },
  {
    kind: "path",
    label: "Path",
    minPoints: 2,
    maxPoints: 200,
    rooms: false,
    hints: ["Place the first point.", "Place the next point.", "Place the next point, or finish."],
  },
  {
    kind: "area",
    label: "Area",
    minPoints: 3,
    maxPoints: 200,
    rooms: true,
    hints: [
      "Place the first corner, or choose a room.",
      "Place the next corner.",
      "Place the next corner.",
      "Place the next corner, or finish.",
    ],
  },
  {
    kind: "angle",
    label: "Angle",
    minPoints: 3,
    maxPoints: 3,
    rooms: false,
    hints: ["Place a point on the first side.", "Place the vertex.", "Place a point on the second side."],
  },
  {
    kind: "height",
    label: "Height",
    minPoints: 2,
    maxPoints: 2,
    rooms: false,
    hints: ["Place the lower point.", "Place the upper point."],
  },
  {
    kind: "clearance",
    label: "Clearance",
    minPoints: 2,
    maxPoints: 2,
    rooms: false,
    hints: ["Place a point on one side of the gap.", "Place a point on the other side."],
  },
  {
    kind: "volume",
    label: "Volume",
    minPoints: 0,
    maxPoints: 0,
    rooms: true,
    hints: ["Choose what to measure."],
  },
];

export function kindOf(kind: MeasureKind): Kind {
  return kinds.find((one) => one.kind === kind) ?? kinds[0]!;
}

export function hintFor(kind: MeasureKind, points: number): string {
  const { hints, maxPoints } = kindOf(kind);
  if (maxPoints > 0 && points >= maxPoints) return "Drag a point to move it.";
  return hints[Math.min(points, hints.length - 1)] ?? "";
}

/** Marks what a point snaps to by a letter beside a shape, so that neither colour nor shape is needed to tell them apart. */
export const snapMarks: Record<Snap, { letter: string; word: string }> = {
  auto: { letter: "", word: "surface" },
  none: { letter: "", word: "surface" },
  surface: { letter: "", word: "surface" },
  vertex: { letter: "V", word: "vertex" },
  edge: { letter: "E", word: "edge" },
  plane: { letter: "P", word: "plane" },
  corner: { letter: "C", word: "corner" },
};

export const snapChoices: { snap: Snap; label: string }[] = [
  { snap: "auto", label: "Nearest feature" },
  { snap: "corner", label: "Wall corners" },
  { snap: "vertex", label: "Vertices" },
  { snap: "edge", label: "Edges" },
  { snap: "plane", label: "Planes" },
  { snap: "none", label: "Nothing" },
];

/** `Distance 3`: the first number that is not in use. */
export function freshName(kind: MeasureKind, used: readonly string[]): string {
  const { label } = kindOf(kind);
  for (let number = 1;; number += 1) {
    const name = `${label} ${number}`;
    if (!used.includes(name)) return name;
  }
}
