/** The points of a measurement that is being made. Pure: each function returns a new draft. */

import { kindOf } from "./kinds.ts";
import type { MeasureKind, MeasurePoint, MeasureRequest } from "./types.ts";

export interface Draft {
  kind: MeasureKind;
  points: readonly MeasurePoint[];
  /** No more points are accepted. */
  finished: boolean;
  /** What is measured instead of points: a room, an object, or the whole space. */
  subject: Subject | null;
}

export interface Subject {
  of: "room" | "object" | "whole";
  id: string;
  name: string;
}

export function emptyDraft(kind: MeasureKind): Draft {
  return { kind, points: [], finished: false, subject: null };
}

export function isEmpty(draft: Draft): boolean {
  return draft.points.length === 0 && draft.subject === null;
}

/** The next point belongs to it. */
export function takesPoints(draft: Draft): boolean {
  return !draft.finished && draft.points.length < kindOf(draft.kind).maxPoints;
}

/** A point may be placed, in it or as the first of a new draft. */
export function acceptsPoints(draft: Draft): boolean {
  return draft.finished ? kindOf(draft.kind).maxPoints > 0 : takesPoints(draft);
}

/** The last point of a kind finishes the draft; the next one starts a new draft. */
export function withPoint(draft: Draft, point: MeasurePoint): Draft {
  if (draft.finished) return withPoint(emptyDraft(draft.kind), point);
  if (!takesPoints(draft)) return draft;
  const points = [...draft.points, point];
  return { ...draft, subject: null, points, finished: points.length >= kindOf(draft.kind).maxPoints };
}

export function withMoved(draft: Draft, index: number, point: MeasurePoint): Draft {
  return { ...draft, points: draft.points.map((old, i) => i === index ? point : old) };
}

export function withoutLast(draft: Draft): Draft {
  return { ...draft, points: draft.points.slice(0, -1), finished: false };
}

export function withSubject(draft: Draft, subject: Subject | null): Draft {
  return { ...draft, points: [], subject, finished: subject !== null };
}

export function canFinish(draft: Draft): boolean {
  const { minPoints, maxPoints } = kindOf(draft.kind);
  return maxPoints > minPoints && !draft.finished && draft.points.length >= minPoints;
}

/** The request to the server; null while points are missing. */
export function requestOf(draft: Draft, radius?: number): MeasureRequest | null {
  const near = radius === undefined ? {} : { radius };
  const { kind, subject } = draft;
  if (subject) {
    const of = subject.of === "room" ? { room: subject.id } : subject.of === "object" ? { object: subject.id } : {};
    return { kind, points: [], ...of };
  }
  const { minPoints } = kindOf(kind);
  if (minPoints === 0 || draft.points.length < minPoints) return null;
  return { kind, points: draft.points.map(({ at, snap }) => ({ at, snap })), ...near };
}
