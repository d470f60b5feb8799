/** The saved measurements of a space: which is selected, and changes by way of the server, each in the history. No DOM. */

import { t } from "../i18n/messages.ts";
import { batch, computed, type ReadonlySignal, signal } from "../reactive/signal.ts";
import type { History, Step } from "./history.ts";
import type { Measurement, MeasurePoint } from "./types.ts";

export interface MeasurementChange {
  name?: string;
  points?: MeasurePoint[];
}

/** The calls to the server that the store needs; tests pass their own. */
export interface SavedService {
  change(id: string, change: MeasurementChange): Promise<Measurement>;
  trash(id: string): Promise<void>;
  restore(id: string): Promise<Measurement>;
}

export class SavedStore {
  private readonly list = signal<readonly Measurement[]>([]);
  private readonly selectedID = signal<string | null>(null);

  /** By the time they were made. */
  readonly all: ReadonlySignal<readonly Measurement[]> = this.list;
  readonly selected: ReadonlySignal<Measurement | null> = computed(() => {
    const id = this.selectedID.value;
    return this.list.value.find((one) => one.id === id) ?? null;
  });

  constructor(
    measurements: readonly Measurement[],
    private readonly service: SavedService,
    private readonly history: History,
  ) {
    this.list.value = measurements.filter(({ trashed }) => trashed === null);
  }

  select(id: string | null): void {
    this.selectedID.value = id;
  }

  rename(one: Measurement, name: string): Promise<void> {
    return this.change(t("Renamed to {name}", { name }), one, { name }, { name: one.name });
  }

  /** The server measures again from these points. */
  move(one: Measurement, points: MeasurePoint[]): Promise<void> {
    return this.change(t("Changed {name}", { name: one.name }), one, { points }, { points: one.points });
  }

  /** Returns a function that restores it and removes the step from the history. */
  async trash(one: Measurement): Promise<() => Promise<void>> {
    await this.moveToTrash(one.id);
    const step: Step = {
      description: t("Deleted {name}", { name: one.name }),
      undo: () => this.restore(one.id),
      redo: () => this.moveToTrash(one.id),
    };
    this.history.push(step);
    return async () => {
      await this.restore(one.id);
      this.history.drop(step);
    };
  }

  async moveToTrash(id: string): Promise<void> {
    await this.service.trash(id);
    batch(() => {
      this.list.value = this.list.peek().filter((one) => one.id !== id);
      if (this.selectedID.peek() === id) this.selectedID.value = null;
    });
  }

  async restore(id: string): Promise<void> {
    this.put(await this.service.restore(id));
  }

  /** Adds it, or replaces the one with its id. */
  put(one: Measurement): void {
    const others = this.list.peek().filter(({ id }) => id !== one.id);
    this.list.value = [...others, one].sort((a, b) => a.created < b.created ? -1 : 1);
  }

  private async change(
    description: string,
    one: Measurement,
    to: MeasurementChange,
    from: MeasurementChange,
  ): Promise<void> {
    const apply = async (change: MeasurementChange): Promise<void> =>
      this.put(await this.service.change(one.id, change));
    await apply(to);
    this.history.push({ description, undo: () => apply(from), redo: () => apply(to) });
  }
}
