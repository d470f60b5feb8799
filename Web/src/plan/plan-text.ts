/** Names and properties of a plan's parts as text. Pure functions. */

import { t } from "../i18n/messages.ts";
import { formatList } from "../i18n/numbers.ts";
import { formatPercent, plural } from "../ui/format.ts";
import { formatFloor, formatLength, type Units } from "../ui/units.ts";
import { roomsBeside } from "./across.ts";
import { areaOf, lengthOf, perimeterOf } from "./mapping.ts";
import type { Edit, Opening, PartKind, Room, Storey, Wall } from "./types.ts";

const openingText: Record<Opening["kind"], string> = { door: t("Door"), window: t("Window"), opening: t("Passage") };

export function roomName(room: Room): string {
  if (room.name !== "") return room.name;
  return room.use === "unknown" ? t("Room") : capital(room.use);
}

/** `Storey 2` where it has no name. */
export function storeyName({ name }: Pick<Storey, "name">, index: number): string {
  return name || t("Storey {number}", { number: index + 1 });
}

/** By the rooms on its sides: walls have no names. */
export function wallName(wall: Wall, storey: Storey): string {
  return placed(wall.isExternal ? t("Outer wall") : t("Wall"), wall, storey);
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
    return t("{what} between {left} and {right}", {
      what: what === t("Outer wall") ? t("Wall") : what,
      left: left[0]!,
      right: right[0]!,
    });
  }
  const all = [...new Set([...left, ...right])];
  if (all.length === 0) return what;
  const [alone] = beside;
  if (all.length === 1 && alone && !opening) {
    return t("{what} of {all}, {side}", { what, all: all[0]!, side: sideOf(alone.room, wall) });
  }
  return all.length < 3 ? t("{what} of {rooms}", { what, rooms: formatList(all) }) : plural(all.length - 1, {
    one: "{what} of {all} and {count} more rooms",
    other: "{what} of {all} and {count} more rooms",
  }, { what, all: all[0]! });
}

/** The position of a wall on the sheet, seen from the room's centre: its walls would have the same name otherwise. */
function sideOf(room: Room, wall: Wall): string {
  const mean = (axis: 0 | 1): number =>
    room.polygon.reduce((sum, corner) => sum + corner[axis], 0) / room.polygon.length;
  const x = (wall.start[0] + wall.end[0]) / 2 - mean(0);
  const y = (wall.start[1] + wall.end[1]) / 2 - mean(1);
  return Math.abs(x) > Math.abs(y) ? (x > 0 ? t("right") : t("left")) : y > 0 ? t("top") : t("bottom");
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
      unseen: room.isUnseen ? t("partly inferred") : "",
    })),
    ...storey.walls.map((wall): PartLine => ({
      kind: "wall",
      id: wall.id,
      name: wallName(wall, storey),
      measure: formatLength(lengthOf(wall), units),
      unseen: wall.isUnseen ? t("inferred") : "",
    })),
    ...storey.openings.map((opening): PartLine => ({
      kind: "opening",
      id: opening.id,
      name: openingName(opening, storey),
      measure: formatLength(opening.width, units),
      unseen: opening.isUnseen ? t("inferred") : "",
    })),
  ];
}

export type Fact = [name: string, value: string];

/** Precedes values that include something inferred or assumed, as on the drawings. */
const assumed = "≈ ";
const notDetermined = t("not determined");

/** The area in the list: `24.3 m²`, `22.8 m² to 28.1 m²`, or `not determined`. */
function areaMeasure(room: Room, units: Units): string {
  const range = room.areaRange;
  if (!range) return formatFloor(areaOf(room.polygon), units);
  if (range.upper === undefined) return notDetermined;
  return t("{lower} to {upper}", { lower: formatFloor(range.lower, units), upper: formatFloor(range.upper, units) });
}

function areaFacts(room: Room, units: Units): Fact[] {
  const area = formatFloor(areaOf(room.polygon), units);
  const perimeter = formatLength(perimeterOf(room.polygon), units);
  const range = room.areaRange;
  if (!range) return [[t("Area"), area], [t("Perimeter"), perimeter]];
  const lower = formatFloor(range.lower, units);
  const reason = t("walls were observed along {percent} of the outline", {
    percent: formatPercent(range.observedOutline),
  });
  if (range.upper === undefined) {
    return [[t("Area"), t("{notDetermined}, at least {lower}: {reason}", { notDetermined, lower, reason })], [
      t("Perimeter"),
      notDetermined,
    ]];
  }
  return [
    [t("Area"), `${assumed}${area}`],
    [t("Area range"), t("{lower} to {upper}: {reason}", { lower, upper: formatFloor(range.upper, units), reason })],
    [t("Perimeter"), `${assumed}${perimeter}`],
  ];
}

export function roomFacts(room: Room, units: Units): Fact[] {
  return [
    [t("Use"), room.use === "unknown" ? t("not known") : capital(room.use)],
    ...areaFacts(room, units),
    [
      t("Ceiling"),
      room.isCeilingUnseen
        ? t("{notDetermined}: no ceiling was observed", { notDetermined })
        : formatLength(room.ceilingHeight, units),
    ],
    [t("Confidence"), confidence(room, t("part of the outline is inferred, not observed"))],
  ];
}

export function wallFacts(wall: Wall, units: Units): Fact[] {
  return [
    [t("Length"), `${wall.isUnseen ? assumed : ""}${formatLength(lengthOf(wall), units)}`],
    [t("Thickness"), thickness(wall, units)],
    [t("Height"), formatLength(wall.height, units)],
    [t("Confidence"), confidence(wall)],
  ];
}

function thickness(wall: Wall, units: Units): string {
  const text = formatLength(wall.thickness, units);
  return wall.assumesThickness ? t("{assumed}{text}, assumed", { assumed, text }) : t("{text}, observed", { text });
}

export function openingFacts(opening: Opening, units: Units): Fact[] {
  return [
    [t("Kind"), openingText[opening.kind]],
    [t("Width"), formatLength(opening.width, units)],
    [t("Height"), formatLength(opening.height, units)],
    [t("Sill"), opening.sill < 0.005 ? t("at the floor") : formatLength(opening.sill, units)],
    [t("Confidence"), confidence(opening)],
  ];
}

function confidence(part: { confidence?: number; isUnseen?: boolean }, unseen = t("inferred, not observed")): string {
  const words = part.confidence === undefined ? t("not known") : formatPercent(part.confidence);
  return part.isUnseen ? `${words}; ${unseen}` : words;
}

/** What an edit did. */
export function editText(edit: Edit, units: Units): string {
  switch (edit.kind) {
    case "rename-room":
      return t("Room renamed to {name}", { name: edit.name });
    case "move-wall":
      return t("Wall moved by {length}", { length: formatLength(Math.abs(edit.distance), units) });
    case "delete-opening":
      return t("Opening deleted");
  }
}

/** Shown with every edit. */
export const scanUnchanged = t("The scan itself is not changed.");

function capital(word: string): string {
  return word === "" ? "" : word[0]!.toUpperCase() + word.slice(1);
}
