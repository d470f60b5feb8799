/** What can be measured, how many points that takes, and the hint for each step. Pure. */

import { t } from "../i18n/messages.ts";
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
    label: t("Distance"),
    minPoints: 2,
    maxPoints: 2,
    rooms: false,
    hints: [t("Place the start point."), t("Place the end point.")],
  },
  {
    kind: "path",
    label: t("Path"),
    minPoints: 2,
    maxPoints: 200,
    rooms: false,
    hints: [t("Place the first point."), t("Place the next point."), t("Place the next point, or finish.")],
  },
  {
    kind: "area",
    label: t("Area"),
    minPoints: 3,
    maxPoints: 200,
    rooms: true,
    hints: [
      t("Place the first corner, or choose a room."),
      t("Place the next corner."),
      t("Place the next corner."),
      t("Place the next corner, or finish."),
    ],
  },
  {
    kind: "angle",
    label: t("Angle"),
    minPoints: 3,
    maxPoints: 3,
    rooms: false,
    hints: [t("Place a point on the first side."), t("Place the vertex."), t("Place a point on the second side.")],
  },
  {
    kind: "height",
    label: t("Height"),
    minPoints: 2,
    maxPoints: 2,
    rooms: false,
    hints: [t("Place the lower point."), t("Place the upper point.")],
  },
  {
    kind: "clearance",
    label: t("Clearance"),
    minPoints: 2,
    maxPoints: 2,
    rooms: false,
    hints: [t("Place a point on one side of the gap."), t("Place a point on the other side.")],
  },
  {
    kind: "volume",
    label: t("Volume"),
    minPoints: 0,
    maxPoints: 0,
    rooms: true,
    hints: [t("Choose what to measure.")],
  },
];

export function kindOf(kind: MeasureKind): Kind {
  return kinds.find((one) => one.kind === kind) ?? kinds[0]!;
}

export function hintFor(kind: MeasureKind, points: number): string {
  const { hints, maxPoints } = kindOf(kind);
  if (maxPoints > 0 && points >= maxPoints) return t("Drag a point to move it.");
  return hints[Math.min(points, hints.length - 1)] ?? "";
}

/** Marks what a point snaps to by a letter beside a shape, so that neither colour nor shape is needed to tell them apart. */
export const snapMarks: Record<Snap, { letter: string; word: string }> = {
  auto: { letter: "", word: t("surface|snapped to") },
  none: { letter: "", word: t("surface|snapped to") },
  surface: { letter: "", word: t("surface|snapped to") },
  vertex: { letter: "V", word: t("vertex|snapped to") },
  edge: { letter: "E", word: t("edge|snapped to") },
  plane: { letter: "P", word: t("plane|snapped to") },
  corner: { letter: "C", word: t("corner|snapped to") },
};

export const snapChoices: { snap: Snap; label: string }[] = [
  { snap: "auto", label: t("Nearest feature") },
  { snap: "corner", label: t("Wall corners") },
  { snap: "vertex", label: t("Vertices") },
  { snap: "edge", label: t("Edges") },
  { snap: "plane", label: t("Planes") },
  { snap: "none", label: t("Nothing") },
];

/** `Distance 3`: the first number that is not in use. */
export function freshName(kind: MeasureKind, used: readonly string[]): string {
  const { label } = kindOf(kind);
  for (let number = 1;; number += 1) {
    const name = `${label} ${number}`;
    if (!used.includes(name)) return name;
  }
}
