/** Which things of a list are selected. No DOM. */

import type { Id } from "../../api/generated.ts";
import { computed, type ReadonlySignal, signal } from "../../reactive/signal.ts";

export class Selection {
  private readonly current = signal<ReadonlySet<Id>>(new Set());
  /** The index from which a range begins. */
  private anchor: number | null = null;

  readonly ids: ReadonlySignal<ReadonlySet<Id>> = this.current;
  readonly count: ReadonlySignal<number> = computed(() => this.current.value.size);

  has(id: Id): boolean {
    return this.current.value.has(id);
  }

  toggle(index: number, id: Id): void {
    this.anchor = index;
    const ids = new Set(this.current.peek());
    if (!ids.delete(id)) ids.add(id);
    this.current.value = ids;
  }

  /** Adds all from the thing selected last to this one. `idAt`: null for rows that aren't known. */
  extend(index: number, idAt: (index: number) => Id | null): void {
    const from = this.anchor ?? index;
    const ids = new Set(this.current.peek());
    for (let at = Math.min(from, index); at <= Math.max(from, index); at += 1) {
      const id = idAt(at);
      if (id !== null) ids.add(id);
    }
    this.anchor = index;
    this.current.value = ids;
  }

  set(ids: Iterable<Id>): void {
    this.current.value = new Set(ids);
  }

  remove(ids: Iterable<Id>): void {
    const left = new Set(this.current.peek());
    for (const id of ids) left.delete(id);
    if (left.size !== this.current.peek().size) this.current.value = left;
  }

  clear(): void {
    this.anchor = null;
    if (this.current.peek().size > 0) this.current.value = new Set();
  }
}
