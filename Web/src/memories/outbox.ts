/**
 * The queue of memories that have not reached the server. Each is stored on the device before it is sent and until
 * the server has all of it, so that nothing written offline is lost. No DOM.
 */

import { database } from "../offline/database.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import type { Draft } from "./drafts.ts";
import { memoryApi } from "./memory-api.ts";
import { type Entry, entryOf, isTemporary, type MemoryTarget, type Progress, sendEntry } from "./send.ts";
import type { Memory } from "./types.ts";

const retryDelay = 20_000;

/** The requests that the outbox makes. */
export type OutboxTarget = MemoryTarget & Pick<typeof memoryApi, "trash">;

/** Where the outbox stores its entries. */
export type OutboxDatabase = Pick<typeof database, "all" | "put" | "delete">;

export class Outbox {
  private readonly queue = signal<readonly Entry[]>([]);
  private readonly current = signal<string | null>(null);
  private readonly latest = signal<Memory | null>(null);

  /** The memories that wait to be sent, the oldest first. */
  readonly entries: ReadonlySignal<readonly Entry[]> = this.queue;
  /** The id of the memory that is being sent. */
  readonly sending: ReadonlySignal<string | null> = this.current;
  /** The memory that was delivered last. */
  readonly delivered: ReadonlySignal<Memory | null> = this.latest;

  private timer = 0;
  private visitor = "";

  constructor(
    private readonly target: OutboxTarget = memoryApi,
    private readonly stored: OutboxDatabase = database,
  ) {}

  /** Reads the stored entries of this visitor and sends them, now and whenever the connection returns. */
  async start(visitor: string): Promise<void> {
    this.visitor = visitor;
    const all = await this.stored.all<Entry>("outbox").catch(() => []);
    const own = all.filter((entry) => entry.visitor === visitor);
    this.queue.value = own.sort((a, b) => a.written - b.written);
    addEventListener("online", () => void this.flush());
    void this.flush();
  }

  /**
   * Stores the draft and sends it. Resolves with the memory, or with null when it waits for a connection. Rejects
   * when the server rejects it or `signal` aborts; it is not stored then.
   */
  async submit(
    space: string,
    draft: Draft,
    progress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<Memory | null> {
    const entry = entryOf(space, this.visitor, draft);
    await this.store(entry);
    try {
      return await this.send(entry, progress, signal);
    } catch (error) {
      if (!isTemporary(error)) {
        await this.remove(entry);
        throw error;
      }
      this.queue.value = [...this.queue.peek(), entry];
      this.retryLater();
      return null;
    }
  }

  /** Sends all entries that were not rejected, the oldest first. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.current.peek() !== null) return;
    for (const entry of this.queue.peek()) {
      if (entry.problem !== null) continue;
      try {
        await this.send(entry, () => {}, new AbortController().signal);
      } catch (error) {
        if (isTemporary(error)) return this.retryLater();
        entry.problem = messageOf(error);
        await this.store(entry).catch(() => {});
        this.queue.value = [...this.queue.peek()];
      }
    }
  }

  /** Sends all entries, also those that were rejected. */
  async retry(): Promise<void> {
    for (const entry of this.queue.peek()) entry.problem = null;
    this.queue.value = [...this.queue.peek()];
    await this.flush();
  }

  /** Deletes an entry. A memory that the server has in part goes to the trash there. */
  async discard(id: string): Promise<void> {
    const entry = this.queue.peek().find((one) => one.memory.id === id);
    if (entry) await this.remove(entry);
  }

  private async remove({ memory: { id }, created }: Entry): Promise<void> {
    await this.stored.delete("outbox", id);
    this.removeFromQueue(id);
    if (created) await this.target.trash(id).catch(() => {});
  }

  private async send(entry: Entry, progress: (p: Progress) => void, signal: AbortSignal): Promise<Memory> {
    const { id } = entry.memory;
    this.current.value = id;
    try {
      const callbacks = { store: (one: Entry) => this.store(one), progress };
      const memory = await exclusively(() => sendEntry(entry, this.target, callbacks, signal));
      await this.stored.delete("outbox", id);
      this.removeFromQueue(id);
      this.latest.value = memory;
      return memory;
    } finally {
      this.current.value = null;
    }
  }

  private async store(entry: Entry): Promise<void> {
    await this.stored.put("outbox", entry.memory.id, entry);
  }

  private removeFromQueue(id: string): void {
    this.queue.value = this.queue.peek().filter((entry) => entry.memory.id !== id);
  }

  private retryLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), retryDelay);
  }
}

/** One tab at a time, where the browser supports locks; elsewhere the ids prevent duplicates. */
async function exclusively<T>(body: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return await body();
  return await navigator.locks.request("diorama-outbox", body);
}

/** The outbox of this page. */
export const outbox = new Outbox();
