import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { draftAnnouncement } from "../src/measure/measure-announcer.ts";
import { type MeasureService, MeasureStore } from "../src/measure/measure-store.ts";
import { subjectsFor, subjectsOf } from "../src/measure/subject-field.ts";
import type { Measured, Measurement, MeasurePoint, MeasureRequest } from "../src/measure/types.ts";
import { effect } from "../src/reactive/signal.ts";

const point = (...at: [number, number, number]): MeasurePoint => ({ at, snap: "auto" });

async function settled(): Promise<void> {
  for (let i = 0; i < 8; i += 1) await Promise.resolve();
}

/** Measures the number of points in metres, and keeps measurements in memory. */
class FakeServer implements MeasureService {
  readonly requests: MeasureRequest[] = [];
  readonly saved = new Map<string, Measurement>();
  failure: string | null = null;

  measure(_: string, request: MeasureRequest): Promise<Measured> {
    this.requests.push(request);
    if (this.failure !== null) return Promise.reject(new Error(this.failure));
    const value = request.points.length;
    return Promise.resolve({
      kind: request.kind,
      value,
      unit: "m",
      halfWidth95: null,
      reason: null,
      text: `${value} m`,
      imperial: `${value}′`,
      texts: { m: `${value} m`, cm: "", mm: "", ft: "", in: "" },
      notes: [],
      room: null,
      object: null,
      points: request.points.map(({ at }) => ({ at, snap: "none", normal: null })),
      values: [],
    });
  }

  async save(space: string, request: MeasureRequest, name: string): Promise<Measurement> {
    const number = this.saved.size + 1;
    const made = {
      ...await this.measure(space, request),
      id: `m${number}`,
      name,
      created: `2026-01-0${number}`,
      modified: `2026-01-0${number}`,
      trashed: null,
    } as Measurement;
    this.saved.set(made.id, made);
    return made;
  }

  change(id: string, change: { name?: string; points?: MeasurePoint[] }): Promise<Measurement> {
    const { name } = change;
    const changed = { ...this.saved.get(id)!, ...(name === undefined ? {} : { name }) };
    this.saved.set(id, changed);
    return Promise.resolve(changed);
  }

  trash(id: string): Promise<void> {
    this.saved.set(id, { ...this.saved.get(id)!, trashed: "now" });
    return Promise.resolve();
  }

  restore(id: string): Promise<Measurement> {
    const restored = { ...this.saved.get(id)!, trashed: null };
    this.saved.set(id, restored);
    return Promise.resolve(restored);
  }
}

function store(server = new FakeServer()): { store: MeasureStore; server: FakeServer } {
  return { store: new MeasureStore("space", { measurements: [], canEdit: true }, server), server };
}

Deno.test("two points give a distance, and one more starts the next measurement", async () => {
  const { store: { draft, ...rest }, server } = store();
  const measure = { draft, ...rest } as MeasureStore;
  draft.add(point(0, 0, 0));
  await settled();
  strictEqual(draft.result.value, null);
  draft.add(point(1, 0, 0));
  await settled();
  strictEqual(draft.result.value?.text, "2 m");
  strictEqual(draftAnnouncement(measure), "Distance: 2 m, uncertainty unknown");
  draft.add(point(5, 0, 0));
  strictEqual(draft.result.value, null);
  strictEqual(draft.current.value.points.length, 1);
  strictEqual(server.requests.length, 1);
});

Deno.test("a drag is measured at each move and is one step in the history", async () => {
  const { store: { draft, history } } = store();
  draft.add(point(0, 0, 0));
  draft.add(point(1, 0, 0));
  const before = draft.current.value;
  for (const x of [2, 3, 4]) draft.drag(1, point(x, 0, 0));
  draft.endDrag(before);
  await settled();
  strictEqual(draft.current.value.points[1]!.at[0], 4);
  strictEqual(history.last.value?.description, "Point moved");
  await history.undo();
  strictEqual(draft.current.value.points[1]!.at[0], 1);
  strictEqual(history.last.value?.description, "Point placed");
});

Deno.test("the server's snapped position replaces the placed one, unless that was removed", () => {
  const { store: { draft } } = store();
  const placed = point(0, 0, 0);
  draft.add(placed);
  draft.snapPoint(placed, { at: [0, 0, 0.1], snap: "edge" });
  deepStrictEqual(draft.current.value.points, [{ at: [0, 0, 0.1], snap: "edge" }]);
  draft.snapPoint(placed, point(9, 9, 9));
  strictEqual(draft.current.value.points[0]!.at[2], 0.1);
});

Deno.test("a refused measurement says why, and the next edit clears it", async () => {
  const server = new FakeServer();
  server.failure = "the points are in one line";
  const { store: { draft } } = store(server);
  draft.add(point(0, 0, 0));
  draft.add(point(1, 0, 0));
  await settled();
  strictEqual(draft.problem.value, "the points are in one line");
  strictEqual(draft.result.value, null);
  draft.clear();
  strictEqual(draft.problem.value, "");
});

Deno.test("saving empties the draft and selects the measurement; undo brings the points back, redo saves again", async () => {
  const { store: measure, server } = store();
  const { draft, saved, history } = measure;
  const names: string[] = [];
  effect(() => void names.push(measure.suggestedName.value));
  draft.add(point(0, 0, 0));
  draft.add(point(1, 0, 0));
  const made = await measure.save("  ");
  strictEqual(made.name, "Distance 1");
  deepStrictEqual(names, ["Distance 1", "Distance 2"]);
  strictEqual(saved.selected.value?.id, made.id);
  strictEqual(draft.current.value.points.length, 0);
  await history.undo();
  strictEqual(draft.current.value.points.length, 2);
  deepStrictEqual([saved.all.value, saved.selected.value], [[], null]);
  ok(server.saved.get(made.id)!.trashed !== null);
  await history.redo();
  strictEqual(saved.all.value.length, 1);
  strictEqual(draft.current.value.points.length, 0);
});

Deno.test("renaming, moving and deleting can be undone", async () => {
  const { store: measure } = store();
  const { draft, saved, history } = measure;
  draft.add(point(0, 0, 0));
  draft.add(point(1, 0, 0));
  const made = await measure.save("Width");
  await saved.rename(made, "Depth");
  strictEqual(saved.all.value[0]!.name, "Depth");
  await history.undo();
  strictEqual(saved.all.value[0]!.name, "Width");
  const restore = await saved.trash(made);
  strictEqual(saved.all.value.length, 0);
  await restore();
  strictEqual(saved.all.value.length, 1);
  // Restored by the notice: the history has no such step any more.
  strictEqual(history.last.value?.description, "Saved Width");
});

Deno.test("an area is measured of rooms, a volume of objects and the whole space as well", () => {
  const subjects = subjectsOf(null, [{ id: "o", name: "", category: "stove" }]);
  deepStrictEqual(subjects.map(({ of, name }) => [of, name]), [
    ["object", "stove"],
    ["whole", "The whole space, if its mesh is closed"],
  ]);
  deepStrictEqual(subjectsFor({ kind: "area" }, subjects), []);
  strictEqual(subjectsFor({ kind: "volume" }, subjects).length, 2);
});
