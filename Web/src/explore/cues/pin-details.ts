/** Details of pins, requested once when the avatar comes near, and kept for the most recent ones. */

import type { Pin, PinDetails, SandTableHost } from "../sand-table.ts";

const maxKept = 400;

export class PinDetailsCache {
  /** Null while a request is under way. */
  private readonly details = new Map<string, PinDetails | null>();
  private requests = new AbortController();

  constructor(private readonly host: () => SandTableHost | null, private readonly changed: () => void) {}

  get(id: string): PinDetails | null {
    return this.details.get(id) ?? null;
  }

  request(pin: Pin): void {
    const host = this.host();
    if (!host || this.details.has(pin.id)) return;
    this.details.set(pin.id, null);
    const { signal } = this.requests;
    host.details(pin.id, signal).then((details) => {
      if (signal.aborted) return;
      this.details.set(pin.id, details);
      for (const id of this.details.keys()) {
        if (this.details.size <= maxKept) break;
        this.details.delete(id);
      }
      this.changed();
    }).catch(() => {
      // Requested again when the avatar comes near the next time.
      if (!signal.aborted) this.details.delete(pin.id);
    });
  }

  clear(): void {
    this.details.clear();
    this.requests.abort();
    this.requests = new AbortController();
  }

  dispose(): void {
    this.requests.abort();
  }
}
