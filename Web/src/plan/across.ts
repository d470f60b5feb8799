/** The rooms beside a wall, and the distance to the parallel wall across each. Pure functions. */

import { alongWall, edgesOf, lengthOf } from "./mapping.ts";
import type { PlanPoint, Room, Wall } from "./types.ts";

/** 1: to the left, looking from the wall's start to its end; −1: to the right. */
export type Side = 1 | -1;

export interface Beside {
  room: Room;
  side: Side;
  /** Of the room's edge along the wall, metres to the left of the wall's axis. */
  face: number;
  /** How much of the wall the edge covers: offsets from the wall's start. */
  from: number;
  to: number;
}

export interface Across extends Beside {
  /** From face to face, metres. */
  distance: number;
}

const parallel = Math.cos(4 * Math.PI / 180);
/** The maximum distance of a room's outline from the face of its wall, in metres. */
const slack = 0.08;
const minOverlap = 0.1;

interface Measured {
  offset: number;
  from: number;
  to: number;
}

/** An edge seen from the wall's axis; null where it isn't parallel to it. */
function seenFrom(wall: Wall, [a, b]: readonly [PlanPoint, PlanPoint]): Measured | null {
  const length = lengthOf(wall);
  const edge = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < 1e-6 || edge < 1e-6) return null;
  const dx = (wall.end[0] - wall.start[0]) / length;
  const dy = (wall.end[1] - wall.start[1]) / length;
  if (Math.abs((b[0] - a[0]) * dx + (b[1] - a[1]) * dy) < parallel * edge) return null;
  const along = ([x, y]: PlanPoint): number => (x - wall.start[0]) * dx + (y - wall.start[1]) * dy;
  const left = ([x, y]: PlanPoint): number => (y - wall.start[1]) * dx - (x - wall.start[0]) * dy;
  return {
    offset: (left(a) + left(b)) / 2,
    from: Math.min(along(a), along(b)),
    to: Math.max(along(a), along(b)),
  };
}

function overlap(a: { from: number; to: number }, b: { from: number; to: number }): number {
  return Math.min(a.to, b.to) - Math.max(a.from, b.from);
}

/** The rooms on both sides; a room with two edges along the wall counts with the longer one. */
export function roomsBeside(wall: Wall, rooms: readonly Room[]): Beside[] {
  const whole = { from: 0, to: lengthOf(wall) };
  return rooms.flatMap((room) => {
    const found = edgesOf(room.polygon).flatMap((edge): Beside[] => {
      const seen = seenFrom(wall, edge);
      if (!seen || Math.abs(Math.abs(seen.offset) - wall.thickness / 2) > slack) return [];
      if (overlap(seen, whole) < Math.min(minOverlap, whole.to / 2)) return [];
      return [{ room, side: seen.offset > 0 ? 1 : -1, face: seen.offset, from: seen.from, to: seen.to }];
    });
    // A free-standing wall has the same room on both sides.
    return ([1, -1] as Side[]).flatMap((side) => {
      const [longest] = found.filter((one) => one.side === side).sort((a, b) => overlap(b, whole) - overlap(a, whole));
      return longest ? [longest] : [];
    });
  });
}

/** The distances that moving the wall changes, in the order of the rooms. */
export function acrossRooms(wall: Wall, rooms: readonly Room[]): Across[] {
  return roomsBeside(wall, rooms).flatMap((beside): Across[] => {
    const faces = edgesOf(beside.room.polygon).flatMap((edge) => {
      const seen = seenFrom(wall, edge);
      const distance = seen ? (seen.offset - beside.face) * beside.side : 0;
      return seen && distance > 0.05 && overlap(seen, beside) > minOverlap ? [{ seen, distance }] : [];
    });
    // In a room with many corners the one across the longest part of it.
    faces.sort((a, b) => overlap(b.seen, beside) - overlap(a.seen, beside) || a.distance - b.distance);
    return faces[0] ? [{ ...beside, distance: faces[0].distance }] : [];
  });
}

/** How far the wall moves to its left so that the distance across becomes `wanted`. */
export function moveFor(across: Pick<Across, "side" | "distance">, wanted: number): number {
  return across.side * (across.distance - wanted);
}

/** The line across, from face to face, at its centre, to draw it. */
export function acrossLine(wall: Wall, across: Across): [PlanPoint, PlanPoint] {
  const from = Math.max(0, across.from);
  const to = Math.min(lengthOf(wall), across.to);
  const middle = (from + to) / 2;
  return [
    alongWall(wall, middle, across.face),
    alongWall(wall, middle, across.face + across.side * across.distance),
  ];
}
