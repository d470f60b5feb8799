/** Names and properties of a plan's parts as text. Pure functions. */

import { formatPercent } from "../ui/format.ts";
import { formatFloor, formatLength, type Units } from "../ui/units.ts";
import { roomsBeside } from "./across.ts";
import { areaOf, lengthOf, perimeterOf } from "./mapping.ts";
import type { Edit, Opening, PartKind, Room, Storey, Wall } from "./types.ts";

const openingText: Record<Opening["kind"], string> = { door: "Door", window: "Window", opening: "Passage" };

export function roomName(room: Room): string {
  if (room.name !== "") return room.name;
  return room.use === "unknown" ? "Room" : capital(room.use);
}

/** `Storey 2` where it has no name. */
export function storeyName({ name }: Pick<Storey, "name">, index: number): string {
  return name || `Storey ${index + 1}`;
}

/** By the rooms on its sides: walls have no names. */
export function wallName(wall: Wall, storey: Storey): string {
  return placed(wall.isExternal ? "Outer wall" : "Wall", wall, storey);
}

export function openingName(opening: Opening, storey: Storey): string {
  const wall = storey.walls.find(({ id }) => id === opening.wall);
  return wall ? placed(openingText[opening.kind], wall, storey, opening) : openingText[opening.kind];
}

/** `Wall between Kitchen and Bedroom`, `Window of Kitchen`: by the rooms to its left and right at its position. */
function placed(what: string, wall: Wall, storey: Storey, opening?: Opening): string {
  const beside = roomsBeside(wall, storey.rooms).filter(({ from, to }) =>
    !opening || (to > opening.offset && from < opening.offset + opening.width)
  );
  const names = (side: 1 | -1): string[] => [
    ...new Set(beside.filter((one) => one.side === side).map(({ room }) => roomName(room))),
  ];
  const left = names(1);
  const right = names(-1);
  if (left.length === 1 && right.length === 1) {
    return `${what.replace("Outer wall", "Wall")} between ${left[0]} and ${right[0]}`;
  }
  const all = [...new Set([...left, ...right])];
  if (all.length === 0) return what;
  const [alone] = beside;
  if (all.length === 1 && alone && !opening) return `${what} of ${all[0]}, ${sideOf(alone.room, wall)}`;
  return all.length < 3 ? `${what} of ${all.join(" and ")}` : `${what} of ${all[0]} and ${all.length - 1} more rooms`;
}

/** The position of a wall on the sheet, seen from the room's centre: its walls would have the same name otherwise. */
function sideOf(room: Room, wall: Wall): string {
  const mean = (axis: 0 | 1): number =>
    room.polygon.reduce((sum, corner) => sum + corner[axis], 0) / room.polygon.length;
  const x = (wall.start[0] + wall.end[0]) / 2 - mean(0);
  const y = (wall.start[1] + wall.end[1]) / 2 - mean(1);
  return Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "top" : "bottom";
}

export interface PartLine {
  kind: PartKind;
  id: string;
  name: string;
  /** Its main measure. */
  measure: string;
  /** Whether it was inferred in part or completely, in a word or two; empty where all of it was observed. */
  unseen: string;
}

/** All parts of a storey in the order in which the list shows them. */
export function partLines(storey: Storey, units: Units): PartLine[] {
  return [
    ...storey.rooms.map((room): PartLine => ({
      kind: "room",
      id: room.id,
      name: roomName(room),
      measure: areaMeasure(room, units),
      unseen: room.isUnseen ? "partly inferred" : "",
    })),
    ...storey.walls.map((wall): PartLine => ({
      kind: "wall",
      id: wall.id,
      name: wallName(wall, storey),
      measure: formatLength(lengthOf(wall), units),
      unseen: wall.isUnseen ? "inferred" : "",
    })),
    ...storey.openings.map((opening): PartLine => ({
      kind: "opening",
      id: opening.id,
      name: openingName(opening, storey),
      measure: formatLength(opening.width, units),
      unseen: opening.isUnseen ? "inferred" : "",
    })),
  ];
}

export type Fact = [name: string, value: string];

/** Precedes values that include something inferred or assumed, as on the drawings. */
const assumed = "≈ ";
const notDetermined = "not determined";

/** The area in the list: `24.3 m²`, `22.8 m² to 28.1 m²`, or `not determined`. */
function areaMeasure(room: Room, units: Units): string {
  const range = room.areaRange;
  if (!range) return formatFloor(areaOf(room.polygon), units);
  if (range.upper === undefined) return notDetermined;
  return `${formatFloor(range.lower, units)} to ${formatFloor(range.upper, units)}`;
}

function areaFacts(room: Room, units: Units): Fact[] {
  const area = formatFloor(areaOf(room.polygon), units);
  const perimeter = formatLength(perimeterOf(room.polygon), units);
  const range = room.areaRange;
  if (!range) return [["Area", area], ["Perimeter", perimeter]];
  const lower = formatFloor(range.lower, units);
  const reason = `walls were observed along ${formatPercent(range.observedOutline)} of the outline`;
  if (range.upper === undefined) {
    return [["Area", `${notDetermined}, at least ${lower}: ${reason}`], ["Perimeter", notDetermined]];
  }
  return [
    ["Area", `${assumed}${area}`],
    ["Area range", `${lower} to ${formatFloor(range.upper, units)}: ${reason}`],
    ["Perimeter", `${assumed}${perimeter}`],
  ];
}

export function roomFacts(room: Room, units: Units): Fact[] {
  return [
    ["Use", room.use === "unknown" ? "not known" : capital(room.use)],
    ...areaFacts(room, units),
    [
      "Ceiling",
      room.isCeilingUnseen ? `${notDetermined}: no ceiling was observed` : formatLength(room.ceilingHeight, units),
    ],
    ["Confidence", confidence(room, "part of the outline is inferred, not observed")],
  ];
}

export function wallFacts(wall: Wall, units: Units): Fact[] {
  return [
    ["Length", `${wall.isUnseen ? assumed : ""}${formatLength(lengthOf(wall), units)}`],
    ["Thickness", thickness(wall, units)],
    ["Height", formatLength(wall.height, units)],
    ["Confidence", confidence(wall)],
  ];
}

function thickness(wall: Wall, units: Units): string {
  const text = formatLength(wall.thickness, units);
  return wall.assumesThickness ? `${assumed}${text}, assumed` : `${text}, observed`;
}

export function openingFacts(opening: Opening, units: Units): Fact[] {
  return [
    ["Kind", openingText[opening.kind]],
    ["Width", formatLength(opening.width, units)],
    ["Height", formatLength(opening.height, units)],
    ["Sill", opening.sill < 0.005 ? "at the floor" : formatLength(opening.sill, units)],
    ["Confidence", confidence(opening)],
  ];
}

function confidence(part: { confidence?: number; isUnseen?: boolean }, unseen = "inferred, not observed"): string {
  const words = part.confidence === undefined ? "not known" : formatPercent(part.confidence);
  return part.isUnseen ? `${words}; ${unseen}` : words;
}

/** What an edit did. */
export function editText(edit: Edit, units: Units): string {
  switch (edit.kind) {
    case "rename-room":
      return `Room renamed to ${edit.name}`;
    case "move-wall":
      return `Wall moved by ${formatLength(Math.abs(edit.distance), units)}`;
    case "delete-opening":
      return "Opening deleted";
  }
}

/** Shown with every edit. */
export const scanUnchanged = "The scan itself is not changed.";

function capital(word: string): string {
  return word === "" ? "" : word[0]!.toUpperCase() + word.slice(1);
}
