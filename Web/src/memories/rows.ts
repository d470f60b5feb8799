/** The rows of a list of memories: computed from the pins when only mood and kind are filtered, otherwise fetched in pages. */

import { ksuidTime } from "../api/ksuid.ts";
import type { Mood } from "../ui/moods.ts";
import { signal } from "../reactive/signal.ts";
import { memoryApi } from "./memory-api.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { Kind, Memory, MemoryPage, MemoryQuery, Pin } from "./types.ts";

/** Its getters and `row` read signals: effects that call them run again when more rows have arrived. */
export interface Rows {
  /** How many rows can be scrolled to; of pages, those that have been fetched and up to ten that will follow. */
  readonly count: number;
  readonly total: number;
  /** Null until the row has been fetched. */
  row(index: number): Row | null;
  /** Fetches the rows up to this one. Rejects when they can't be fetched. */
  fetchTo(last: number): Promise<void>;
}

export interface Row {
  id: string;
  kind: Kind;
  mood: Mood | null;
  title: string;
  /** Milliseconds since 1970. */
  time: number;
}

/** The query of an unfiltered list. */
export const unfiltered: MemoryQuery = {
  search: "",
  mood: null,
  tag: "",
  kind: null,
  author: null,
  object: null,
  order: "newest",
  trashed: false,
};

/** Whether the pins alone can answer the query. */
export function isLocal(query: MemoryQuery): boolean {
  return query.search.trim() === "" && query.tag.trim() === "" && query.author === null && !query.trashed;
}

export class PinRows implements Rows {
  private readonly pins: readonly Pin[];

  /** `pins` are sorted newest first. */
  constructor(pins: readonly Pin[], query: Pick<MemoryQuery, "mood" | "kind" | "order">) {
    const { mood, kind } = query;
    const matching = mood === null && kind === null
      ? pins
      : pins.filter((pin) => (mood === null || pin.mood === mood) && (kind === null || pin.kind === kind));
    this.pins = query.order === "oldest" ? matching.toReversed() : matching;
  }

  get count(): number {
    return this.pins.length;
  }

  get total(): number {
    return this.pins.length;
  }

  row(index: number): Row | null {
    const pin = this.pins[index];
    return pin ? { id: pin.id, kind: pin.kind, mood: pin.mood, title: pin.title, time: ksuidTime(pin.id) } : null;
  }

  fetchTo(): Promise<void> {
    return Promise.resolve();
  }
}

const pageSize = 100;
/** How many rows can be scrolled to before they have been fetched. */
const maxPendingRows = 10;

interface Fetched {
  rows: readonly Row[];
  next: string | null;
  total: number;
}

/** The requests that paged rows make. */
export type ListSource = Pick<typeof memoryApi, "list">;

export class PagedRows implements Rows {
  private readonly fetched = signal<Fetched>({ rows: [], next: null, total: 0 });
  private isStarted = false;
  private pending: Promise<void> | null = null;

  constructor(
    private readonly store: Pick<MemoryStore, "space" | "add">,
    private readonly query: MemoryQuery,
    private readonly signal: AbortSignal,
    private readonly source: ListSource = memoryApi,
  ) {}

  get count(): number {
    const { rows, next, total } = this.fetched.value;
    return rows.length + (next === null ? 0 : Math.min(maxPendingRows, Math.max(0, total - rows.length)));
  }

  get total(): number {
    return this.fetched.value.total;
  }

  row(index: number): Row | null {
    return this.fetched.value.rows[index] ?? null;
  }

  async fetchTo(last: number): Promise<void> {
    while (!this.isStarted || (last >= this.fetched.peek().rows.length && this.fetched.peek().next !== null)) {
      this.pending ??= this.fetch().finally(() => this.pending = null);
      await this.pending;
    }
  }

  private async fetch(): Promise<void> {
    const { rows, next } = this.fetched.peek();
    const page: MemoryPage = await this.source.list(this.store.space, this.query, next, pageSize, this.signal);
    this.isStarted = true;
    this.store.add(...page.memories);
    this.fetched.value = { rows: [...rows, ...page.memories.map(rowOf)], next: page.next, total: page.total };
  }
}

function rowOf({ id, kind, mood, title, text, created }: Memory): Row {
  return { id, kind, mood, title: title.trim() === "" ? text : title, time: Date.parse(created) };
}
