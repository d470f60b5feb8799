/**
 * The list of things: filter, rows, selection, bulk edits. It outlives the page, so that returning shows the list where
 * it was left. State and requests, no DOM.
 */

import { ApiError } from "../../api/client.ts";
import { type Id, limits, type Money, type Thing, type ThingEdits, type ThingWords } from "../../api/generated.ts";
import { batch, computed, type ReadonlySignal, type Signal, signal, untracked } from "../../reactive/signal.ts";
import { sumMoney } from "../money.ts";
import { type ThingsApi, thingsApi } from "../things-api.ts";
import { isUnfiltered, queryText, serverQuery, type ThingFilter } from "./filter.ts";
import { PagedThings } from "./paged-things.ts";
import { Selection } from "./selection.ts";

/** The requests of the list. */
export type ListSource = Pick<ThingsApi, "list" | "bulk" | "undo" | "words" | "totals">;

/** How many things can be edited at once. */
export const maxSelected = limits.ThingEdits.ids.maxItems;

/** A bulk edit that was done. */
export interface DoneEdit {
  changed: number;
  /** Null where there is nothing to undo. */
  undo: (() => Promise<void>) | null;
}

const noWords: ThingWords = { categories: [], brands: [], tags: [] };

export class ThingListStore {
  readonly filter: Signal<ThingFilter>;
  readonly selection = new Selection();
  /** Categories, brands and tags in use. */
  readonly words: Signal<ThingWords> = signal(noWords);
  /** The values of all things, by currency; null until they are known. */
  private readonly allValues = signal<readonly Money[] | null>(null);
  private controller = new AbortController();
  private readonly pages: Signal<PagedThings>;
  /** Where the page was scrolled to when it was left. */
  scroll = 0;
  /** Whether the visitor may not list things. */
  readonly isPrivate = signal(false);

  constructor(filter: ThingFilter, private readonly source: ListSource = thingsApi) {
    this.filter = signal(filter);
    this.pages = signal(this.makePages());
  }

  /** The rows of the current filter. */
  get rows(): PagedThings {
    return this.pages.value;
  }

  /** The value of what is listed, where all of it is known. */
  readonly values: ReadonlySignal<readonly Money[] | null> = computed(() => {
    const rows = this.rows;
    void rows.version.value;
    if (isUnfiltered(this.filter.value)) return this.allValues.value;
    if (!rows.isComplete) return null;
    return sumMoney(rows.all().flatMap(({ value, quantity }) => value === null ? [] : [times(value, quantity)]));
  });

  /** Lists other things, or in another order; what is selected and no longer listed stays selected only for a new order. */
  change(change: Partial<ThingFilter>): void {
    const next = { ...this.filter.peek(), ...change };
    if (queryText(next) === queryText(this.filter.peek())) return void (this.filter.value = next);
    this.controller.abort();
    this.controller = new AbortController();
    batch(() => {
      if (Object.keys(change).some((name) => name !== "order")) this.selection.clear();
      this.filter.value = next;
      this.pages.value = this.makePages();
    });
    void this.pages.peek().want(0);
  }

  /** Fetches the first rows, the words and the sum. */
  async load(): Promise<void> {
    await Promise.all([this.pages.peek().want(0), this.loadSummary()]);
  }

  /** Words for filters and the value of everything. */
  async loadSummary(): Promise<void> {
    const [words, totals] = await Promise.allSettled([this.source.words(), this.source.totals("currency")]);
    batch(() => {
      if (words.status === "fulfilled") this.words.value = words.value;
      if (totals.status === "fulfilled") this.allValues.value = sumMoney(totals.value.flatMap(({ values }) => values));
    });
  }

  /** Fetches what is visible again, as after returning to the page. */
  async refresh(first: number, last: number): Promise<void> {
    await Promise.all([this.pages.peek().refresh(first, last), this.loadSummary()]);
  }

  async reload(): Promise<void> {
    await Promise.all([this.pages.peek().reload(), this.loadSummary()]);
  }

  /** Shows a changed thing. One that was added or restored appears with the next reload. */
  update(thing: Thing): void {
    if (thing.trashed !== null) this.remove([thing.id]);
    else this.pages.peek().update(thing);
  }

  remove(ids: Iterable<Id>): void {
    const removed = new Set(ids);
    batch(() => {
      this.pages.peek().remove(removed);
      this.selection.remove(removed);
    });
  }

  select(index: number): void {
    const row = this.pages.peek().row(index);
    if (row) this.selection.toggle(index, row.id);
  }

  selectTo(index: number): void {
    const rows = this.pages.peek();
    this.selection.extend(index, (at) => rows.row(at)?.id ?? null);
  }

  /** Selects everything that is listed, as many as can be edited at once. Returns whether that is all. */
  async selectAll(): Promise<boolean> {
    const rows = this.pages.peek();
    await rows.want(maxSelected - 1);
    if (rows !== this.pages.peek()) return false;
    this.selection.set(rows.all().slice(0, maxSelected).map(({ id }) => id));
    return rows.isComplete && rows.fetched <= maxSelected;
  }

  /** Changes what is selected, all or nothing. */
  async edit(edits: Omit<ThingEdits, "ids">): Promise<DoneEdit> {
    const ids = [...untracked(() => this.selection.ids.value)];
    const { changed, undo } = await this.source.bulk({ ...edits, ids });
    if (edits.trash) this.remove(ids);
    await this.reload();
    return { changed, undo: undo === null ? null : () => this.undo(undo) };
  }

  private async undo(action: Id): Promise<void> {
    await this.source.undo(action);
    await this.reload();
  }

  private makePages(): PagedThings {
    const filter = untracked(() => this.filter.value);
    const now = new Date(); // one time for all pages, so that they belong together
    return new PagedThings(async (after, limit, signal) => {
      try {
        const list = await this.source.list(serverQuery(filter, after, limit, now), signal);
        this.isPrivate.value = false;
        return list;
      } catch (error) {
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) this.isPrivate.value = true;
        throw error;
      }
    }, this.controller.signal);
  }
}

function times({ minorUnits, currency }: Money, quantity: number): Money {
  return { minorUnits: minorUnits * quantity, currency };
}

let kept: ThingListStore | null = null;

/** The list as it was left, where its filter is that of the address; otherwise a new one. */
export function keptList(filter: ThingFilter): { store: ThingListStore; isKept: boolean } {
  if (kept && queryText(kept.filter.peek()) === queryText(filter)) return { store: kept, isKept: true };
  kept = new ThingListStore(filter);
  return { store: kept, isKept: false };
}

/** Reports a change that another page made. */
export function updateKeptList(thing: Thing): void {
  kept?.update(thing);
}
