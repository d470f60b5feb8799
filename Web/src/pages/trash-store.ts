/** What is in the trash, and the retention of what is deleted permanently. State and requests, no DOM. */

import type { Retention, TrashItem } from "../api/generated.ts";
import { trashApi } from "../api/trash-api.ts";
import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";

export class TrashStore {
  private readonly currentItems = signal<readonly TrashItem[] | null>(null);
  private readonly currentRetention = signal<Retention | null>(null);

  /** The latest first; null until it has been fetched. */
  readonly items: ReadonlySignal<readonly TrashItem[] | null> = this.currentItems;
  readonly retention: ReadonlySignal<Retention | null> = this.currentRetention;
  /** Why the page could not be loaded. */
  readonly problem = signal("");

  constructor(private readonly owner: AbortSignal, private readonly source: typeof trashApi = trashApi) {}

  async load(): Promise<void> {
    this.problem.value = "";
    try {
      const [items, retention] = await Promise.all([this.source.items(), this.source.retention()]);
      if (this.owner.aborted) return;
      batch(() => {
        this.currentItems.value = items;
        this.currentRetention.value = retention;
      });
    } catch (error) {
      if (!this.owner.aborted) this.problem.value = messageOf(error);
    }
  }

  async restore(item: TrashItem): Promise<void> {
    await this.source.restore(item.id);
    this.remove(item.id);
  }

  async purge(item: TrashItem): Promise<void> {
    await this.source.purge(item.id);
    this.remove(item.id);
  }

  async purgeAll(): Promise<number> {
    const count = await this.source.purgeAll();
    await this.load();
    return count;
  }

  async setRetention(retention: Retention): Promise<void> {
    this.currentRetention.value = await this.source.setRetention(retention);
  }

  private remove(id: string): void {
    this.currentItems.value = this.currentItems.peek()?.filter((item) => item.id !== id) ?? null;
  }
}
