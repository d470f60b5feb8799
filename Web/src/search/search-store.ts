/** The search as one types: text and kinds, the hits, and how far it is. State and requests, no DOM. */

import type { SearchHit } from "../api/generated.ts";
import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { searchApi, type SearchKind } from "./search-api.ts";
import type { Searched } from "./search-hit.ts";

export type SearchPhase =
  /** There is no text. */
  | { state: "idle" }
  /** Hits of an earlier text stay meanwhile. */
  | { state: "loading" }
  | { state: "ready" }
  | { state: "failed"; message: string };

/** Milliseconds without typing before the server is asked. */
export const typingDelay = 140;
const maxHits = 40;

export interface SearchTimer {
  set(action: () => void, delay: number): number;
  clear(timer: number): void;
}

const pageTimer: SearchTimer = {
  set: (action, delay) => setTimeout(action, delay),
  clear: (timer) => clearTimeout(timer),
};

export class SearchStore {
  private readonly currentPhase = signal<SearchPhase>({ state: "idle" });
  private readonly currentHits = signal<readonly SearchHit[]>([]);
  private readonly currentSearched = signal<Searched>({ text: "", kinds: [] });
  private request: AbortController | null = null;
  private timer = 0;

  readonly phase: ReadonlySignal<SearchPhase> = this.currentPhase;
  /** Best first. */
  readonly hits: ReadonlySignal<readonly SearchHit[]> = this.currentHits;
  readonly searched: ReadonlySignal<Searched> = this.currentSearched;

  constructor(
    owner: AbortSignal,
    private readonly source: typeof searchApi = searchApi,
    private readonly timers: SearchTimer = pageTimer,
  ) {
    owner.addEventListener("abort", () => this.cancel(), { once: true });
  }

  /** Searches a little later; an earlier search that is not answered yet is cancelled. */
  type(text: string): void {
    if (text.trim() === this.currentSearched.peek().text.trim()) return;
    this.begin({ ...this.currentSearched.peek(), text }, typingDelay);
  }

  /** Searches in other kinds, at once; empty: in everything. */
  choose(kinds: readonly SearchKind[]): void {
    this.begin({ ...this.currentSearched.peek(), kinds }, 0);
  }

  /** Adds a kind, or removes it. */
  toggle(kind: SearchKind): void {
    const { kinds } = this.currentSearched.peek();
    this.choose(kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]);
  }

  /** Searches for the state of an address, at once. */
  open(searched: Searched): void {
    this.begin(searched, 0);
  }

  retry(): void {
    this.begin(this.currentSearched.peek(), 0);
  }

  private begin(searched: Searched, delay: number): void {
    this.cancel();
    const isEmpty = searched.text.trim() === "";
    batch(() => {
      this.currentSearched.value = searched;
      this.currentPhase.value = { state: isEmpty ? "idle" : "loading" };
      if (isEmpty) this.currentHits.value = [];
    });
    if (isEmpty) return;
    if (delay === 0) void this.run(searched);
    else this.timer = this.timers.set(() => void this.run(searched), delay);
  }

  private async run({ text, kinds }: Searched): Promise<void> {
    const request = this.request = new AbortController();
    try {
      const hits = await this.source.hits(text.trim(), kinds, maxHits, request.signal);
      if (request.signal.aborted) return;
      batch(() => {
        this.currentHits.value = hits;
        this.currentPhase.value = { state: "ready" };
      });
    } catch (error) {
      if (request.signal.aborted) return;
      batch(() => {
        this.currentHits.value = [];
        this.currentPhase.value = { state: "failed", message: messageOf(error) };
      });
    }
  }

  private cancel(): void {
    this.timers.clear(this.timer);
    this.request?.abort();
    this.request = null;
  }
}
