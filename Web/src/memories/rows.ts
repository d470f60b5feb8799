/** What a list of memories shows, row by row: from the pins at once where mood and kind are all that is asked, else page by page. */

import { ksuidTime } from "../offline/ksuid.ts";
import { memoryApi } from "./memory-api.ts";
import { type MemoryStore, standing } from "./store.ts";
import type { Memory, MemoryQuery, Pin } from "./types.ts";

export interface Rows {
  /** How many there are to scroll through; for pages, those that have come and a few that may follow. */
  readonly count: number;
  /** How many there are in all. */
  readonly total: number;
  /** What is known of a row; null while it is on its way. */
  row(at: number): Row | null;
  /** Sees to it that rows up to this one come. Rejects when they can't be had. */
  need(last: number): Promise<void>;
}

export interface Row {
  id: string;
  pin: Pin;
  /** Milliseconds since 1970. */
  time: number;
}

/** Whether the pins alone can answer. */
export function isLocal(query: MemoryQuery): boolean {
  return query.search.trim() === "" && query.tag.trim() === "" && query.author === null && !query.trashed;
}

export class PinRows implements Rows {
  private readonly pins: readonly Pin[];

  constructor(pins: readonly Pin[], query: Pick<MemoryQuery, "mood" | "kind" | "order">) {
    const { mood, kind } = query;
    const kept = mood === null && kind === null
      ? pins
      : pins.filter((pin) => (mood === null || pin.mood === mood) && (kind === null || pin.kind === kind));
    this.pins = query.order === "oldest" ? kept.toReversed() : kept;
  }

  get count(): number {
    return this.pins.length;
  }

  get total(): number {
    return this.pins.length;
  }

  row(at: number): Row | null {
    const pin = this.pins[at];
    return pin ? { id: pin.id, pin, time: ksuidTime(pin.id) } : null;
  }

  need(): Promise<void> {
    return Promise.resolve();
  }
}

const pageSize = 100;

export class PagedRows implements Rows {
  private readonly found: Row[] = [];
  private next: string | null = null;
  private begun = false;
  private under: Promise<void> | null = null;
  total = 0;

  constructor(
    private readonly store: MemoryStore,
    private readonly query: MemoryQuery,
    private readonly signal: AbortSignal,
  ) {}

  get count(): number {
    const more = this.next === null ? 0 : Math.min(10, Math.max(0, this.total - this.found.length));
    return this.found.length + more;
  }

  row(at: number): Row | null {
    return this.found[at] ?? null;
  }

  async need(last: number): Promise<void> {
    while (!this.begun || (last >= this.found.length && this.next !== null)) {
      this.under ??= this.fetch().finally(() => this.under = null);
      await this.under;
    }
  }

  private async fetch(): Promise<void> {
    const page = await memoryApi.list(this.store.space, this.query, this.next, pageSize, this.signal);
    this.begun = true;
    this.next = page.next;
    this.total = page.total;
    this.store.keep(...page.memories);
    this.found.push(...page.memories.map(rowOf));
  }
}

function rowOf(memory: Memory): Row {
  const { id, mood, kind, title } = memory;
  const named = title.trim() === "" ? memory.text : title;
  return { id, pin: { id, position: standing(memory), mood, kind, title: named }, time: Date.parse(memory.created) };
}

/** A month and where its rows begin. */
export interface Month {
  /** `2026-02` */
  key: string;
  name: string;
  first: number;
  count: number;
}

const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The months of rows in order of time, by halving: a few steps a month, however many rows. */
export function monthsOf(count: number, timeAt: (row: number) => number): Month[] {
  const months: Month[] = [];
  let first = 0;
  while (first < count) {
    const key = monthKey(timeAt(first));
    let [low, high] = [first + 1, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (monthKey(timeAt(middle)) === key) low = middle + 1;
      else high = middle;
    }
    const [year, month] = key.split("-");
    months.push({ key, name: `${monthNames[Number(month) - 1]} ${year}`, first, count: low - first });
    first = low;
  }
  return months;
}

function monthKey(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}

/** What stands on a line of a timeline: a month's heading, or a row under it. Each month takes one line more than its rows. */
export function lineOf(months: readonly Month[], line: number): { month: Month; row: number | null } | null {
  let [low, high] = [0, months.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (months[middle]!.first + middle <= line) low = middle;
    else high = middle - 1;
  }
  const month = months[low];
  if (!month) return null;
  const within = line - month.first - low;
  if (within < 0 || within > month.count) return null;
  return { month, row: within === 0 ? null : month.first + within - 1 };
}

/** The line on which a month's heading stands. */
export function lineOfMonth(months: readonly Month[], index: number): number {
  return (months[index]?.first ?? 0) + index;
}
