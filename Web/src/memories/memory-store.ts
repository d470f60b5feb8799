/**
 * The memories of a space that its visitor may see: all pins at once, whole memories as needed, both updated live.
 * State and requests only.
 */

import { ApiError } from "../api/client.ts";
import { exportedToken } from "../api/exported.ts";
import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { memoryApi } from "./memory-api.ts";
import type { Memory, MemoryChange, Pin } from "./types.ts";

/** More whole memories than a screen can show. */
const maxWholeMemories = 500;

/** The requests that the store makes. */
export type MemorySource = Pick<typeof memoryApi, "pins" | "show" | "events">;

export type LoadState = "loading" | "ready" | "failed";

export class MemoryStore {
  private readonly currentPins = signal<readonly Pin[]>([]);
  private readonly currentState = signal<LoadState>("loading");
  private readonly whole = signal<ReadonlyMap<string, Memory>>(new Map());
  private readonly requests = new Map<string, Promise<Memory>>();
  private readonly controller = new AbortController();
  private events: EventSource | null = null;

  /** Newest first: ids are KSUIDs, which sort by time. */
  readonly pins: ReadonlySignal<readonly Pin[]> = this.currentPins;
  readonly state: ReadonlySignal<LoadState> = this.currentState;
  /** The whole memories that have been fetched, by id. */
  readonly memories: ReadonlySignal<ReadonlyMap<string, Memory>> = this.whole;

  constructor(readonly space: string, private readonly source: MemorySource = memoryApi) {}

  /** Fetches all pins, then follows changes by others. Rejects when the pins can't be fetched. */
  async load(): Promise<void> {
    const { signal } = this.controller;
    try {
      const pins = await this.source.pins(this.space, signal);
      batch(() => {
        this.currentPins.value = pins.sort((a, b) => a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
        this.whole.value = new Map();
        this.currentState.value = "ready";
      });
    } catch (error) {
      if (signal.aborted) return;
      if (this.currentState.peek() !== "ready") this.currentState.value = "failed";
      throw error;
    } finally {
      this.follow();
    }
  }

  /** The whole memory if it has been fetched. */
  known(id: string): Memory | undefined {
    return this.whole.value.get(id);
  }

  /** The whole memory: the known one, or one request however many callers ask for it. */
  memory(id: string): Promise<Memory> {
    const known = this.whole.peek().get(id);
    if (known) return Promise.resolve(known);
    const pending = this.requests.get(id);
    if (pending) return pending;
    const request = this.source.show(id, this.controller.signal).then((memory) => {
      this.add(memory);
      return memory;
    }).finally(() => this.requests.delete(id));
    this.requests.set(id, request);
    return request;
  }

  /** Adds memories that another request returned, a list for example. */
  add(...memories: readonly Memory[]): void {
    const whole = new Map(this.whole.peek());
    for (const memory of memories) {
      whole.delete(memory.id); // so that it is added last
      whole.set(memory.id, memory);
    }
    for (const id of whole.keys()) {
      if (whole.size <= maxWholeMemories) break;
      whole.delete(id);
    }
    this.whole.value = whole;
  }

  /** Shows a memory that was created or changed here, before the server's event about it. */
  put(memory: Memory): void {
    const index = indexOf(this.currentPins.peek(), memory.id);
    const isKnown = this.currentPins.peek()[index]?.id === memory.id;
    batch(() => {
      this.add(memory);
      this.currentPins.value = this.currentPins.peek().toSpliced(index, isKnown ? 1 : 0, pinOf(memory));
    });
  }

  remove(id: string): void {
    const index = indexOf(this.currentPins.peek(), id);
    batch(() => {
      const whole = new Map(this.whole.peek());
      if (whole.delete(id)) this.whole.value = whole;
      if (this.currentPins.peek()[index]?.id !== id) return;
      this.currentPins.value = this.currentPins.peek().toSpliced(index, 1);
    });
  }

  pin(id: string): Pin | undefined {
    const pins = this.currentPins.value;
    const found = pins[indexOf(pins, id)];
    return found?.id === id ? found : undefined;
  }

  dispose(): void {
    this.controller.abort();
    this.events?.close();
  }

  private follow(): void {
    // An exported folder does not change.
    if (this.events || this.controller.signal.aborted || exportedToken !== null) return;
    const events = this.source.events(this.space);
    this.events = events;
    let wasInterrupted = false;
    events.onopen = (): void => {
      // Events during the interruption are lost.
      if (wasInterrupted) this.load().catch(() => {});
      wasInterrupted = false;
    };
    events.onerror = (): void => {
      wasInterrupted = true;
    };
    events.addEventListener("memory", (event) => {
      void this.apply(JSON.parse((event as MessageEvent<string>).data) as MemoryChange);
    });
  }

  private async apply({ id, change }: MemoryChange): Promise<void> {
    if (change === "removed") return this.remove(id);
    try {
      const memory = await this.source.show(id, this.controller.signal);
      const isOurs = this.whole.peek().get(id)?.modified === memory.modified && this.pin(id) !== undefined;
      if (!isOurs && memory.trashed === null) this.put(memory);
    } catch (error) {
      // Deleted meanwhile, or no longer visible to this visitor.
      if (error instanceof ApiError && error.status === 404) this.remove(id);
    }
  }
}

function pinOf({ id, position, mood, kind, title }: Memory): Pin {
  return { id, position, mood, kind, title };
}

/** The index of an id in a list sorted newest first, or the index at which to insert it. */
export function indexOf(pins: readonly Pin[], id: string): number {
  let low = 0;
  let high = pins.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pins[middle]!.id > id) low = middle + 1;
    else high = middle;
  }
  return low;
}
