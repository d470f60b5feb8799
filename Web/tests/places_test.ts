import type { PlaceItem } from "../src/api/generated.ts";
import { ancestorsOf, canMove, treeStep, typedRow, visibleRows } from "../src/places/place-tree.ts";
import { PlacesStore } from "../src/places/places-store.ts";
import { signal } from "../src/reactive/signal.ts";
import { deepStrictEqual, strictEqual } from "./assert.ts";

function place(id: string, parent: string | null = null, name = id): PlaceItem {
  return { id, name, parent, space: null, path: [name], notes: "", things: 0, values: [] };
}

const places = [
  place("attic"),
  place("box 10", "attic"),
  place("box 9", "attic"),
  place("tin", "box 9"),
  place("cellar"),
  place("orphan", "gone"),
];
const rowsOf = (...expanded: string[]): string =>
  visibleRows(places, new Set(expanded)).map(({ place, level }) => `${level} ${place.id}`).join(", ");

Deno.test("the tree shows expanded places by name, numbers by size; one without its parent is an outermost one", () => {
  strictEqual(rowsOf(), "1 attic, 1 cellar, 1 orphan");
  strictEqual(rowsOf("attic"), "1 attic, 2 box 9, 2 box 10, 1 cellar, 1 orphan");
  strictEqual(rowsOf("attic", "box 9"), "1 attic, 2 box 9, 3 tin, 2 box 10, 1 cellar, 1 orphan");
  const [attic, box] = visibleRows(places, new Set(["attic"]));
  deepStrictEqual([attic!.position, attic!.siblings, attic!.isExpanded], [1, 3, true]);
  deepStrictEqual([box!.position, box!.siblings, box!.isExpanded], [1, 2, false]);
});

Deno.test("keys go through the tree, expand and collapse", () => {
  const rows = visibleRows(places, new Set(["attic"]));
  deepStrictEqual(treeStep(rows, null, "ArrowDown"), { select: "attic" });
  deepStrictEqual(treeStep(rows, "attic", "ArrowDown"), { select: "box 9" });
  deepStrictEqual(treeStep(rows, "attic", "ArrowUp"), null);
  deepStrictEqual(treeStep(rows, "attic", "ArrowRight"), { select: "box 9" });
  deepStrictEqual(treeStep(rows, "box 9", "ArrowRight"), { expand: "box 9" });
  deepStrictEqual(treeStep(rows, "box 10", "ArrowRight"), null);
  deepStrictEqual(treeStep(rows, "box 10", "ArrowLeft"), { select: "attic" });
  deepStrictEqual(treeStep(rows, "attic", "ArrowLeft"), { collapse: "attic" });
  deepStrictEqual(treeStep(rows, "attic", "End"), { select: "orphan" });
  deepStrictEqual(treeStep(rows, "attic", "x"), null);
  strictEqual(typedRow(rows, "attic", "b"), "box 9");
  strictEqual(typedRow(rows, "box 9", "b"), "box 10");
  strictEqual(typedRow(rows, "box 9", "box 1"), "box 10");
  strictEqual(typedRow(rows, "box 9", "z"), null);
});

Deno.test("a place can't be moved into itself, within itself, or where it is", () => {
  deepStrictEqual(ancestorsOf(places, "tin"), ["box 9", "attic"]);
  strictEqual(canMove(places, "attic", "attic"), false);
  strictEqual(canMove(places, "attic", "tin"), false);
  strictEqual(canMove(places, "tin", "box 9"), false);
  strictEqual(canMove(places, "tin", "cellar"), true);
  strictEqual(canMove(places, "tin", null), true);
  strictEqual(canMove(places, "attic", null), false);
  const cycle = [place("a", "b"), place("b", "a")]; // made by two devices at once
  deepStrictEqual(ancestorsOf(cycle, "a"), ["b", "a"]);
  strictEqual(
    visibleRows(cycle, new Set(["a", "b"])).map(({ place, level }) => `${level} ${place.id}`).join(),
    "1 a,2 b",
  );
});

function store(): { store: PlacesStore; trashed: string[] } {
  let list = places;
  const trashed: string[] = [];
  const expanded = signal<ReadonlySet<string>>(new Set());
  const source = {
    list: () => Promise.resolve(list),
    add: (body: Partial<PlaceItem>) => {
      const added = place(`new ${list.length}`, body.parent ?? null, body.name);
      list = [...list, added];
      return Promise.resolve(added);
    },
    edit: (id: string, change: Partial<PlaceItem>) => {
      list = list.map((each) => each.id === id ? { ...each, ...change } : each);
      return Promise.resolve(list.find((each) => each.id === id)!);
    },
    trash: (id: string) => {
      trashed.push(id);
      list = list.filter((each) => each.id !== id);
      return Promise.resolve();
    },
    restore: (id: string) => {
      list = [...list, place(id, "attic")];
      return Promise.resolve();
    },
  };
  const setting = {
    get value(): ReadonlySet<string> {
      return expanded.value;
    },
    peek: () => expanded.peek(),
    set: (ids: ReadonlySet<string>) => void (expanded.value = ids),
  };
  return { store: new PlacesStore(new AbortController().signal, source, setting), trashed };
}

const shown = (store: PlacesStore): string => store.rows.value.map(({ place }) => place.id).join();

Deno.test("a selected place is visible; collapsing around it selects what contains it", async () => {
  const { store: tree } = store();
  strictEqual(tree.phase.value.state, "loading");
  await tree.load();
  tree.select("tin");
  strictEqual(shown(tree), "attic,box 9,tin,box 10,cellar,orphan");
  tree.collapse("attic");
  strictEqual(`${shown(tree)} ${tree.selected.value?.id}`, "attic,cellar,orphan attic");
});

Deno.test("adding, moving, trash and restoring keep the selection", async () => {
  const { store: tree, trashed } = store();
  await tree.load();
  const added = await tree.add("Shelf", "cellar");
  strictEqual(`${tree.selected.value?.name} ${tree.selected.value?.parent}`, "Shelf cellar");
  strictEqual(await tree.move(added.id, "attic"), "cellar");
  strictEqual(tree.selected.value?.parent, "attic");
  tree.select("box 9");
  await tree.trash("box 9");
  strictEqual(`${trashed} ${tree.selected.value?.id}`, "box 9 attic");
  await tree.restore("box 9");
  strictEqual(tree.selected.value?.id, "box 9");
});

Deno.test("a failed request says why; a failed refresh keeps the places", async () => {
  let fails = true;
  const source = {
    ...(store().store as unknown as { source: ConstructorParameters<typeof PlacesStore>[1] }).source!,
    list: () => fails ? Promise.reject(new Error("no connection")) : Promise.resolve(places),
  };
  const tree = new PlacesStore(new AbortController().signal, source);
  await tree.load();
  deepStrictEqual(tree.phase.value, { state: "failed", message: "no connection" });
  fails = false;
  await tree.load();
  fails = true;
  await tree.load();
  strictEqual(`${tree.phase.value.state} ${tree.places.value.length}`, "ready 6");
});
