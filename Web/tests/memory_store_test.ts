import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { ApiError } from "../src/api/client.ts";
import { makeKSUID } from "../src/api/ksuid.ts";
import { ListStore } from "../src/memories/list-store.ts";
import { MemoryStore } from "../src/memories/memory-store.ts";
import { PagedRows, unfiltered } from "../src/memories/rows.ts";
import type { Memory, MemoryPage, MemoryQuery, Pin } from "../src/memories/types.ts";
import { effect } from "../src/reactive/signal.ts";

function memory(minute: number, part: Partial<Memory> = {}): Memory {
  const time = new Date(Date.UTC(2026, 0, 1, 0, minute));
  const id = makeKSUID(time, new Uint8Array(16).fill(minute));
  const anchor = { point: [1, 0, 2], normal: [0, 1, 0], object: null, offset: [0, 0, 0], height: 0.5, screen: null };
  return {
    id,
    space: "s",
    kind: "text",
    title: `Memory ${minute}`,
    text: "",
    mood: null,
    tags: [],
    privacy: "public",
    audience: [],
    author: { id: "anna", name: "Anna" },
    mine: false,
    created: time.toISOString(),
    modified: time.toISOString(),
    trashed: null,
    anchor: { ...anchor, state: "held" },
    position: [1, 0.5, 2],
    viewpoint: null,
    media: [],
    ...part,
  } as unknown as Memory;
}

function pinOf({ id, kind, mood, title }: Memory): Pin {
  return { id, kind, mood, title, position: [0, 0, 0] };
}

/** A server in memory, and its stream of events. */
class Server {
  readonly memories = new Map<string, Memory>();
  readonly stream = new EventTarget() as EventTarget & { onopen?(): void; onerror?(): void; close(): void };
  shown: string[] = [];
  fails = false;

  constructor(...memories: Memory[]) {
    for (const one of memories) this.memories.set(one.id, one);
    this.stream.close = (): void => {};
  }

  pins(): Promise<Pin[]> {
    return this.fails ? Promise.reject(new Error("no")) : Promise.resolve([...this.memories.values()].map(pinOf));
  }

  show(id: string): Promise<Memory> {
    this.shown.push(id);
    const found = this.memories.get(id);
    return found ? Promise.resolve(found) : Promise.reject(new ApiError(404, "not found"));
  }

  events(): EventSource {
    return this.stream as unknown as EventSource;
  }

  async announce(id: string, change: "added" | "changed" | "removed"): Promise<void> {
    this.stream.dispatchEvent(new MessageEvent("memory", { data: JSON.stringify({ id, change }) }));
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  }
}

Deno.test("pins are sorted newest first, and a memory is requested once", async () => {
  const [old, young] = [memory(1), memory(2)];
  const server = new Server(old, young);
  const store = new MemoryStore("s", server);
  strictEqual(store.state.value, "loading");
  await store.load();
  strictEqual(store.state.value, "ready");
  deepStrictEqual(store.pins.value.map((pin) => pin.title), ["Memory 2", "Memory 1"]);
  await Promise.all([store.memory(old.id), store.memory(old.id)]);
  await store.memory(old.id);
  deepStrictEqual(server.shown, [old.id]);
  store.dispose();
});

Deno.test("changes by others are applied: added, changed, removed", async () => {
  const first = memory(1);
  const server = new Server(first);
  const store = new MemoryStore("s", server);
  await store.load();
  const titles: string[] = [];
  const stop = effect(() => void titles.push(store.pins.value.map((pin) => pin.title).join()));
  const second = memory(2);
  server.memories.set(second.id, second);
  await server.announce(second.id, "added");
  server.memories.set(second.id, { ...second, title: "Door", modified: "2026-02-01T00:00:00.000Z" });
  await server.announce(second.id, "changed");
  await server.announce(first.id, "removed");
  deepStrictEqual(titles, ["Memory 1", "Memory 2,Memory 1", "Door,Memory 1", "Door"]);
  strictEqual(store.known(second.id)?.title, "Door");
  stop();
  store.dispose();
});

Deno.test("a memory that is no longer visible is removed, and the list is fetched again after an interruption", async () => {
  const first = memory(1);
  const server = new Server(first);
  const store = new MemoryStore("s", server);
  await store.load();
  server.memories.clear();
  await server.announce(first.id, "changed");
  strictEqual(store.pins.value.length, 0);
  const second = memory(2);
  server.memories.set(second.id, second);
  server.stream.onerror?.();
  server.stream.onopen?.();
  for (let i = 0; i < 5; i += 1) await Promise.resolve();
  strictEqual(store.pins.value[0]?.title, "Memory 2");
  store.dispose();
});

Deno.test("a list that can't be fetched is failed, and can be fetched again", async () => {
  const server = new Server(memory(1));
  server.fails = true;
  const store = new MemoryStore("s", server);
  ok(await store.load().then(() => false, () => true));
  strictEqual(store.state.value, "failed");
  server.fails = false;
  await store.load();
  strictEqual(store.pins.value.length, 1);
  store.dispose();
});

/** Pages of `count` memories; the search for "none" finds nothing, that for "broken" fails. */
function pages(
  count: number,
): { list(space: string, query: Partial<MemoryQuery>): Promise<MemoryPage>; calls: number } {
  let from = 0;
  return {
    calls: 0,
    list(_, query): Promise<MemoryPage> {
      this.calls += 1;
      if (query.search === "broken") return Promise.reject(new Error("The search failed."));
      if (query.search === "none") return Promise.resolve({ memories: [], next: null, total: 0 });
      const memories = Array.from({ length: Math.min(100, count - from) }, (_, i) => memory(count - from - i));
      from += memories.length;
      return Promise.resolve({ memories, next: from < count ? memories.at(-1)!.id : null, total: count });
    },
  };
}

Deno.test("rows are fetched page by page, each page once", async () => {
  const source = pages(250);
  const store = new MemoryStore("s", new Server());
  const rows = new PagedRows(store, { ...unfiltered, search: "x" }, new AbortController().signal, source);
  await Promise.all([rows.fetchTo(0), rows.fetchTo(0)]);
  strictEqual(rows.count, 110);
  strictEqual(rows.row(99)?.title, "Memory 151");
  strictEqual(rows.row(100), null);
  await rows.fetchTo(240);
  strictEqual(`${rows.count} ${rows.total} ${source.calls}`, "250 250 3");
});

Deno.test("the list filters pins by mood and type itself and searches on the server", async () => {
  const store = new MemoryStore("s", new Server(memory(1, { mood: "joy" }), memory(2)));
  const list = new ListStore(store, pages(3));
  const owner = new AbortController();
  list.open(owner.signal);
  strictEqual(list.emptyText.value, "Loading…");
  await store.load();
  strictEqual(`${list.countText.value} ${list.emptyText.value}`, "2 memories ");
  list.query.value = { ...unfiltered, mood: "joy" };
  strictEqual(list.countText.value, "1 memory");
  list.query.value = { ...unfiltered, mood: "sorrow" };
  strictEqual(list.emptyText.value, "No memory matches.");
  list.query.value = { ...unfiltered, search: "x" };
  strictEqual(list.emptyText.value, "Searching…");
  await new Promise((resolve) => setTimeout(resolve, 0));
  strictEqual(`${list.countText.value} ${list.lineCount.value}`, "3 memories 3");
  deepStrictEqual([...list.authors.value], [["anna", "Anna"]]);
  list.timeline.value = true;
  strictEqual(list.lineCount.value, 4);
  const heading = list.line(0);
  strictEqual(heading && "heading" in heading ? heading.heading.name : "", "January 2026");
  list.query.value = { ...unfiltered, search: "none" };
  await new Promise((resolve) => setTimeout(resolve, 0));
  strictEqual(list.emptyText.value, "No memory matches.");
  list.query.value = { ...unfiltered, search: "broken" };
  await new Promise((resolve) => setTimeout(resolve, 0));
  strictEqual(`${list.problem.value}${list.emptyText.value}`, "The search failed.");
  list.query.value = unfiltered;
  strictEqual(`${list.problem.value}${list.countText.value}`, "2 memories");
  owner.abort();
  store.dispose();
});

Deno.test("details of visible rows are fetched once", async () => {
  const memories = [memory(1), memory(2), memory(3)];
  const server = new Server(...memories);
  const store = new MemoryStore("s", server);
  const list = new ListStore(store, pages(0));
  const owner = new AbortController();
  list.open(owner.signal);
  await store.load();
  await list.fetchDetails(0, 1);
  await list.fetchDetails(0, 2);
  deepStrictEqual(server.shown, [memories[2]!.id, memories[1]!.id, memories[0]!.id]);
  owner.abort();
  store.dispose();
});
