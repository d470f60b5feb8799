/** The state of the library's page: its spaces, newest first, after the imports in progress. No DOM. */

import { api } from "../api/client.ts";
import type { Job, Me, Space, SpaceList } from "../api/generated.ts";
import { me } from "../api/me.ts";
import { t } from "../i18n/messages.ts";
import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { Imports, Work } from "../uploads/imports.ts";

export type LibraryItem =
  | { key: string; work: Work }
  /** `isNew`: just imported. */
  | { key: string; space: Space; isNew: boolean };

export type LibraryPhase =
  | { state: "loading" | "ready" }
  /** The visitor has no access. */
  | { state: "private" }
  | { state: "failed"; message: string };

interface LibrarySource {
  me(): Promise<Me>;
  spaces(after?: string | null): Promise<SpaceList>;
  space(id: string): Promise<Space>;
  jobs(): Promise<Job[]>;
}

export class LibraryStore {
  private readonly currentItems = signal<readonly LibraryItem[]>([]);
  private readonly currentPhase = signal<LibraryPhase>({ state: "loading" });
  private readonly currentTotal = signal(0);
  private readonly next = signal<string | null>(null);
  private readonly currentOwner = signal(false);
  /** The first page as it was fetched last. */
  private firstPage = "";

  readonly items: ReadonlySignal<readonly LibraryItem[]> = this.currentItems;
  readonly phase: ReadonlySignal<LibraryPhase> = this.currentPhase;
  /** Spaces in the library. */
  readonly total: ReadonlySignal<number> = this.currentTotal;
  readonly isOwner: ReadonlySignal<boolean> = this.currentOwner;
  /** Where the next page begins; null after the last one. */
  readonly nextPage: ReadonlySignal<string | null> = this.next;

  constructor(
    private readonly imports: Pick<Imports, "works" | "adopt" | "listen">,
    private readonly owner: AbortSignal,
    private readonly source: LibrarySource = { me, spaces: api.spaces, space: api.space, jobs: api.jobs },
  ) {
    const stop = imports.listen({
      changed: (work) => this.showWork(work),
      gone: (work) => this.removeItem(work.key),
      done: (work, space) => void this.showImported(work, space),
    });
    owner.addEventListener("abort", stop, { once: true });
  }

  /** Fetches the first page again. */
  async load(): Promise<void> {
    try {
      const isOwner = await this.checkVisitor();
      if (isOwner === null) return;
      const [page, jobs] = await Promise.all([this.source.spaces(), isOwner ? this.source.jobs() : []]);
      if (this.owner.aborted) return;
      batch(() => {
        this.showPage(page);
        this.currentPhase.value = { state: "ready" };
      });
      this.imports.adopt(jobs);
    } catch (error) {
      if (!this.owner.aborted) this.fail(messageOf(error));
    }
  }

  async loadMore(): Promise<void> {
    const after = this.next.peek();
    if (after === null) return;
    try {
      const page = await this.source.spaces(after);
      batch(() => {
        this.currentTotal.value = page.total;
        this.next.value = page.next;
        this.currentItems.value = [...this.currentItems.peek(), ...page.spaces.map((space) => spaceItem(space))];
      });
    } catch (error) {
      notify(t("Couldn't load more spaces: {problem}", { problem: messageOf(error) }));
    }
  }

  /** Removes the space from the list: it was deleted. */
  removeSpace(id: string): void {
    batch(() => {
      this.currentTotal.value = this.currentTotal.peek() - 1;
      this.removeItem(id);
    });
  }

  /** Null when the visitor has no access. */
  private async checkVisitor(): Promise<boolean | null> {
    const { kind } = await this.source.me();
    this.currentOwner.value = kind === "owner";
    if (kind !== "nobody") return kind === "owner";
    batch(() => {
      this.currentItems.value = [];
      this.currentPhase.value = { state: "private" };
    });
    return null;
  }

  private showPage(page: SpaceList): void {
    const received = JSON.stringify(page.spaces);
    // Unchanged: further pages that have been loaded stay.
    const isUnchanged = received === this.firstPage && this.currentPhase.peek().state === "ready";
    this.firstPage = received;
    if (isUnchanged) return;
    this.currentTotal.value = page.total;
    this.next.value = page.next;
    const works = this.imports.works.map((work): LibraryItem => ({ key: work.key, work }));
    this.currentItems.value = [...works, ...page.spaces.map((space) => spaceItem(space))];
  }

  private fail(message: string): void {
    if (this.currentPhase.peek().state === "ready" && this.currentItems.peek().length > 0) {
      return notify(t("Couldn't refresh the list. {message}", { message }));
    }
    batch(() => {
      this.currentItems.value = [];
      this.currentPhase.value = { state: "failed", message };
    });
  }

  private showWork(work: Work): void {
    if (this.currentPhase.peek().state === "loading") return; // it is added with the first page
    const items = this.currentItems.peek();
    const item = { key: work.key, work };
    const isKnown = items.some(({ key }) => key === work.key);
    this.currentItems.value = isKnown ? items.map((old) => old.key === work.key ? item : old) : [item, ...items];
  }

  /** Replaces a finished import by its space. */
  private async showImported(work: Work, id: string): Promise<void> {
    try {
      const item = spaceItem(await this.source.space(id), true);
      const items = this.currentItems.peek();
      const isListed = items.some(({ key }) => key === id);
      const others = items.filter(({ key }) => key !== id);
      const index = Math.max(0, others.findIndex(({ key }) => key === work.key));
      const isReplacing = others[index]?.key === work.key;
      batch(() => {
        if (!isListed) this.currentTotal.value = this.currentTotal.peek() + 1;
        this.currentItems.value = others.toSpliced(index, isReplacing ? 1 : 0, item);
      });
    } catch {
      this.removeItem(work.key);
      await this.load();
    }
  }

  private removeItem(removed: string): void {
    this.currentItems.value = this.currentItems.peek().filter(({ key }) => key !== removed);
  }
}

function spaceItem(space: Space, isNew = false): LibraryItem {
  return { key: space.id, space, isNew };
}
