import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import type { Job } from "../src/api/generated.ts";
import { type JobListener, PlanJob, type PlanJobService } from "../src/plan/plan-job.ts";
import { type PlanService, PlanStore } from "../src/plan/plan-store.ts";
import { SheetView } from "../src/plan/sheet-view.ts";
import type { Edit, NewEdit, PlanAnswer, Sheet, Storey } from "../src/plan/types.ts";
import { effect } from "../src/reactive/signal.ts";

function storey(id: string, rooms: string[]): Storey {
  const square = [[0, 0], [1, 0], [1, 1], [0, 1]] as [number, number][];
  return {
    id,
    name: id,
    elevation: 0,
    height: 2.5,
    walls: [],
    openings: [],
    furniture: [],
    slabs: [],
    rooms: rooms.map((room) => ({
      id: room,
      name: room,
      use: "unknown",
      polygon: square,
      ceilingHeight: 2.5,
      isCeilingUnseen: false,
      isUnseen: false,
    })),
  };
}

function sheet(index: number, width = 297): Sheet {
  return { storey: index, name: "", width, height: 210, toSheet: [1, 0, 0, 1, 0, 0], scale: 50 };
}

function answer(edits: Edit[] = [], undone: Edit[] = [], rooms = ["a", "b"]): PlanAnswer {
  return {
    plan: { id: "p", name: "", storeys: [storey("ground", rooms), storey("upper", ["c"])] },
    edits,
    undone,
    canEdit: true,
    notes: [],
    sheets: [sheet(0), sheet(1)],
  };
}

/** Renames are recorded only; what the server answers next can be set. */
class FakePlans implements PlanService {
  next: PlanAnswer = answer();
  failure: string | null = null;
  readonly calls: string[] = [];

  private respond(call: string): Promise<PlanAnswer> {
    this.calls.push(call);
    return this.failure === null ? Promise.resolve(this.next) : Promise.reject(new Error(this.failure));
  }

  load(): Promise<PlanAnswer | null> {
    return this.respond("load");
  }

  edit(_space: string, units: string, edit: NewEdit): Promise<PlanAnswer> {
    return this.respond(`${edit.kind} in ${units}`);
  }

  undo(): Promise<PlanAnswer> {
    return this.respond("undo");
  }

  redo(): Promise<PlanAnswer> {
    return this.respond("redo");
  }

  remove(): Promise<void> {
    return this.respond("remove").then(() => {});
  }
}

const rename: NewEdit = { kind: "rename-room", room: "a", name: "Den" };
const renamed: Edit = { ...rename, id: "e1", created: "2026-01-01" };

Deno.test("a part is shown on its own storey, and another storey clears selection and highlight", () => {
  const store = new PlanStore("s", answer(), "metric", new FakePlans());
  store.show({ kind: "room", id: "c" });
  deepStrictEqual([store.storeyIndex.value, store.selected.value?.id], [1, "c"]);
  store.highlight("c");
  store.showStorey(0);
  deepStrictEqual([store.selected.value, store.highlighted.value], [null, null]);
  store.showStorey(7);
  strictEqual(store.storeyIndex.value, 0);
  store.select({ kind: "room", id: "c" }); // not on this storey
  strictEqual(store.selected.value, null);
});

Deno.test("an edit is sent in the current units; its answer replaces the plan and drops a part that is gone", async () => {
  const plans = new FakePlans();
  const store = new PlanStore("s", answer(), "metric", plans);
  const versions: number[] = [];
  effect(() => void versions.push(store.loaded.value.version));
  store.select({ kind: "room", id: "b" });
  plans.next = answer([renamed], [], ["a"]);
  ok(!store.canUndo.value);
  await store.edit(rename);
  deepStrictEqual(plans.calls, ["rename-room in metric"]);
  ok(store.canUndo.value && !store.canRedo.value);
  strictEqual(store.selected.value, null);
  plans.next = answer([], [renamed]);
  await store.undo();
  ok(!store.canUndo.value && store.canRedo.value);
  deepStrictEqual(versions, [0, 1, 2]);
});

Deno.test("one change at a time; a refused one says why and leaves the plan", async () => {
  const plans = new FakePlans();
  const store = new PlanStore("s", answer([renamed]), "metric", plans);
  const first = store.edit(rename);
  ok(!store.canUndo.value);
  let second = "";
  await store.edit(rename).catch((error) => second = error.message);
  ok(second.includes("not saved yet"), second);
  await first;
  plans.failure = "the wall would cross a room";
  let third = "";
  await store.edit(rename).catch((error) => third = error.message);
  strictEqual(third, "the wall would cross a room");
  strictEqual(store.loaded.value.version, 1);
});

Deno.test("reloading replaces the plan only where it has changed", async () => {
  const plans = new FakePlans();
  const store = new PlanStore("s", answer(), "metric", plans);
  await store.reload();
  strictEqual(store.loaded.value.version, 0);
  plans.next = answer([renamed]);
  await store.reload();
  strictEqual(store.loaded.value.version, 1);
});

Deno.test("sheets in other units leave the storey as it is, so that a form that is being filled in stays", async () => {
  const plans = new FakePlans();
  const store = new PlanStore("s", answer(), "metric", plans);
  const before = store.storey.value;
  plans.next = { ...answer(), sheets: [sheet(0, 420), sheet(1, 420)] };
  await store.reload();
  strictEqual(store.loaded.value.version, 1);
  strictEqual(store.storey.value, before);
  plans.next = answer([], [], ["a"]);
  await store.reload();
  strictEqual(store.storey.value?.rooms.length, 1);
});

Deno.test("the sheet fits the pane until somebody moves it, and keeps the view on a sheet of the same size", () => {
  const view = new SheetView();
  view.setPane({ width: 400, height: 400 });
  strictEqual(view.viewBox.value, null);
  view.setSheet(sheet(0));
  const whole = view.viewBox.value!;
  ok(whole.width >= 297);
  view.zoom(0.5);
  const near = view.viewBox.value!;
  ok(Math.abs(near.width - whole.width / 2) < 1e-9);
  view.setSheet({ ...sheet(0), name: "again" });
  strictEqual(view.viewBox.value, near);
  view.setSheet(sheet(1));
  deepStrictEqual(view.viewBox.value, whole);
});

const job = (state: Job["state"], more: Partial<Job> = {}): Job =>
  ({ id: "j", kind: "plan", state, fraction: 0.5, what: "Walls", remaining: null, error: null, ...more }) as Job;

class FakeJobs implements PlanJobService {
  listener: JobListener | null = null;
  current: Job | null = null;
  failure: string | null = null;

  start(): Promise<Job> {
    return this.failure === null ? Promise.resolve(job("queued")) : Promise.reject(new Error(this.failure));
  }

  latest(): Promise<Job | null> {
    return Promise.resolve(this.current);
  }

  cancel(): Promise<Job> {
    return Promise.resolve(job("cancelled"));
  }

  watch(_: string, listener: JobListener): () => void {
    this.listener = listener;
    return () => this.listener = null;
  }
}

Deno.test("a plan job is followed to its end, whichever tab started it", async () => {
  const jobs = new FakeJobs();
  let made = 0;
  const owner = new AbortController();
  const plan = new PlanJob("s", jobs, () => made += 1, owner.signal);
  await plan.resume();
  strictEqual(plan.state.value.phase, "none");
  jobs.current = job("running");
  await plan.resume();
  strictEqual(plan.state.value.phase, "running");
  jobs.listener!.connected(false);
  deepStrictEqual(plan.state.value, { phase: "running", job: job("running"), connected: false });
  jobs.listener!.job(job("done"));
  deepStrictEqual([made, jobs.listener], [1, null]);
});

Deno.test("a plan job that fails, is lost, cancelled or refused says so", async () => {
  const jobs = new FakeJobs();
  const plan = new PlanJob("s", jobs, () => {}, new AbortController().signal);
  await plan.start();
  jobs.listener!.job(job("failed", { error: "no walls" }));
  deepStrictEqual(plan.state.value, { phase: "failed", message: "no walls" });
  await plan.start();
  jobs.listener!.lost();
  strictEqual(plan.state.value.phase, "failed");
  await plan.start();
  await plan.cancel();
  strictEqual(plan.state.value.phase, "none");
  jobs.failure = "the space has no mesh";
  await plan.start();
  deepStrictEqual(plan.state.value, { phase: "failed", message: "the space has no mesh" });
});
