/** Comparing all things with each other, part by part, and merging those that are the same. State and requests, no DOM. */

import type { DuplicatePair, Id } from "../../api/generated.ts";
import { batch, type Signal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";
import { type ThingsApi, thingsApi } from "../things-api.ts";

export class DuplicatesStore {
  /** Pairs that look the same, the surest first. */
  readonly pairs: Signal<readonly DuplicatePair[]> = signal<readonly DuplicatePair[]>([]);
  /** How many of how many things were compared; null until the first answer. */
  readonly progress: Signal<{ compared: number; total: number } | null> = signal<
    { compared: number; total: number } | null
  >(null);
  /** Number of photos that couldn't be compared. */
  readonly missing = signal(0);
  readonly isRunning = signal(false);
  readonly problem = signal("");
  private next: Id | null = null;
  private readonly controller = new AbortController();

  constructor(private readonly source: Pick<ThingsApi, "duplicates" | "merge" | "undo"> = thingsApi) {}

  /** Compares until all things were, or `stop`; after a failure it goes on where it was. */
  async run(): Promise<void> {
    const { signal: stop } = this.controller;
    batch(() => {
      this.isRunning.value = true;
      this.problem.value = "";
    });
    try {
      do {
        const part = await this.source.duplicates(this.next, stop);
        this.next = part.next;
        batch(() => {
          this.progress.value = { compared: part.compared, total: part.total };
          this.missing.value = part.missing;
          this.pairs.value = withPairs(this.pairs.peek(), part.pairs);
        });
      } while (this.next !== null && !stop.aborted);
    } catch (error) {
      if (!stop.aborted) this.problem.value = messageOf(error);
    } finally {
      this.isRunning.value = false;
    }
  }

  stop(): void {
    this.controller.abort();
  }

  /** Not the same after all: not shown any more. */
  dismiss(pair: DuplicatePair): void {
    this.pairs.value = this.pairs.peek().filter((other) => other !== pair);
  }

  /** Merges the second thing into the first. Returns what undoes it; null where it failed. */
  async merge(pair: DuplicatePair): Promise<(() => Promise<void>) | null> {
    this.problem.value = "";
    try {
      const { undo } = await this.source.merge(pair.first.id, [pair.second.id]);
      const before = this.pairs.peek();
      const { id } = pair.second;
      this.pairs.value = before.filter(({ first, second }) => first.id !== id && second.id !== id);
      return async () => {
        await this.source.undo(undo);
        this.pairs.value = withPairs(this.pairs.peek(), before);
      };
    } catch (error) {
      this.problem.value = messageOf(error);
      return null;
    }
  }
}

/** Each pair once, the surest first. */
export function withPairs(old: readonly DuplicatePair[], more: readonly DuplicatePair[]): DuplicatePair[] {
  const all = new Map<string, DuplicatePair>();
  for (const pair of [...old, ...more]) {
    const key = `${pair.first.id} ${pair.second.id}`;
    if ((all.get(key)?.score ?? -1) < pair.score) all.set(key, pair);
  }
  return [...all.values()].sort((a, b) => b.score - a.score);
}
