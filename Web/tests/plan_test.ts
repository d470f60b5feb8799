import { coreFrom } from "../src/core/core.ts";
import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { acrossLine, acrossRooms, moveFor, roomsBeside } from "../src/plan/across.ts";
import { pageName } from "../src/plan/page-name.ts";
import {
  alongWall,
  areaOf,
  cutHeight,
  footprint,
  fromSheet,
  inScene,
  isInside,
  onPlan,
  onSheet,
  openingFootprint,
  perimeterOf,
  roomAt,
  scaleOf,
} from "../src/plan/mapping.ts";
import type { Opening, PlanPoint, Room, Sheet, Storey, Wall } from "../src/plan/types.ts";
import { panned, resized, wholeSheet, zoomed } from "../src/plan/viewport.ts";
import { editText, openingName, partLines, roomFacts, roomName, wallFacts, wallName } from "../src/plan/plan-text.ts";

await coreFrom(await Deno.readFile(new URL("../../.build-wasm/core.wasm", import.meta.url)));

function near(a: number, b: number, tolerance = 1e-9): void {
  ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);
}

function wall(id: string, start: PlanPoint, end: PlanPoint, thickness: number, more: Partial<Wall> = {}): Wall {
  return { id, start, end, thickness, height: 2.5, assumesThickness: false, isUnseen: false, ...more };
}

function room(id: string, name: string, polygon: PlanPoint[], more: Partial<Room> = {}): Room {
  return { id, name, use: "unknown", polygon, ceilingHeight: 2.5, isCeilingUnseen: false, isUnseen: false, ...more };
}

function opening(id: string, kind: Opening["kind"], wall: string, more: Partial<Opening>): Opening {
  return { id, kind, wall, offset: 0, width: 1, sill: 0, height: 2, isUnseen: false, ...more };
}

/** Two rooms side by side: 2.45 m and 1.45 m wide, 3 m deep, with 10 cm between. */
function flat(): Storey {
  return {
    id: "s",
    name: "Ground floor",
    elevation: 1,
    height: 2.8,
    walls: [
      wall("south", [-2.1, -1.6], [2.1, -1.6], 0.2, { isExternal: true }),
      wall("partition", [0.5, -1.6], [0.5, 1.6], 0.1, { assumesThickness: true, confidence: 0.5 }),
      wall("skew", [5, 5], [6, 6], 0.1),
    ],
    openings: [opening("door", "door", "partition", { offset: 1, width: 0.8, height: 2 })],
    furniture: [],
    slabs: [],
    rooms: [
      room("a", "Kitchen", [[-2, -1.5], [0.45, -1.5], [0.45, 1.5], [-2, 1.5]]),
      room("b", "", [[0.55, -1.5], [2, -1.5], [2, 1.5], [0.55, 1.5]], { use: "bedroom", isUnseen: true }),
    ],
  };
}

const sheet: Pick<Sheet, "toSheet"> = { toSheet: [20, 0, 0, -20, 148.5, 95] };

Deno.test("places go to the sheet and back by the server's matrix", () => {
  deepStrictEqual(onSheet(sheet, [1, 2]), [168.5, 55]);
  const turned = { toSheet: [12, 5, -5, 12, 30, -7] as const };
  const [x, y] = fromSheet(turned, onSheet(turned, [3.25, -1.5]))!;
  near(x, 3.25);
  near(y, -1.5);
  strictEqual(fromSheet({ toSheet: [0, 0, 0, 0, 1, 1] }, [1, 1]), null);
  strictEqual(scaleOf({ scale: 50 }), 50);
  strictEqual(pageName({ width: 297, height: 210 }), "A4 landscape");
  strictEqual(pageName({ width: 279.4, height: 431.8 }), "Tabloid portrait");
  strictEqual(pageName({ width: 500, height: 300 }), "500 × 300 mm landscape");
});

Deno.test("the plan lies in the world with y up: plan y is the world's -z, and far places are shown near the origin", () => {
  deepStrictEqual(inScene([1, 2], 3, [0, 0, 0]), [1, 3, -2]);
  const origin = [500_000, 0, -20_000] as const;
  const shown = inScene([500_001, 20_002], 3, origin);
  deepStrictEqual(shown, [1, 3, -2]);
  deepStrictEqual(onPlan(shown, origin), [500_001, 20_002]);
});

Deno.test("areas, perimeters and insides", () => {
  const corner: PlanPoint[] = [[0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]];
  near(areaOf(corner), 12);
  near(areaOf(corner.toReversed()), 12);
  near(perimeterOf(corner), 16);
  ok(isInside(corner, [1, 3]) && isInside(corner, [3, 1]) && !isInside(corner, [3, 3]));
});

Deno.test("walls and openings lie where their axis, offset and thickness say", () => {
  const one = wall("w", [0, 0], [0, 4], 0.2); // looking up the page, left is -x
  deepStrictEqual(alongWall(one, 1, 0.5), [-0.5, 1]);
  deepStrictEqual(footprint(one), [[0.1, 0], [0.1, 4], [-0.1, 4], [-0.1, 0]]);
  const door = opening("d", "door", "w", { offset: 1, width: 0.8, height: 2 });
  deepStrictEqual(openingFootprint(door, one)[1], [0.1, 1.8]);
});

Deno.test("a place in the world belongs to the room whose air it touches", () => {
  const storey = flat();
  const up = [0, 1, 0] as const;
  const none = [0, 0, 0] as const;
  strictEqual(roomAt(storey, [0, 1, 0], up, none)?.id, "a");
  strictEqual(roomAt(storey, [1, 1, 0.5], up, none)?.id, "b");
  // On the partition's face it is the side that one looks from.
  strictEqual(roomAt(storey, [0.45, 2, 0], [-1, 0, 0], none)?.id, "a");
  strictEqual(roomAt(storey, [0.55, 2, 0], [1, 0, 0], none)?.id, "b");
  strictEqual(roomAt(storey, [0, 9, 0], up, none), null);
  strictEqual(roomAt(storey, [0, 0, 0], [0, -1, 0], none), null);
});

Deno.test("a storey is cut open as high as a door, and below its ceiling", () => {
  strictEqual(cutHeight({ elevation: 3, height: 2.6 }), 5.1);
  strictEqual(cutHeight({ elevation: -2.8, height: 2 }), -2.8 + 1.7);
});

Deno.test("the rooms beside a wall, and the distance to the parallel wall across each", () => {
  const { walls: [south, partition, skew], rooms } = flat();
  deepStrictEqual(roomsBeside(partition!, rooms).map(({ room, side }) => [room.id, side]), [["a", 1], ["b", -1]]);
  const across = acrossRooms(partition!, rooms);
  deepStrictEqual(across.map(({ room }) => room.id), ["a", "b"]);
  near(across[0]!.distance, 2.45);
  near(across[1]!.distance, 1.45);
  deepStrictEqual(acrossRooms(south!, rooms).map(({ distance }) => distance), [3, 3]);
  deepStrictEqual(acrossRooms(skew!, rooms), []);
  const [from, to] = acrossLine(partition!, across[0]!);
  near(from[0], 0.45);
  near(to[0], -2);
});

Deno.test("across an L-shaped room counts the edge that lies across the most of the wall", () => {
  const long = wall("w", [-0.05, 0], [-0.05, 4], 0.1);
  const shape = room("l", "L", [[0, 0], [5, 0], [5, 1], [2, 1], [2, 4], [0, 4]]);
  near(acrossRooms(long, [shape])[0]!.distance, 2);
});

Deno.test("a typed distance becomes a move to the wall's left or right", () => {
  const { walls: [, partition], rooms } = flat();
  const [kitchen, bedroom] = acrossRooms(partition!, rooms);
  // The kitchen lies to the left: a smaller kitchen moves the wall to the left, a larger one to the right.
  near(moveFor(kitchen!, 2.4), 0.05);
  near(moveFor(kitchen!, 2.5), -0.05);
  near(moveFor(bedroom!, 1.4), -0.05);
  for (const [one, wanted] of [[kitchen!, 2.3], [bedroom!, 1.6]] as const) {
    const moved = flat();
    const by = moveFor(one, wanted); // this wall's left is -x
    moved.walls[1] = wall("partition", [0.5 - by, -1.6], [0.5 - by, 1.6], 0.1);
    moved.rooms[0] = room("a", "", [[-2, -1.5], [0.45 - by, -1.5], [0.45 - by, 1.5], [-2, 1.5]]);
    moved.rooms[1] = room("b", "", [[0.55 - by, -1.5], [2, -1.5], [2, 1.5], [0.55 - by, 1.5]]);
    const again = acrossRooms(moved.walls[1], moved.rooms).find(({ room }) => room.id === one.room.id);
    near(again!.distance, wanted);
  }
});

Deno.test("parts are called by what one knows of them", () => {
  const storey = flat();
  const [south, partition, skew] = storey.walls as [Wall, Wall, Wall];
  strictEqual(roomName(storey.rooms[1]!), "Bedroom");
  strictEqual(wallName(partition, storey), "Wall between Kitchen and Bedroom");
  strictEqual(wallName(south, { ...storey, rooms: [storey.rooms[0]!] }), "Outer wall of Kitchen, bottom");
  strictEqual(wallName(south, storey), "Outer wall of Kitchen and Bedroom");
  strictEqual(wallName(skew, storey), "Wall");
  const window = opening("w", "window", "south", { offset: 0.5, width: 1, sill: 0.9, height: 1 });
  strictEqual(openingName(window, storey), "Window of Kitchen");
  strictEqual(openingName(storey.openings[0]!, storey), "Door between Kitchen and Bedroom");
  const lines = partLines(storey, "metric");
  deepStrictEqual(lines.map(({ kind }) => kind), ["room", "room", "wall", "wall", "wall", "opening"]);
  deepStrictEqual(lines[1], { kind: "room", id: "b", name: "Bedroom", measure: "4.4 m²", unseen: "partly inferred" });
  deepStrictEqual(wallFacts(partition, "metric"), [
    ["Length", "3.20 m"],
    ["Thickness", "≈ 10 cm, assumed"],
    ["Height", "2.50 m"],
    ["Confidence", "50 %"],
  ]);
  strictEqual(
    roomFacts(storey.rooms[1]!, "metric").at(-1)![1],
    "not known; part of the outline is inferred, not observed",
  );
  const edit = { id: "e", created: "", kind: "move-wall", wall: "w", distance: -0.05 } as const;
  strictEqual(editText(edit, "metric"), "Wall moved by 5 cm");
});

Deno.test("what was not observed of a room is not shown as a measurement", () => {
  const [kitchen] = flat().rooms as [Room];
  const facts = (more: Partial<Room>): Map<string, string> => new Map(roomFacts({ ...kitchen, ...more }, "metric"));
  strictEqual(facts({}).get("Ceiling"), "2.50 m");
  const area = facts({}).get("Area")!;
  strictEqual(facts({ isCeilingUnseen: true }).get("Ceiling"), "not determined: no ceiling was observed");
  const range = { lower: 6.1, upper: 9, observedOutline: 0.42 };
  strictEqual(facts({ areaRange: range }).get("Area"), `≈ ${area}`);
  strictEqual(facts({ areaRange: range }).get("Perimeter"), "≈ 10.90 m");
  strictEqual(
    facts({ areaRange: range }).get("Area range"),
    "6.1 m² to 9.0 m²: walls were observed along 42 % of the outline",
  );
  const open = { lower: 3.2, observedOutline: 0.18 };
  ok(facts({ areaRange: open }).get("Area")!.startsWith("not determined, at least 3.2 m²"));
  strictEqual(facts({ areaRange: open }).get("Perimeter"), "not determined");
  const storey = { ...flat(), rooms: [{ ...kitchen, areaRange: range }, { ...kitchen, areaRange: open }] };
  deepStrictEqual(partLines(storey, "metric").slice(0, 2).map(({ measure }) => measure), [
    "6.1 m² to 9.0 m²",
    "not determined",
  ]);
});

Deno.test("the sheet is moved and zoomed about the pointer, and never lost", () => {
  const page = { width: 297, height: 210 };
  const pane = { width: 600, height: 300 };
  const whole = wholeSheet(page, pane);
  near(whole.width / whole.height, 2);
  ok(whole.x <= 0 && whole.y <= 0 && whole.x + whole.width >= 297 && whole.y + whole.height >= 210);
  const closer = zoomed(whole, 0.5, 0.25, 0.75, page);
  near(closer.x + closer.width * 0.25, whole.x + whole.width * 0.25);
  near(closer.y + closer.height * 0.75, whole.y + whole.height * 0.75);
  let box = whole;
  for (let i = 0; i < 100; i += 1) box = zoomed(box, 0.5, 0.5, 0.5, page);
  near(box.width, 12);
  for (let i = 0; i < 100; i += 1) box = zoomed(box, 2, 0.5, 0.5, page);
  ok(box.width < 2000);
  const away = panned(whole, 50, -50, page);
  near(away.x + away.width / 2, 0);
  near(away.y + away.height / 2, 210);
  const tall = resized(whole, { width: 300, height: 600 });
  near(tall.height / tall.width, 2);
  near(tall.x + tall.width / 2, whole.x + whole.width / 2);
});
