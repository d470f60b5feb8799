/** The list of the account's own conversations: search, pages, deleting. No DOM. */

import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { type ConversationSummary, guideApi, type GuideSource } from "./guide-api.ts";

export type ListState = { state: "loading" | "ready" } | { state: "failed"; message: string };

type ListSource = Pick<GuideSource, "conversations" | "delete" | "deleteAll">;

const pageSize = 50;
/** Of a page that is only counted. */
const countLimit = 200;

export class ConversationsStore {
  private readonly currentItems = signal<readonly ConversationSummary[]>([]);
  private readonly currentState = signal<ListState>({ state: "loading" });
  private readonly currentNext = signal<string | null>(null);
  private request: AbortController | null = null;
  private search = "";
  private about: string | null = null;

  /** The latest first. */
  readonly items: ReadonlySignal<readonly ConversationSummary[]> = this.currentItems;
  readonly state: ReadonlySignal<ListState> = this.currentState;
  /** Null where all are loaded. */
  readonly next: ReadonlySignal<string | null> = this.currentNext;

  constructor(private readonly owner: AbortSignal, private readonly source: ListSource = guideApi) {
    owner.addEventListener("abort", () => this.request?.abort(), { once: true });
  }

  get words(): string {
    return this.search;
  }

  /** Lists those with one guide, or all with null, in whose messages the words occur. */
  async find(search: string, about: string | null): Promise<void> {
    this.search = search.trim();
    this.about = about;
    await this.load(null);
  }

  async loadMore(): Promise<void> {
    if (this.currentNext.peek() !== null) await this.load(this.currentNext.peek());
  }

  /** How many conversations "delete all" deletes; `isExact` is false where there are more. */
  async countAll(): Promise<{ count: number; isExact: boolean }> {
    const { conversations, next } = await this.source.conversations({ limit: countLimit }, this.owner);
    return { count: conversations.length, isExact: next === null };
  }

  async delete(id: string): Promise<void> {
    await this.source.delete(id);
    this.currentItems.value = this.currentItems.peek().filter((item) => item.id !== id);
  }

  async deleteAll(): Promise<void> {
    await this.source.deleteAll();
    batch(() => {
      this.currentItems.value = [];
      this.currentNext.value = null;
    });
  }

  private async load(after: string | null): Promise<void> {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    if (after === null && this.currentItems.peek().length === 0) this.currentState.value = { state: "loading" };
    try {
      const { conversations, next } = await this.source.conversations({
        limit: pageSize,
        ...(this.search === "" ? {} : { search: this.search }),
        ...(this.about === null ? {} : { about: this.about }),
        ...(after === null ? {} : { after }),
      }, request.signal);
      if (request.signal.aborted) return;
      batch(() => {
        this.currentItems.value = after === null ? conversations : [...this.currentItems.peek(), ...conversations];
        this.currentNext.value = next;
        this.currentState.value = { state: "ready" };
      });
    } catch (error) {
      if (!request.signal.aborted) this.currentState.value = { state: "failed", message: messageOf(error) };
    }
  }
}
