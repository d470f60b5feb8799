/** What can be measured, how many points that takes, and what is said meanwhile. Pure. */

import type { MeasureKind, Snap } from "./types.ts";

export interface Kind {
  kind: MeasureKind;
  label: string;
  /** The fewest points that give a value, and the most. */
  least: number;
  most: number;
  /** A room of the plan may stand for the points. */
  rooms: boolean;
  /** What to point at next, by how many points are there; the last holds for all that follow. */
  hints: string[];
}

export const kinds: readonly Kind[] = [
  {
    kind: "distance",
    label: "Distance",
    least: 2,
    most: 2,
    rooms: false,
    hints: ["Point at where it begins.", "Point at where it ends."],
  },
  {
    kind: "path",
    label: "Path",
    least: 2,
    most: 200,
    rooms: false,
    hints: ["Point at where the path begins.", "Point at the next place.", "Point at the next place, or finish."],
  },
  {
    kind: "area",
    label: "Area",
    least: 3,
    most: 200,
    rooms: true,
    hints: [
      "Point at the first corner, or choose a room.",
      "Point at the next corner.",
      "Point at the next corner.",
      "Point at the next corner, or finish.",
    ],
  },
  {
    kind: "angle",
    label: "Angle",
    least: 3,
    most: 3,
    rooms: false,
    hints: ["Point at the end of one side.", "Point at the corner.", "Point at the end of the other side."],
  },
  {
    kind: "height",
    label: "Height",
    least: 2,
    most: 2,
    rooms: false,
    hints: ["Point at the lower place.", "Point at the upper place."],
  },
  {
    kind: "clearance",
    label: "Clearance",
    least: 2,
    most: 2,
    rooms: false,
    hints: ["Point at one side of the gap.", "Point at the other side."],
  },
  {
    kind: "volume",
    label: "Volume",
    least: 0,
    most: 0,
    rooms: true,
    hints: ["Choose what to measure."],
  },
];

export function kindOf(kind: MeasureKind): Kind {
  return kinds.find((one) => one.kind === kind) ?? kinds[0]!;
}

export function hintFor(kind: MeasureKind, points: number): string {
  const { hints, most } = kindOf(kind);
  if (most > 0 && points >= most) return "Drag a point to move it.";
  return hints[Math.min(points, hints.length - 1)] ?? "";
}

/** What marks where a point lands: a letter beside a shape, so that neither colour nor shape alone has to tell. */
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
  { snap: "auto", label: "Whatever is near" },
  { snap: "corner", label: "Corners of walls" },
  { snap: "vertex", label: "Vertices" },
  { snap: "edge", label: "Edges" },
  { snap: "plane", label: "Planes" },
  { snap: "none", label: "Nothing" },
];

/** `Distance 3`: the first that no other has. */
export function freshName(kind: MeasureKind, taken: readonly string[]): string {
  const { label } = kindOf(kind);
  for (let number = 1;; number += 1) {
    const name = `${label} ${number}`;
    if (!taken.includes(name)) return name;
  }
}
