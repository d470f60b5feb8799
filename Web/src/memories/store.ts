/** All memories of a space that its visitor may see: every pin at once, whole memories as they are needed, both kept in step live. */

import { exportedToken } from "../api/exported.ts";
import { ApiError } from "../api/client.ts";
import { memoryApi } from "./memory-api.ts";
import type { Vec3 } from "../scene/rig.ts";
import type { Memory, MemoryChange, Pin } from "./types.ts";

/** More whole memories than anyone has on the screen. */
const mostKept = 500;

export type Connection = "live" | "broken";

export class MemoryStore {
  /** Newest first: ids are KSUIDs, which sort by time. */
  pins: Pin[] = [];
  state: "loading" | "ready" | "failed" = "loading";
  connection: Connection = "broken";
  private readonly whole = new Map<string, Memory>();
  private readonly asked = new Map<string, Promise<Memory>>();
  private readonly listeners = new Set<(change: MemoryChange | null) => void>();
  private readonly life = new AbortController();
  private source: EventSource | null = null;

  constructor(readonly space: string) {}

  /** Calls `changed` after each change: with what it was, or null where much may be different. Returns a way to stop. */
  listen(changed: (change: MemoryChange | null) => void): () => void {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  }

  /** Fetches all pins, then follows what others do. Rejects where the list can't be had. */
  async load(): Promise<void> {
    try {
      const pins = await memoryApi.pins(this.space, this.life.signal);
      this.pins = pins.sort((a, b) => a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
      this.whole.clear();
      this.state = "ready";
      this.tell(null);
    } catch (error) {
      if (this.life.signal.aborted) return;
      if (this.state !== "ready") this.state = "failed";
      this.tell(null);
      throw error;
    } finally {
      this.follow();
    }
  }

  /** The whole memory if it is known already. */
  known(id: string): Memory | undefined {
    return this.whole.get(id);
  }

  /** The whole memory: the known one, or asked for once however many want it. */
  memory(id: string): Promise<Memory> {
    const known = this.whole.get(id);
    if (known) return Promise.resolve(known);
    const under = this.asked.get(id);
    if (under) return under;
    const asking = memoryApi.show(id, this.life.signal).then((memory) => {
      this.keep(memory);
      return memory;
    }).finally(() => this.asked.delete(id));
    this.asked.set(id, asking);
    return asking;
  }

  /** Takes up memories that came another way, in a list, say. */
  keep(...memories: Memory[]): void {
    for (const memory of memories) {
      this.whole.delete(memory.id);
      this.whole.set(memory.id, memory);
    }
    for (const id of this.whole.keys()) {
      if (this.whole.size <= mostKept) break;
      this.whole.delete(id);
    }
  }

  /** A memory that was made or changed here: shown at once, before the server's event about it. */
  put(memory: Memory): void {
    const pin = pinOf(memory);
    const at = this.place(memory.id);
    const known = this.pins[at]?.id === memory.id;
    this.keep(memory);
    this.pins.splice(at, known ? 1 : 0, pin);
    this.tell({ id: memory.id, change: known ? "changed" : "added" });
  }

  remove(id: string): void {
    const at = this.place(id);
    this.whole.delete(id);
    if (this.pins[at]?.id !== id) return;
    this.pins.splice(at, 1);
    this.tell({ id, change: "removed" });
  }

  pin(id: string): Pin | undefined {
    const found = this.pins[this.place(id)];
    return found?.id === id ? found : undefined;
  }

  dispose(): void {
    this.life.abort();
    this.source?.close();
    this.listeners.clear();
  }

  /** Where the id is in `pins`, or where it belongs. */
  private place(id: string): number {
    return placeOf(this.pins, id);
  }

  private tell(change: MemoryChange | null): void {
    for (const listener of [...this.listeners]) listener(change);
  }

  private follow(): void {
    // An exported folder stays as it is.
    if (this.source || this.life.signal.aborted || exportedToken !== null) return;
    const source = memoryApi.events(this.space);
    this.source = source;
    let missed = false;
    source.onopen = (): void => {
      this.connection = "live";
      // What happened while the connection was broken was not told.
      if (missed) this.load().catch(() => {});
      missed = false;
    };
    source.addEventListener("memory", (event) => {
      void this.take(JSON.parse((event as MessageEvent<string>).data) as MemoryChange);
    });
    source.onerror = (): void => {
      missed = true;
      if (this.connection === "broken" && source.readyState !== EventSource.CLOSED) return;
      this.connection = "broken";
      this.tell(null);
    };
  }

  private async take(change: MemoryChange): Promise<void> {
    if (change.change === "removed") return this.remove(change.id);
    try {
      const memory = await memoryApi.show(change.id, this.life.signal);
      const known = this.whole.get(memory.id);
      if (known?.modified === memory.modified && this.pin(memory.id)) return; // what was done here
      if (memory.trashed === null) this.put(memory);
    } catch (error) {
      // It went meanwhile, or is no longer for this visitor.
      if (error instanceof ApiError && error.status === 404) this.remove(change.id);
    }
  }
}

export function pinOf(memory: Memory): Pin {
  const { id, mood, kind, title } = memory;
  return { id, position: standing(memory), mood, kind, title };
}

/** Where a memory's cue stands: its screen, else its height above the surface point. */
export function standing({ anchor }: Pick<Memory, "anchor">): Vec3 {
  if (anchor.screen) return anchor.screen.position;
  const { point, offset, height } = anchor;
  return [point[0] + offset[0], point[1] + offset[1] + height, point[2] + offset[2]];
}

/** Where an id is in a list sorted newest first, or where it belongs. */
export function placeOf(pins: readonly Pin[], id: string): number {
  let [low, high] = [0, pins.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pins[middle]!.id > id) low = middle + 1;
    else high = middle;
  }
  return low;
}
