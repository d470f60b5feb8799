/**
 * Memories on their way to the server. Each is kept on the device before it is sent and until the server has all of it, so nothing that
 * was written without a connection is lost. Its ids are made here: sent twice, it is there once.
 */

import { ApiError } from "../api/client.ts";
import { type MediaUpload, memoryApi } from "../memories/memory-api.ts";
import type { Draft } from "../memories/drafts.ts";
import type { Memory, NewMemory } from "../memories/types.ts";
import { database } from "./database.ts";

export interface Entry {
  space: string;
  /** Who wrote it: nobody else sends it. */
  visitor: string;
  memory: NewMemory;
  media: MediaUpload[];
  /** What the server has already. */
  created: boolean;
  /** How many of its files. */
  sent: number;
  /** Milliseconds since 1970. */
  written: number;
  /** Why the server refused it; null while it only waits. */
  problem: string | null;
}

/** What sending needs of the server. */
export interface Port {
  create(space: string, memory: NewMemory): Promise<Memory>;
  attach(id: string, media: MediaUpload, progress: (bytes: number) => void, signal: AbortSignal): Promise<unknown>;
  show(id: string): Promise<Memory>;
}

export interface Progress {
  sent: number;
  total: number;
  what: string;
}

export function entryOf(space: string, visitor: string, draft: Draft): Entry {
  return {
    space,
    visitor,
    memory: draft.memory,
    media: draft.media.map((media, position) => ({ ...media, position })),
    created: false,
    sent: 0,
    written: Date.now(),
    problem: null,
  };
}

/**
 * Sends what the server does not have yet and returns the whole memory. `keep` is called after each part that arrived; after a break it goes
 * on from there. What the server has already it takes again without making another.
 */
export async function sendEntry(
  entry: Entry,
  port: Port,
  keep: (entry: Entry) => Promise<void>,
  progress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Memory> {
  const total = entry.media.reduce((sum, one) => sum + one.body.size, 0);
  let before = 0;
  signal.throwIfAborted();
  if (!entry.created) {
    progress({ sent: 0, total, what: "Sending the memory" });
    await port.create(entry.space, entry.memory);
    entry.created = true;
    await keep(entry);
  }
  for (const media of entry.media) {
    signal.throwIfAborted();
    if (media.position >= entry.sent) {
      const tell = (bytes: number): void => progress({ sent: before + bytes, total, what: `Sending ${media.name}` });
      tell(0);
      await port.attach(entry.memory.id, media, tell, signal);
      entry.sent = media.position + 1;
      await keep(entry);
    }
    before += media.body.size;
  }
  return await port.show(entry.memory.id);
}

/** Whether it can go better another time: no connection, a server that is busy or starting. All else is a refusal. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.unreachable || error.status === 401 || error.status === 408 || error.status === 429 ||
    error.status >= 500;
}

export class Outbox {
  entries: Entry[] = [];
  sending: string | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly arrivals = new Set<(memory: Memory) => void>();
  private timer = 0;
  private visitor = "";

  /** Reads what waits for this visitor, sends it, and goes on trying while it is there. */
  async start(visitor: string): Promise<void> {
    this.visitor = visitor;
    await this.read();
    addEventListener("online", () => void this.flush());
    void this.flush();
  }

  listen(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  }

  /** Calls `arrived` with each memory that the server has taken. */
  onArrival(arrived: (memory: Memory) => void): () => void {
    this.arrivals.add(arrived);
    return () => this.arrivals.delete(arrived);
  }

  /**
   * Keeps the draft and sends it. Resolves with the memory, or with null where it has to wait for a connection. Rejects when the server
   * refuses it or the signal ends it; then it is not kept here.
   */
  async submit(
    space: string,
    draft: Draft,
    progress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<Memory | null> {
    const entry = entryOf(space, this.visitor, draft);
    await this.keep(entry);
    this.change([...this.entries, entry]);
    try {
      return await this.send(entry, progress, signal);
    } catch (error) {
      if (isPassing(error)) {
        this.later();
        return null;
      }
      await this.discard(entry.memory.id);
      throw error;
    }
  }

  /** Sends all that waits, the oldest first. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.sending !== null) return;
    for (const entry of [...this.entries]) {
      if (entry.problem !== null) continue;
      try {
        await this.send(entry, () => {}, new AbortController().signal);
      } catch (error) {
        if (isPassing(error)) return this.later();
        entry.problem = error instanceof Error ? error.message : String(error);
        await this.keep(entry).catch(() => {});
        this.change(this.entries);
      }
    }
  }

  /** Gives it up; what the server has of it already goes to the trash there. */
  async discard(id: string): Promise<void> {
    const entry = this.entries.find((one) => one.memory.id === id);
    await database.delete("outbox", id);
    this.change(this.entries.filter((one) => one.memory.id !== id));
    if (entry?.created) await memoryApi.trash(id).catch(() => {});
  }

  private async send(entry: Entry, progress: (p: Progress) => void, signal: AbortSignal): Promise<Memory> {
    const { id } = entry.memory;
    this.sending = id;
    this.change(this.entries);
    try {
      const memory = await alone(() => sendEntry(entry, memoryApi, (one) => this.keep(one), progress, signal));
      await database.delete("outbox", id);
      this.change(this.entries.filter((one) => one.memory.id !== id));
      for (const arrived of this.arrivals) arrived(memory);
      return memory;
    } finally {
      this.sending = null;
      this.change(this.entries);
    }
  }

  private async read(): Promise<void> {
    const all = await database.all<Entry>("outbox").catch(() => []);
    const mine = all.filter((entry) => entry.visitor === this.visitor);
    this.change(mine.sort((a, b) => a.written - b.written));
  }

  private async keep(entry: Entry): Promise<void> {
    await database.put("outbox", entry.memory.id, entry);
  }

  private change(entries: Entry[]): void {
    this.entries = entries;
    for (const listener of this.listeners) listener();
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), 20_000);
  }
}

/** One tab at a time, where the browser can say so; the ids keep it right elsewhere. */
async function alone<T>(act: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return await act();
  return await navigator.locks.request("diorama-outbox", act);
}

/** The one of this page. */
export const outbox = new Outbox();
