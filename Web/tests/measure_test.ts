import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { ConflatedRequests } from "../src/measure/conflated-requests.ts";
import {
  canFinish,
  type Draft,
  emptyDraft,
  isEmpty,
  requestOf,
  takesPoints,
  withMoved,
  withoutLast,
  withPoint,
  withSubject,
} from "../src/measure/draft.ts";
import { figureOf, freeLabels, labelBox, lineOnScreen, pixelOf, polygonOnScreen } from "../src/measure/figures.ts";
import { History } from "../src/measure/history.ts";
import { freshName, hintFor, kinds } from "../src/measure/kinds.ts";
import { lineOf, type MeasurePoint, shortText } from "../src/measure/types.ts";
import { pointOnRay } from "../src/scene/point-pick.ts";
import type { ViewProjection } from "../src/scene/view-projection.ts";
import type { Vec3 } from "../src/scene/view.ts";

/** Until promises that are resolved already have run their callbacks. */
async function settled(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await Promise.resolve();
}

const point = (...at: [number, number, number]): MeasurePoint => ({ at, snap: "auto" });

/** Looks from the origin along -z; the picture is 200 × 100 with its middle at (100, 50). */
const eye: ViewProjection = {
  frame: { width: 200, height: 100, top: 0, bottom: 0 },
  position: [0, 0, 0],
  see: ([x, y, z]: Vec3) => ({ x: x * 50 - z * 100, y: -y * 50 - z * 50, w: -z }),
  ray: () => ({ origin: [0, 0, 0], direction: [0, 0, -1] }),
  pixelSize: () => 0.01,
};

Deno.test("a kind takes its points, is finished by the last, and asks the server once there are enough", () => {
  let draft = emptyDraft("distance");
  ok(isEmpty(draft) && takesPoints(draft) && requestOf(draft) === null);
  draft = withPoint(draft, point(0, 0, 0));
  strictEqual(requestOf(draft), null);
  draft = withPoint(draft, point(1, 0, 0));
  ok(draft.finished && !takesPoints(draft));
  deepStrictEqual(withPoint(draft, point(9, 9, 9)).points, [point(9, 9, 9)]); // the next one
  deepStrictEqual(requestOf(draft, 0.1), {
    kind: "distance",
    points: [{ at: [0, 0, 0], snap: "auto" }, { at: [1, 0, 0], snap: "auto" }],
    radius: 0.1,
  });
  draft = withMoved(draft, 0, point(5, 0, 0));
  deepStrictEqual(draft.points.map(({ at }) => at[0]), [5, 1]);
  ok(takesPoints(withoutLast(draft)));
});

Deno.test("paths and areas go on until they are finished", () => {
  let draft: Draft = emptyDraft("area");
  for (const x of [0, 1]) draft = withPoint(draft, point(x, 0, 0));
  ok(!canFinish(draft));
  draft = withPoint(draft, point(1, 0, 1));
  ok(canFinish(draft) && takesPoints(draft));
  draft = { ...draft, finished: true };
  ok(!canFinish(draft) && !takesPoints(draft));
});

Deno.test("a room, an object or the whole stand for points", () => {
  const volume = emptyDraft("volume");
  strictEqual(requestOf(volume), null);
  ok(!takesPoints(volume));
  deepStrictEqual(requestOf(withSubject(volume, { of: "room", id: "r1", name: "Kitchen" })), {
    kind: "volume",
    points: [],
    room: "r1",
  });
  deepStrictEqual(requestOf(withSubject(volume, { of: "whole", id: "", name: "All" })), { kind: "volume", points: [] });
  ok(isEmpty(withSubject(withSubject(volume, { of: "object", id: "o", name: "" }), null)));
});

Deno.test("each kind says what to do next, and names are free", () => {
  for (const { kind, maxPoints } of kinds) {
    for (let points = 0; points <= Math.min(maxPoints, 6); points += 1) ok(hintFor(kind, points) !== "");
  }
  strictEqual(freshName("distance", ["Distance 1", "Distance 3"]), "Distance 2");
  strictEqual(shortText({ text: "3.62 m ± 1.4 cm (95 %)", imperial: "", texts: null }, "metric"), "3.62 m");
  const text = "2.66 m (uncertainty unknown: the model has no noise model)";
  strictEqual(lineOf({ text, imperial: "", texts: null, halfWidth95: null }, "metric"), "2.66 m, uncertainty unknown");
  strictEqual(
    lineOf({ text: "3.62 m ± 1.4 cm (95 %)", imperial: "", texts: null, halfWidth95: 0.014 }, "metric"),
    "3.62 m ± 1.4 cm (95 %)",
  );
  strictEqual(shortText({ text: "", imperial: "11′ 10 1/2″ ± 9/16″ (95 %)", texts: null }, "imperial"), "11′ 10 1/2″");
});

Deno.test("one request at a time; of those that wait only the latest is sent", async () => {
  const sent: number[] = [];
  const received: number[] = [];
  const failed: string[] = [];
  let answer = (): void => {};
  const requests = new ConflatedRequests<number, number>({
    send: (request) => {
      sent.push(request);
      return new Promise((resolve, reject) => {
        answer = () => request < 0 ? reject(new Error("no")) : resolve(request * 10);
      });
    },
    received: (response) => received.push(response),
    failed: (error) => failed.push((error as Error).message),
  });
  const respond = async (): Promise<void> => {
    answer();
    await settled();
  };
  for (const request of [1, 2, 3, 4]) requests.send(request);
  await respond();
  deepStrictEqual([sent, received], [[1, 4], [10]]);
  await respond();
  deepStrictEqual(received, [10, 40]);
  ok(!requests.isBusy);
  requests.send(-1);
  await respond();
  deepStrictEqual(failed, ["no"]);
  requests.send(5);
  requests.send(6);
  requests.cancel();
  await respond();
  deepStrictEqual([sent.at(-1), received.length], [5, 2]);
});

Deno.test("steps are undone and redone in order; a new one clears what could be redone", async () => {
  const log: string[] = [];
  const history = new History();
  const step = (description: string): void =>
    history.push({
      description,
      undo: () => void log.push(`-${description}`),
      redo: () => void log.push(`+${description}`),
    });
  step("a");
  step("b");
  await history.undo();
  await history.undo();
  strictEqual(await history.undo(), null);
  await history.redo();
  deepStrictEqual(log, ["-b", "-a", "+a"]);
  step("c");
  strictEqual(history.next.value, null);
  strictEqual(history.last.value?.description, "c");
});

Deno.test("a step that can't be undone stays, and its error is thrown", async () => {
  const history = new History();
  history.push({ description: "a", undo: () => Promise.reject(new Error("offline")), redo: () => {} });
  let why = "";
  const undoing = history.undo().catch((error) => why = error.message);
  strictEqual(history.last.value, null); // nothing else while it is under way
  await undoing;
  strictEqual(why, "offline");
  strictEqual(history.last.value?.description, "a");
  strictEqual(history.next.value, null);
});

Deno.test("figures: a height stands upright, an area closes, a path is labelled half way", () => {
  const height = figureOf("height", [[0, 0, 0], [2, 3, 1]]);
  deepStrictEqual(height.lines, [[[0, 0, 0], [0, 3, 0]]]);
  deepStrictEqual(height.dashed, [[[0, 3, 0], [2, 3, 1]]]);
  const area = figureOf("area", [[0, 0, 0], [2, 0, 0], [2, 0, 2]]);
  strictEqual(area.lines[0]!.length, 4);
  strictEqual(area.fill!.length, 3);
  deepStrictEqual(figureOf("path", [[0, 0, 0], [1, 0, 0], [1, 0, 9]]).label, [1, 0, 4]);
  strictEqual(figureOf("volume", []).label, null);
});

Deno.test("what lies behind the eye is cut off before it is drawn", () => {
  deepStrictEqual(pixelOf(eye, [0, 0, -2]), [100, 50]);
  strictEqual(pixelOf(eye, [0, 0, 2]), null);
  deepStrictEqual(lineOnScreen(eye, [[0, 0, 1], [0, 0, 2]]), []);
  const [through] = lineOnScreen(eye, [[1, 0, -1], [1, 0, 1]]);
  strictEqual(through!.length, 2);
  ok(through!.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)));
  deepStrictEqual(through![0], [150, 50]);
  strictEqual(lineOnScreen(eye, [[0, 0, -1], [0, 0, 1], [1, 0, 1], [1, 0, -1]]).length, 2);
  strictEqual(polygonOnScreen(eye, [[0, 0, -1], [1, 0, -1], [0, 0, 1]]).length, 4);
  strictEqual(polygonOnScreen(eye, [[0, 0, 1], [1, 0, 1], [0, 0, 2]]).length, 0);
});

Deno.test("labels that would lie over more important ones, or outside, are left out", () => {
  const frame = { x: 0, y: 0, width: 200, height: 100 };
  const label = (name: string, x: number, y: number): { name: string; box: typeof frame } => ({
    name,
    box: { x, y, width: 60, height: 20 },
  });
  const kept = freeLabels(
    [label("first", 0, 0), label("over", 30, 10), label("free", 70, 0), label("out", 190, 40)],
    frame,
  );
  deepStrictEqual(kept.map(({ name }) => name), ["first", "free"]);
});

Deno.test("of a cloud a ray means the first point near it", () => {
  const cloud = new Float32Array([0, 0, -5, 0.01, 0, -3, 2, 0, -1, 0, 3, -2]);
  const ray = { origin: [0, 0, 0] as const, direction: [0, 0, -1] as const };
  deepStrictEqual(pointOnRay(cloud, 4, ray, Infinity, 0.01)?.point.map((v) => Number(v.toFixed(3))), [0.01, 0, -3]);
  strictEqual(pointOnRay(cloud, 4, { ...ray, direction: [0, 1, 0] }, Infinity, 0.001), null);
  strictEqual(pointOnRay(cloud, 4, ray, -1, 0.01), null);
});

Deno.test("a label stands above its place, and above the points that it would hide or be hidden by", () => {
  const size = { width: 80, height: 28 };
  deepStrictEqual(labelBox([100, 100], size, []), { x: 60, y: 64, ...size });
  // Points aside and below leave it where it is.
  deepStrictEqual(labelBox([100, 100], size, [[20, 80], [110, 120]]), { x: 60, y: 64, ...size });
  for (const points of [[[90, 80], [110, 120]], [[110, 120], [95, 90], [90, 80]]] as const) {
    const { y, height } = labelBox([100, 100], size, points);
    ok(y + height <= 80 - 14, `${y}`);
  }
});
