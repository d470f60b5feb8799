import { deepStrictEqual, strictEqual } from "./assert.ts";
import type { DuplicateList, DuplicatePair, Identification, MergedThing, ThingItem } from "../src/api/generated.ts";
import { DuplicatesStore, withPairs } from "../src/things/duplicates/duplicates-store.ts";
import { FindStore } from "../src/things/find/find-store.ts";

const proposal = { brand: null, model: null, serial: null, expires: null };
const photo = new File(["1"], "photo.jpg");
const drill = { id: "drill", name: "Drill", score: 0.8, cover: null };
const saw = { id: "saw", name: "Saw", score: 0.9, cover: null };

function finding(answer: Identification): { store: FindStore; notes: string[]; fail: { next: boolean } } {
  const notes: string[] = [];
  const fail = { next: false };
  const store = new FindStore({
    identify: () => Promise.resolve(answer),
    noteMatch: (thing, match) => {
      if (fail.next) return Promise.reject(new Error("Diorama can't be reached."));
      notes.push(`${thing} ${match}`);
      return Promise.resolve();
    },
  });
  return { store, notes, fail };
}

Deno.test("things whose label is in the photo come first, then the surest", async () => {
  const barcodes = [{ format: "qr", text: "x", thing: "lamp" }, { format: "qr", text: "y", thing: null }];
  const { store } = finding({
    matches: [drill, saw],
    barcodes: barcodes as Identification["barcodes"],
    text: [],
    proposal,
    notices: ["1 photo is missing"],
  });
  await store.look(photo);
  deepStrictEqual(store.found.value?.map(({ id }) => id), ["lamp", "saw", "drill"]);
  deepStrictEqual([store.isLooking.value, store.notices.value], [false, ["1 photo is missing"]]);
});

Deno.test("a rejected thing is gone once that is noted", async () => {
  const { store, notes, fail } = finding({ matches: [drill, saw], barcodes: [], text: [], proposal, notices: [] });
  await store.look(photo);
  fail.next = true;
  strictEqual(await store.reject("saw"), false);
  deepStrictEqual([store.found.value?.length, store.problem.value], [2, "Diorama can't be reached."]);
  fail.next = false;
  strictEqual(await store.reject("saw"), true);
  strictEqual(await store.confirm("drill"), true);
  deepStrictEqual([notes, store.found.value?.map(({ id }) => id)], [["saw wrong", "drill right"], ["drill"]]);
});

Deno.test("the answer for an earlier photo is not shown", async () => {
  const answers: ((answer: Identification) => void)[] = [];
  const store = new FindStore({
    identify: () => new Promise((resolve) => answers.push(resolve)),
    noteMatch: () => Promise.resolve(),
  });
  const first = store.look(photo);
  const second = store.look(photo);
  const answer = (thing: typeof drill): Identification => {
    return { matches: [thing], barcodes: [], text: [], proposal, notices: [] };
  };
  answers[1]!(answer(saw));
  answers[0]!(answer(drill));
  await Promise.all([first, second]);
  deepStrictEqual([store.found.value?.map(({ id }) => id), store.isLooking.value], [["saw"], false]);
});

// MARK: Duplicates

const thing = (id: string): ThingItem => ({ id, name: id }) as ThingItem;
const pair = (first: string, second: string, score: number): DuplicatePair => {
  return { first: thing(first), second: thing(second), score };
};

Deno.test("parts are fetched to the end, a pair is shown once, and a failed part goes on where it was", async () => {
  const asked: (string | null)[] = [];
  let fails = true;
  const parts: Record<string, DuplicateList> = {
    "": { pairs: [pair("a", "b", 0.6)], next: "b", compared: 2, total: 4, missing: 0 },
    b: { pairs: [pair("a", "b", 0.7), pair("c", "d", 0.9)], next: null, compared: 4, total: 4, missing: 1 },
  };
  const store = new DuplicatesStore({
    duplicates: (after) => {
      asked.push(after);
      if (after === "b" && fails) return Promise.reject(new Error("Stopped."));
      return Promise.resolve(parts[after ?? ""]!);
    },
    merge: () => Promise.resolve({ undo: "u" } as MergedThing),
    undo: () => Promise.resolve({ restored: 1, kept: 0 }),
  });
  await store.run();
  deepStrictEqual([store.problem.value, store.isRunning.value, store.pairs.value.length], ["Stopped.", false, 1]);
  fails = false;
  await store.run();
  deepStrictEqual(asked, [null, "b", "b"]);
  deepStrictEqual(store.pairs.value.map(({ score }) => score), [0.9, 0.7]);
  deepStrictEqual([store.problem.value, store.missing.value], ["", 1]);
});

Deno.test("merging takes all pairs of the merged thing away, and undo brings them back", async () => {
  const merged: string[] = [];
  const pairs = [pair("a", "b", 0.9), pair("b", "c", 0.8), pair("d", "e", 0.7)];
  const store = new DuplicatesStore({
    duplicates: () => Promise.resolve({ pairs, next: null, compared: 5, total: 5, missing: 0 }),
    merge: (id, others) => {
      merged.push(`${others} into ${id}`);
      return Promise.resolve({ undo: "u" } as MergedThing);
    },
    undo: () => Promise.resolve({ restored: 1, kept: 0 }),
  });
  await store.run();
  const undo = await store.merge(store.pairs.value[0]!);
  deepStrictEqual([merged, store.pairs.value.map(({ first }) => first.id)], [["b into a"], ["d"]]);
  await undo!();
  strictEqual(store.pairs.value.length, 3);
  store.dismiss(store.pairs.value[0]!);
  strictEqual(store.pairs.value.length, 2);
});

Deno.test("pairs are shown once, with the higher score", () => {
  deepStrictEqual(
    withPairs([pair("a", "b", 0.5)], [pair("a", "b", 0.8), pair("c", "d", 0.6)]).map(({ score }) => score),
    [
      0.8,
      0.6,
    ],
  );
});
