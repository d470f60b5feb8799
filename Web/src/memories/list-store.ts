/** The state of the list of memories: query, order, fetched rows, months. It is kept while the list is closed. No DOM. */

import { t } from "../i18n/messages.ts";
import { plural } from "../ui/format.ts";
import { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { memoryApi } from "./memory-api.ts";
import type { MemoryStore } from "./memory-store.ts";
import { lineOf, type Month, monthsOf } from "./months.ts";
import { isLocal, type ListSource, PagedRows, PinRows, type Row, type Rows, unfiltered } from "./rows.ts";
import type { MemoryQuery } from "./types.ts";

/** How many details are requested at once. */
const maxRequests = 4;
const maxTags = 500;

/** The content of a line of the list. */
export type ListLine = { heading: Month } | { row: Row; index: number };

export class ListStore {
  readonly query = signal<MemoryQuery>(unfiltered);
  readonly timeline = signal(false);
  /** Why rows could not be fetched; empty if they could. */
  readonly problem = signal("");
  /** Authors by id, and tags, of the memories fetched so far. */
  readonly authors: Signal<ReadonlyMap<string, string>> = signal(new Map());
  readonly tags: Signal<ReadonlySet<string>> = signal(new Set());

  private readonly paged = signal<Rows | null>(null);
  private readonly isSearching = signal(false);
  private controller = new AbortController();
  /** The query that was fetched last. */
  private fetchedFor: MemoryQuery | null = null;

  readonly rows: ReadonlySignal<Rows> = computed(() =>
    isLocal(this.query.value)
      ? new PinRows(this.store.pins.value, this.query.value)
      : this.paged.value ?? new PinRows([], unfiltered)
  );
  readonly months: ReadonlySignal<readonly Month[]> = computed(() =>
    this.timeline.value ? monthsOf(this.fetchedCount(), (index) => this.rows.value.row(index)!.time) : []
  );
  readonly lineCount: ReadonlySignal<number> = computed(() =>
    this.timeline.value ? this.fetchedCount() + this.months.value.length : this.rows.value.count
  );
  private readonly isLoading = computed(() => isLocal(this.query.value) && this.store.state.value === "loading");

  constructor(private readonly store: MemoryStore, private readonly source: ListSource = memoryApi) {}

  /** Follows the query and the store until `owner` aborts. */
  open(owner: AbortSignal): void {
    let pinCount = 0;
    effect(() => {
      const query = this.query.value;
      const count = this.store.pins.value.length;
      const isDeletion = count < pinCount;
      const isNew = query !== this.fetchedFor;
      pinCount = count;
      if (isNew || isDeletion) untracked(() => this.fetchFirst(query));
    }, owner);
    effect(() => {
      const failed = isLocal(this.query.value) && this.store.state.value === "failed";
      this.problem.value = failed ? t("The list of memories didn't load.") : "";
    }, owner);
    effect(() => this.collectChoices(), owner);
    owner.addEventListener("abort", () => {
      this.controller.abort();
      this.fetchedFor = null;
    }, { once: true });
  }

  private fetchFirst(query: MemoryQuery): void {
    this.fetchedFor = query;
    this.controller.abort();
    this.controller = new AbortController();
    if (isLocal(query)) {
      this.paged.value = null;
      return;
    }
    batch(() => {
      this.problem.value = "";
      this.isSearching.value = true;
      this.paged.value = new PagedRows(this.store, query, this.controller.signal, this.source);
    });
    void this.fetchTo(0);
  }

  /** Fetches the rows up to this one. */
  async fetchTo(last: number): Promise<void> {
    const { signal } = this.controller;
    try {
      await this.rows.peek().fetchTo(last);
    } catch (error) {
      if (!signal.aborted) this.problem.value = messageOf(error);
    } finally {
      if (!signal.aborted) this.isSearching.value = false;
    }
  }

  retry(): void {
    if (this.store.state.peek() === "failed") this.store.load().catch(() => {});
    else this.fetchFirst(this.query.peek());
  }

  line(index: number): ListLine | null {
    const found = this.timeline.value ? lineOf(this.months.value, index) : null;
    if (this.timeline.value && !found) return null;
    if (found && found.row === null) return { heading: found.month };
    const rowIndex = found?.row ?? index;
    const row = this.rows.value.row(rowIndex);
    return row && { row, index: rowIndex };
  }

  /** Fetches the whole memories of these lines. */
  async fetchDetails(first: number, last: number): Promise<void> {
    const { signal } = this.controller;
    const missing: string[] = [];
    for (let index = first; index <= last; index += 1) {
      const line = this.line(index);
      if (line && "row" in line && !this.store.known(line.row.id)) missing.push(line.row.id);
    }
    const work = async (): Promise<void> => {
      for (let id = missing.shift(); id !== undefined && !signal.aborted; id = missing.shift()) {
        await this.store.memory(id).catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: maxRequests }, work));
  }

  /** What is shown in place of rows; empty when there are rows. */
  readonly emptyText: ReadonlySignal<string> = computed(() => {
    if (this.problem.value !== "") return "";
    if (this.isLoading.value) return t("Loading…");
    if (this.rows.value.count > 0) return "";
    if (!isLocal(this.query.value) && this.isSearching.value) return t("Searching…");
    if (this.query.value.trashed) return t("The trash is empty.");
    return isLocal(this.query.value) && this.store.pins.value.length === 0
      ? t("No memories yet. Pin the first one where it happened.")
      : t("No memory matches.");
  });

  readonly countText: ReadonlySignal<string> = computed(() =>
    this.isLoading.value || this.rows.value.count === 0
      ? ""
      : plural(this.rows.value.total, { one: "{count} memory", other: "{count} memories" })
  );

  /** Rows that have been fetched. */
  private fetchedCount(): number {
    const rows = this.rows.value;
    let count = rows.count;
    while (count > 0 && rows.row(count - 1) === null) count -= 1;
    return count;
  }

  private collectChoices(): void {
    const memories = this.store.memories.value.values();
    const authors = new Map(this.authors.peek());
    const tags = new Set(this.tags.peek());
    for (const memory of memories) {
      if (memory.author) authors.set(memory.author.id, memory.author.name);
      for (const tag of memory.tags) if (tags.size < maxTags) tags.add(tag);
    }
    if (authors.size > this.authors.peek().size) this.authors.value = authors;
    if (tags.size > this.tags.peek().size) this.tags.value = tags;
  }
}
