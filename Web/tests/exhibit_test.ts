import { deepStrictEqual, ok } from "./assert.ts";
import { exhibitMotion, loadExhibitCore, type OrbitPose } from "../src/core/exhibit.ts";
import { addressOf, addressQuery, parseAddress, startAddress } from "../src/exhibits/exhibit-address.ts";
import { type DeckProgress, DeckStore, progressFormat } from "../src/exhibits/cards/deck-store.ts";
import { onPlane, pinched, scaleOf, startPlacement } from "../src/exhibits/ar/floor-placement.ts";
import type { Box, Vec3 } from "../src/core/vectors.ts";
import {
  centerOf,
  fieldOfView,
  homeDistance,
  homePose,
  posterRectangle,
  tangentsOf,
} from "../src/exhibits/stage/frame.ts";
import { anchorOf, canExplode, flatParts } from "../src/exhibits/stage/part-tree.ts";
import { loadingOrder } from "../src/exhibits/viewer/level-files.ts";
import { storedSetting } from "../src/ui/stored-setting.ts";
import type { Exhibit, LearnCard } from "../src/api/generated.ts";
import { memoryStore } from "./memory-store.ts";

const core = await loadExhibitCore(() => Deno.readFile(new URL("../../.build-wasm/exhibit.wasm", import.meta.url)));

function card(id: string, category: LearnCard["category"]): LearnCard {
  const simplified = { short: "s", detailed: ["d"] };
  return { id, category, title: id, short: "s", detailed: ["d"], simplified, sources: [] };
}

const cards = [card("a", "overview"), card("b", "crew"), card("c", "overview")];
const exhibit = {
  cards,
  models: [{
    id: "orion",
    parts: [{
      id: "module",
      name: "Module",
      position: [0, 1, 0],
      offset: [0, 2, 0],
      parts: [
        { id: "hatch", name: "Hatch", position: [1, 1, 0], offset: [1, 0, 0], parts: [] },
      ],
    }],
  }],
} as unknown as Exhibit;

Deno.test("a poster is where the model is in its first view, at every size of the window", () => {
  const box: Box = { min: [-9, 0, -5], max: [9, 8, 5] };
  const aspect = 4 / 3;
  for (const [width, height, top, bottom] of [[390, 844, 56, 130], [1440, 900, 56, 84], [844, 390, 56, 60]] as const) {
    const frame = { width, height, top, bottom, left: 0, right: 0 };
    const placed = posterRectangle(core, box, frame, aspect);
    const orbit = core.orbit(box, 0, homePose(box, 1));
    const fit = orbit.fit.bind(orbit);
    const { homeYaw, homePitch } = exhibitMotion;
    const center = centerOf(box);
    // The position of a point in an image of a camera of the first view, from its centre, in fractions of its height.
    const project = (point: Vec3, distance: number): [number, number] => {
      const [x, y, z] = [0, 1, 2].map((i) => point[i]! - center[i]!) as [number, number, number];
      const right = x * Math.cos(homeYaw) - z * Math.sin(homeYaw);
      const along = x * Math.sin(homeYaw) + z * Math.cos(homeYaw);
      const up = y * Math.cos(homePitch) - along * Math.sin(homePitch);
      const depth = distance - (along * Math.cos(homePitch) + y * Math.sin(homePitch));
      const scale = 1 / (2 * Math.tan(fieldOfView / 2) * depth);
      return [right * scale, up * scale];
    };
    const tangent = Math.tan(fieldOfView / 2);
    const drawn = homeDistance(fit, { x: tangent * aspect, y: tangent });
    const seen = homeDistance(fit, tangentsOf(frame));
    for (const point of [center, [9, 0, 0], [0, 8, 0], [-9, 4, 0]] as Vec3[]) {
      const [px, py] = project(point, drawn);
      const [vx, vy] = project(point, seen);
      const x = placed.x + placed.width / 2 + px * placed.height - (width / 2 + vx * height);
      const y = placed.y + placed.height / 2 - py * placed.height - ((height + top - bottom) / 2 - vy * height);
      // What is nearer than the centre is larger from nearby: a few pixels.
      ok(Math.hypot(x, y) < 0.02 * Math.max(width, height), `${width}x${height}: ${point} is ${x}, ${y} away`);
    }
    orbit.free();
  }
});

Deno.test("an address names mode, model, part and card, and leaves out what isn't there", () => {
  deepStrictEqual(parseAddress("", exhibit), startAddress);
  deepStrictEqual(parseAddress("?model=orion&part=hatch", exhibit), {
    mode: "view",
    model: "orion",
    part: "hatch",
    card: null,
  });
  deepStrictEqual(parseAddress("?model=orion&part=wing", exhibit).part, null);
  deepStrictEqual(parseAddress("?model=mir", exhibit), startAddress);
  deepStrictEqual(parseAddress("?mode=room", exhibit).mode, "choose");
  deepStrictEqual(parseAddress("?mode=learn&card=b", exhibit), { ...startAddress, mode: "learn", card: "b" });
  for (
    const query of [
      "",
      "?model=orion",
      "?model=orion&part=hatch",
      "?mode=learn&card=b",
      "?mode=stories",
      "?mode=room&model=orion",
    ]
  ) {
    deepStrictEqual(addressQuery(parseAddress(query, exhibit)), query);
  }
  deepStrictEqual(addressQuery(addressOf({ model: "orion", part: "hatch" }, "a")), "?model=orion&part=hatch&card=a");
});

Deno.test("parts move with the parts around them in the exploded view", () => {
  const parts = flatParts(exhibit.models[0]!.parts);
  deepStrictEqual(parts.map(({ part, depth, parent }) => [part.id, depth, parent]), [["module", 0, null], [
    "hatch",
    1,
    "module",
  ]]);
  deepStrictEqual(anchorOf(parts[1]!, 0), [1, 1, 0]);
  deepStrictEqual(anchorOf(parts[1]!, 0.5), [1.5, 2, 0]);
  ok(canExplode(parts));
  // Two boosters that move apart: the label of both stays at the one to which it points.
  const booster = (id: string, x: number) => ({
    id,
    name: id,
    position: [x, 0, 0],
    node: id,
    offset: [x, 0, 0],
    parts: [],
  });
  const both = { id: "b", name: "B", position: [3, 1, 0], parts: [booster("left", -4), booster("right", 4)] };
  const [boosters] = flatParts([both] as unknown as Exhibit["models"][number]["parts"]);
  deepStrictEqual(anchorOf(boosters!, 1), [7, 1, 0]);
  deepStrictEqual(boosters!.displacement, [0, 0, 0]);
  ok(!canExplode(flatParts([{ id: "x", name: "X", position: [0, 0, 0], parts: [] }])));
});

Deno.test("the coarsest level is loaded first, and only it where data is saved", () => {
  const levels = [{ file: "middle", triangleCount: 9 }, { file: "coarse", triangleCount: 3 }];
  deepStrictEqual(loadingOrder({ file: "fine", levels }, false), ["coarse", "fine"]);
  deepStrictEqual(loadingOrder({ file: "fine", levels }, true), ["coarse"]);
  deepStrictEqual(loadingOrder({ file: "fine", levels: [] }, true), ["fine"]);
});

function deck(store = memoryStore(), first: string | null = null): DeckStore {
  return new DeckStore(cards, storedSetting<DeckProgress>("cards", progressFormat, store), first);
}

Deno.test("swipes go through the cards, can be undone, and are kept", () => {
  const store = memoryStore();
  const first = deck(store);
  first.swiped(-1);
  first.swiped(1);
  deepStrictEqual(first.top?.id, "c");
  deepStrictEqual(first.undo(), 1);
  deepStrictEqual(first.top?.id, "b");
  deepStrictEqual(first.counts, { all: 3, seen: 1 });
  deepStrictEqual(deck(store).top?.id, "b");
  deepStrictEqual(deck(store, "a").top?.id, "a");
  deepStrictEqual(first.undo(), -1);
  deepStrictEqual(first.undo(), null);
  ok(!first.canUndo.value);
});

Deno.test("a category shows its cards only; at the end they can be started again", () => {
  const store = deck();
  store.choose("overview");
  deepStrictEqual(store.stack.value.map(({ id }) => id), ["a", "c"]);
  store.swiped(1);
  store.swiped(1);
  deepStrictEqual(store.top, null);
  store.restart();
  deepStrictEqual(store.top?.id, "a");
  deepStrictEqual(store.counts, { all: 2, seen: 0 });
});

Deno.test("stored progress that isn't progress is left out", () => {
  deepStrictEqual(progressFormat.parse("nonsense"), null);
  deepStrictEqual(progressFormat.parse('{"seen":[1]}'), null);
  deepStrictEqual(progressFormat.parse('{"seen":["a"]}'), { seen: ["a"], isPlain: false });
});

Deno.test("a model on a floor keeps its real size, and is pinched within limits at the table", () => {
  deepStrictEqual(scaleOf({ ...startPlacement, scale: "real", factor: 3 }, 0.02), 1);
  deepStrictEqual(pinched({ ...startPlacement, scale: "real" }, 2).factor, 1);
  deepStrictEqual(pinched(startPlacement, 100).factor, 4);
  deepStrictEqual(scaleOf(pinched(startPlacement, 2), 0.02), 0.04);
  deepStrictEqual(onPlane([0, 2, 0], [0, -1, 1], 0), [0, 0, 2]);
  deepStrictEqual(onPlane([0, 2, 0], [0, 1, 0], 0), null);
});

Deno.test("the core moves a card: a drag, the return, a swipe", () => {
  const motion = core.card();
  motion.resize(300, 600);
  motion.press(0, 0, false, 0);
  motion.move(9, 0, 10);
  motion.move(89, 5, 20);
  const dragged = motion.state;
  deepStrictEqual([dragged.phase, dragged.x, dragged.y], ["dragging", 80, 5]);
  deepStrictEqual(motion.release(89, 5, 300), "none");
  for (let i = 0; i < 120; i += 1) motion.advance(1 / 60, 300);
  deepStrictEqual(motion.state.phase, "resting");
  motion.swipe(-1);
  const events = Array.from({ length: 30 }, () => motion.advance(1 / 60, 300));
  deepStrictEqual(events.filter((event) => event !== "none"), ["swipedLeft"]);
  motion.free();
});

Deno.test("the core turns a camera and lays out labels", () => {
  const pose: OrbitPose = { yaw: 0, pitch: 0.2, distance: 10, target: [0, 1, 0] };
  const orbit = core.orbit({ min: [-1, 0, -1], max: [1, 2, 1] }, 0, pose);
  orbit.fly({ ...pose, yaw: 1, distance: 5 }, 0.9);
  for (let i = 0; i < 60; i += 1) orbit.advance(1 / 60);
  const { yaw, distance, isMoving, eye } = orbit.state;
  ok(Math.abs(yaw - 1) < 1e-5 && Math.abs(distance - 5) < 1e-4 && !isMoving && eye[1] > 1);
  orbit.free();
  const labels = core.labels();
  const area = { minX: 0, minY: 0, maxX: 400, maxY: 400 };
  const inputs = Array.from({ length: 30 }, (_, i) => ({ x: 190 + i, y: 200, width: 90, height: 30, priority: 1 }));
  const shown = labels.place(inputs, area, { minX: 150, minY: 0, maxX: 250, maxY: 400 }).filter(({ side }) =>
    side !== "hidden"
  );
  deepStrictEqual(shown.length, 22); // eleven of 30 pixels and gaps of 6 in each column
  deepStrictEqual(labels.place([], area, area), []);
  labels.free();
});
