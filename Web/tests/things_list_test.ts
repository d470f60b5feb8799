import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { ApiError } from "../src/api/client.ts";
import type { Thing, ThingEdits, ThingItem } from "../src/api/generated.ts";
import { isUnfiltered, parseFilter, queryText, serverQuery, unfiltered } from "../src/things/list/filter.ts";
import { keptList, type ListSource, ThingListStore } from "../src/things/list/list-store.ts";
import { PagedThings } from "../src/things/list/paged-things.ts";
import { Selection } from "../src/things/list/selection.ts";
import { columnsIn, focusTarget, visibleRange } from "../src/things/list/visible-range.ts";
import type { ThingQuery } from "../src/things/things-api.ts";

const never = new AbortController().signal;
const item = (id: string, value: number | null = null): ThingItem =>
  ({ id, name: id, quantity: 2, value: value === null ? null : { minorUnits: value, currency: "EUR" } }) as ThingItem;

class FakeServer implements ListSource {
  ids: string[];
  requests: ThingQuery[] = [];
  edits: ThingEdits[] = [];
  undone: string[] = [];
  error: Error | null = null;

  constructor(count: number) {
    this.ids = Array.from({ length: count }, (_, at) => `t${at}`);
  }

  list = (query: ThingQuery): Promise<{ things: ThingItem[]; next: string | null; total: number }> => {
    this.requests.push(query);
    if (this.error) return Promise.reject(this.error);
    const start = query.after === undefined ? 0 : Number(this.ids.indexOf(query.after)) + 1;
    const page = this.ids.slice(start, start + query.limit!);
    const next = start + query.limit! < this.ids.length ? page.at(-1)! : null;
    return Promise.resolve({ things: page.map((id) => item(id, 100)), next, total: this.ids.length });
  };
  bulk = (edits: ThingEdits): Promise<{ changed: number; undo: string | null }> => {
    this.edits.push(edits);
    if (edits.trash) this.ids = this.ids.filter((id) => !edits.ids.includes(id));
    return Promise.resolve({ changed: edits.ids.length, undo: "u" });
  };
  undo = (action: string): Promise<{ restored: number; kept: number }> => {
    this.undone.push(action);
    return Promise.resolve({ restored: 1, kept: 0 });
  };
  words = (): Promise<{ categories: never[]; brands: never[]; tags: never[] }> =>
    Promise.resolve({ categories: [], brands: [], tags: [] });
  totals = (): Promise<never[]> => Promise.resolve([]);
}

const pagesOf = (server: FakeServer): PagedThings =>
  new PagedThings((after, limit) => server.list({ limit, ...(after === null ? {} : { after }) }), never);

// MARK: Filter

Deno.test("the address holds the filter", () => {
  const place = "0".repeat(27);
  const text = `search=drill+bosch&category=Tools&brand=Bosch&tag=red&place=${place}&lent=1&warranty=90&order=name`;
  strictEqual(queryText(parseFilter(text)), text);
  deepStrictEqual(parseFilter("place=x&warranty=-3&order=size&lent=yes&category="), unfiltered);
  ok(isUnfiltered(parseFilter("order=value")));
  ok(!isUnfiltered(parseFilter("lent=1")));
});

Deno.test("a query of the server has what is filtered only", () => {
  deepStrictEqual(serverQuery(unfiltered, null, 60), { order: "newest", limit: 60 });
  const now = new Date(2026, 0, 1);
  deepStrictEqual(serverQuery({ ...unfiltered, search: " drill ", lent: true, warranty: 30 }, "c", 200, now), {
    search: "drill",
    lent: true,
    warrantyBefore: "2026-02-01T00:00:00Z",
    order: "newest",
    after: "c",
    limit: 200,
  });
});

// MARK: Pages

Deno.test("rows are fetched page by page, as far as they are wanted", async () => {
  const server = new FakeServer(1000);
  const pages = pagesOf(server);
  strictEqual(pages.total.value, null);
  await pages.want(0);
  deepStrictEqual([pages.total.value, pages.fetched, pages.row(59)?.id, pages.row(60)], [1000, 60, "t59", null]);
  await pages.want(300);
  deepStrictEqual([pages.fetched, server.requests.length, pages.row(300)?.id], [460, 3, "t300"]);
  await pages.want(100); // known already
  strictEqual(server.requests.length, 3);
  const far = pages.want(999);
  void pages.want(500); // scrolled back
  await far;
  deepStrictEqual([pages.fetched, pages.isComplete], [660, false]);
});

Deno.test("a list of 100,000 things can be read to its end", async () => {
  const pages = new PagedThings((after, limit) => {
    const start = after === null ? 0 : Number(after);
    const things = Array.from({ length: Math.min(limit, 100_000 - start) }, (_, at) => item(`t${start + at}`));
    return Promise.resolve({ things, next: start + limit < 100_000 ? String(start + limit) : null, total: 100_000 });
  }, never);
  await pages.want(99_999);
  deepStrictEqual([pages.fetched, pages.isComplete, pages.row(99_999)?.id], [100_000, true, "t99999"]);
});

Deno.test("a page that can't be fetched keeps the rows and is tried again", async () => {
  const server = new FakeServer(100);
  const pages = pagesOf(server);
  await pages.want(0);
  server.error = new ApiError(0, "Diorama can't be reached.");
  await pages.want(99);
  deepStrictEqual([pages.fetched, pages.problem.value], [60, "Diorama can't be reached."]);
  server.error = null;
  await pages.want(99);
  deepStrictEqual([pages.fetched, pages.problem.value], [100, ""]);
});

Deno.test("refreshing replaces the visible pages, and drops what follows where they end elsewhere", async () => {
  const server = new FakeServer(500);
  const pages = pagesOf(server);
  await pages.want(400);
  server.requests = [];
  await pages.refresh(70, 80);
  deepStrictEqual(server.requests.map(({ after }) => after), ["t59"]);
  deepStrictEqual([pages.fetched, pages.row(300)?.id], [460, "t300"]);
  server.ids = ["new", ...server.ids];
  await pages.refresh(0, 10);
  deepStrictEqual([pages.row(0)?.id, pages.fetched, pages.total.value], ["new", 60, 501]);
  await pages.want(100);
  strictEqual(pages.row(100)?.id, "t99");
});

Deno.test("removing rows keeps the order of pages", async () => {
  const server = new FakeServer(500);
  const pages = pagesOf(server);
  await pages.want(300);
  pages.remove(new Set(["t3", "t100"]));
  deepStrictEqual([pages.row(3)?.id, pages.row(98)?.id, pages.row(99)?.id, pages.total.value], [
    "t4",
    "t99",
    "t101",
    498,
  ]);
  server.ids = server.ids.filter((id) => id !== "t3" && id !== "t100");
  await pages.reload();
  deepStrictEqual([pages.row(99)?.id, pages.total.value], ["t101", 498]);
});

// MARK: Layout

Deno.test("only what is visible and a little more is drawn", () => {
  const layout = { count: 100_000, columns: 4, rowHeight: 200 };
  deepStrictEqual(visibleRange(layout, 100, 800), { first: 0, last: 31 });
  deepStrictEqual(visibleRange(layout, -2_000_000, 800), { first: 39_988, last: 40_031 });
  deepStrictEqual(visibleRange(layout, -1e9, 800).last, 99_999);
  deepStrictEqual(visibleRange({ ...layout, count: 0 }, 0, 800), { first: 0, last: -1 });
  deepStrictEqual([columnsIn(288, 136, 16), columnsIn(100, 136, 16), columnsIn(1360, 208, 16)], [2, 1, 6]);
});

Deno.test("keys move the focus by things, rows and pages", () => {
  const layout = { count: 10, columns: 3, rowHeight: 200 };
  const targets = ["ArrowDown", "ArrowUp", "ArrowRight", "j", "k", "PageDown", "Home", "End", "q"]
    .map((key) => focusTarget(key, 4, layout, 2));
  deepStrictEqual(targets, [7, 1, 5, 5, 3, 9, 0, 9, null]);
  strictEqual(focusTarget("ArrowUp", 1, layout, 2), 1);
  strictEqual(focusTarget("ArrowRight", 4, { ...layout, columns: 1 }, 2), 4);
});

// MARK: Selection and bulk edits

Deno.test("a range is selected from the thing selected last", () => {
  const selection = new Selection();
  const idAt = (index: number): string | null => index < 8 ? `t${index}` : null;
  selection.toggle(2, "t2");
  selection.extend(5, idAt);
  deepStrictEqual([...selection.ids.value], ["t2", "t3", "t4", "t5"]);
  selection.toggle(3, "t3");
  selection.extend(1, idAt);
  strictEqual(selection.count.value, 5);
  selection.remove(["t1", "x"]);
  strictEqual(selection.has("t1"), false);
  selection.clear();
  strictEqual(selection.count.value, 0);
});

Deno.test("a bulk edit is one request and can be undone", async () => {
  const server = new FakeServer(300);
  const store = new ThingListStore(unfiltered, server);
  await store.load();
  store.select(1);
  store.selectTo(3);
  const done = await store.edit({ category: "Tools", addTags: ["red"] });
  deepStrictEqual(server.edits, [{ category: "Tools", addTags: ["red"], ids: ["t1", "t2", "t3"] }]);
  deepStrictEqual([done.changed, store.selection.count.value], [3, 3]);
  await done.undo!();
  deepStrictEqual(server.undone, ["u"]);
});

Deno.test("trashed things leave list and selection, and undoing brings them back", async () => {
  const server = new FakeServer(70);
  const store = new ThingListStore(unfiltered, server);
  await store.load();
  ok(await store.selectAll());
  strictEqual(store.selection.count.value, 70);
  store.selection.set(["t0", "t1"]);
  const done = await store.edit({ trash: true });
  deepStrictEqual([store.rows.row(0)?.id, store.rows.total.value, store.selection.count.value], ["t2", 68, 0]);
  server.ids = ["t0", "t1", ...server.ids];
  await done.undo!();
  deepStrictEqual([store.rows.row(0)?.id, store.rows.total.value], ["t0", 70]);
});

Deno.test("the sum of a filtered list is known when all of it is fetched", async () => {
  const server = new FakeServer(70);
  const store = new ThingListStore({ ...unfiltered, search: "t" }, server);
  await store.load();
  strictEqual(store.values.value, null);
  await store.rows.want(69);
  deepStrictEqual(store.values.value, [{ minorUnits: 14_000, currency: "EUR" }]);
});

Deno.test("another filter lists anew and ends the selection; another order keeps it", async () => {
  const server = new FakeServer(10);
  const store = new ThingListStore(unfiltered, server);
  await store.load();
  store.select(0);
  store.change({ order: "name" });
  await store.rows.want(0);
  strictEqual(store.selection.count.value, 1);
  store.change({ search: "drill" });
  await store.rows.want(0);
  deepStrictEqual([store.selection.count.value, server.requests.at(-1)], [0, {
    search: "drill",
    order: "name",
    limit: 60,
  }]);
  server.error = new ApiError(403, "Only for the owner");
  store.change({ search: "" });
  await store.rows.want(0);
  strictEqual(store.isPrivate.value, true);
});

Deno.test("the list is kept for its address, with changes of other pages", () => {
  const first = keptList(unfiltered);
  deepStrictEqual([first.isKept, keptList({ ...unfiltered }).isKept], [false, true]);
  strictEqual(keptList({ ...unfiltered, lent: true }).isKept, false);
  const store = new ThingListStore(unfiltered, new FakeServer(3));
  return store.load().then(() => {
    store.update({ ...item("t1"), name: "Saw", trashed: null } as Thing);
    strictEqual(store.rows.row(1)?.name, "Saw");
    store.update({ ...item("t1"), trashed: "2026-01-01T00:00:00Z" } as Thing);
    strictEqual(store.rows.row(1)?.id, "t2");
  });
});
