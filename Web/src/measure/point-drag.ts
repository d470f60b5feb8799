/** Dragging a point of the draft or of a saved measurement by its handle. */

import { t } from "../i18n/messages.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { Draft } from "./draft.ts";
import type { Pixel } from "./figures.ts";
import type { MeasureStore } from "./measure-store.ts";
import type { PointPlacement } from "./point-placement.ts";
import type { MeasurePoint } from "./types.ts";

export interface DraggedPoint {
  /** Of the saved measurement; null: the draft. */
  id: string | null;
  index: number;
  /** All points of the measurement, the dragged one where it is now. */
  points: readonly MeasurePoint[];
}

export class PointDrag {
  private readonly dragged = signal<DraggedPoint | null>(null);
  private before: Draft | null = null;
  /** Counts drags, so that an answer for an earlier one is dropped. */
  private generation = 0;

  readonly current: ReadonlySignal<DraggedPoint | null> = this.dragged;

  constructor(private readonly store: MeasureStore, private readonly placement: PointPlacement) {}

  start(id: string | null, index: number): void {
    const { draft, saved } = this.store;
    this.generation += 1;
    this.before = draft.current.peek();
    const { points } = (id === null ? null : saved.selected.peek()) ?? this.before;
    this.dragged.value = { id, index, points };
    this.placement.leave();
  }

  async move(pixel: Pixel): Promise<void> {
    const { generation } = this;
    const picked = await this.placement.pick(pixel).catch(() => null);
    const now = this.dragged.peek();
    if (!now || !picked || this.generation !== generation) return;
    const { draft } = this.store;
    draft.snapRadius = picked.radius;
    const point: MeasurePoint = { at: picked.at, snap: draft.snap.peek() };
    this.dragged.value = { ...now, points: now.points.map((old, i) => i === now.index ? point : old) };
    if (now.id === null) draft.drag(now.index, point);
  }

  async end(): Promise<void> {
    const now = this.dragged.peek();
    const { before } = this;
    if (!now || !before) return;
    this.dragged.value = this.before = null;
    const { draft, saved } = this.store;
    if (now.id === null) return draft.endDrag(before);
    const one = saved.all.peek().find(({ id }) => id === now.id);
    if (!one) return;
    try {
      await saved.move(one, [...now.points]);
    } catch (error) {
      notify(t("Couldn't move the point: {problem}", { problem: messageOf(error) }));
    }
  }
}
