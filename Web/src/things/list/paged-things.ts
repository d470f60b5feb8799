/**
 * The rows of a list of things, fetched page by page: a page begins where the one before ended (`after`), so rows are
 * known up to one index. What is scrolled to beyond it is fetched, one page after the other. No DOM.
 */

import type { Id, ThingItem, ThingList } from "../../api/generated.ts";
import { batch, type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";

/** The first page is small, so that it is there soon. */
const firstPageSize = 60;
const pageSize = 200;

/** Fetches a page. */
export type FetchPage = (after: string | null, limit: number, signal: AbortSignal) => Promise<ThingList>;

interface PageStart {
  after: string | null;
  /** Index of its first row. */
  start: number;
  limit: number;
}

export class PagedThings {
  private rows: ThingItem[] = [];
  private pages: PageStart[] = [];
  private next: string | null = null;
  private wanted = 0;
  private running: Promise<void> | null = null;
  private readonly currentTotal = signal<number | null>(null);
  private readonly currentVersion = signal(0);
  private readonly currentProblem = signal("");

  /** Number of things; null until the first page is there. */
  readonly total: ReadonlySignal<number | null> = this.currentTotal;
  /** Changes with every change of the rows. */
  readonly version: ReadonlySignal<number> = this.currentVersion;
  /** Why rows could not be fetched; empty if they could. */
  readonly problem: ReadonlySignal<string> = this.currentProblem;

  constructor(private readonly fetchPage: FetchPage, private readonly owner: AbortSignal) {}

  /** Null until the row has been fetched. */
  row(index: number): ThingItem | null {
    return this.rows[index] ?? null;
  }

  /** How many rows have been fetched. */
  get fetched(): number {
    return this.rows.length;
  }

  get isComplete(): boolean {
    return this.pages.length > 0 && this.next === null;
  }

  all(): readonly ThingItem[] {
    return this.rows;
  }

  indexOf(id: Id): number {
    return this.rows.findIndex((row) => row.id === id);
  }

  /** Fetches the rows up to this one, unless a later call wants fewer. Resolves when fetching ends, also by a problem. */
  want(last: number): Promise<void> {
    this.wanted = last;
    if (this.running) return this.running;
    if (this.isEnough()) return Promise.resolve();
    this.currentProblem.value = "";
    this.running = this.fetchWanted().finally(() => this.running = null);
    return this.running;
  }

  /** Fetches all that was fetched again, and shows it when it is there. */
  async reload(): Promise<void> {
    await this.running;
    const fresh = new PagedThings(this.fetchPage, this.owner);
    await fresh.want(Math.max(0, Math.min(this.wanted, this.rows.length - 1)));
    if (this.owner.aborted) return;
    batch(() => {
      this.currentProblem.value = fresh.problem.peek();
      if (fresh.pages.length === 0) return;
      this.rows = fresh.rows;
      this.pages = fresh.pages;
      this.next = fresh.next;
      this.currentTotal.value = fresh.total.peek();
      this.currentVersion.value = this.currentVersion.peek() + 1;
    });
  }

  /** Fetches the pages of these rows again. Where a page ends elsewhere than before, those after it are dropped. */
  async refresh(first: number, last: number): Promise<void> {
    await this.running;
    const stale = this.pages.filter(({ start }, at) =>
      start <= last && (this.pages[at + 1]?.start ?? Infinity) > first
    );
    try {
      for (const page of stale) {
        if (!this.pages.includes(page)) return;
        const list = await this.fetchPage(page.after, page.limit, this.owner);
        if (this.owner.aborted || !this.pages.includes(page)) return;
        this.replacePage(page, list);
      }
    } catch {
      // What is shown stays; it is fetched again with the next visit.
    }
  }

  /** Shows a thing as it is now, where it is listed. */
  update(item: ThingItem): void {
    const index = this.indexOf(item.id);
    if (index < 0) return;
    this.rows[index] = item;
    this.currentVersion.value = this.currentVersion.peek() + 1;
  }

  /** Takes things out of the list. */
  remove(ids: ReadonlySet<Id>): void {
    const kept = this.rows.filter((row) => !ids.has(row.id));
    const removed = this.rows.length - kept.length;
    if (removed === 0) return;
    for (const page of this.pages) {
      page.start -= this.rows.slice(0, page.start).filter((row) => ids.has(row.id)).length;
    }
    batch(() => {
      this.rows = kept;
      this.currentTotal.value = Math.max(0, (this.currentTotal.peek() ?? 0) - removed);
      this.currentVersion.value = this.currentVersion.peek() + 1;
    });
  }

  private isEnough(): boolean {
    return this.pages.length > 0 && (this.next === null || this.wanted < this.rows.length);
  }

  private async fetchWanted(): Promise<void> {
    try {
      while (!this.isEnough()) {
        const after = this.pages.length === 0 ? null : this.next;
        const limit = this.pages.length === 0 ? firstPageSize : pageSize;
        const list = await this.fetchPage(after, limit, this.owner);
        if (this.owner.aborted) return;
        this.pages.push({ after, start: this.rows.length, limit });
        this.rows.push(...list.things);
        this.publish(list);
      }
    } catch (error) {
      if (!this.owner.aborted) this.currentProblem.value = messageOf(error);
    }
  }

  private replacePage(page: PageStart, list: ThingList): void {
    const at = this.pages.indexOf(page);
    const following = this.pages[at + 1];
    const isSame = following === undefined ? list.next === this.next : list.next === following.after;
    if (isSame && following !== undefined) {
      const shift = list.things.length - (following.start - page.start);
      this.rows.splice(page.start, following.start - page.start, ...list.things);
      for (const later of this.pages.slice(at + 1)) later.start += shift;
    } else {
      this.rows.splice(page.start, Infinity, ...list.things);
      this.pages.length = at + 1;
      this.next = list.next;
    }
    this.publish({ ...list, next: this.next });
  }

  private publish(list: ThingList): void {
    batch(() => {
      this.next = list.next;
      this.currentTotal.value = Math.max(list.total, this.rows.length);
      this.currentVersion.value = this.currentVersion.peek() + 1;
    });
  }
}
