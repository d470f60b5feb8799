/** Draws the draft and the saved measurements over the image, after each frame of the 3D view. */

import { effect, signal, untracked } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import { units } from "../ui/units.ts";
import { acceptsPoints, isEmpty, takesPoints } from "./draft.ts";
import type { Pixel } from "./figures.ts";
import type { MeasureStore } from "./measure-store.ts";
import { occludedMeasurements } from "./occlusion.ts";
import { type DrawnMeasurement, MeasureOverlay } from "./overlay.ts";
import type { PointDrag } from "./point-drag.ts";
import type { PointPlacement } from "./point-placement.ts";
import { lineOf, shortText } from "./types.ts";

/** Milliseconds without a new frame after which occlusion and the snap preview at the crosshair are updated. */
const idleDelay = 180;

export class MeasureView {
  readonly overlay: MeasureOverlay;
  /** The view was last moved by keys. */
  readonly usesKeys = signal(false);
  private readonly touch = matchMedia("(pointer: coarse)");
  private readonly occluded = signal<ReadonlySet<string>>(new Set());
  private idleTimer = 0;
  private isOpen = false;

  constructor(
    private readonly store: MeasureStore,
    private readonly place: Place,
    private readonly placement: PointPlacement,
    private readonly drag: PointDrag,
  ) {
    this.overlay = new MeasureOverlay({
      grab: (id, index) => drag.start(id, index),
      drag: (pixel) => void drag.move(pixel),
      drop: () => void drag.end(),
      select: (id) => store.saved.select(id),
    });
  }

  /** Draws until the signal aborts. */
  open(signal: AbortSignal): void {
    this.isOpen = true;
    effect(() => {
      void this.place.viewer.frames.value;
      untracked(() => this.draw());
    }, signal);
    effect(() => {
      this.drawnMeasurements();
      void [this.placement.preview.value, this.usesKeys.value];
      this.place.viewer.invalidate();
    }, signal);
    signal.addEventListener("abort", () => {
      this.isOpen = false;
      clearTimeout(this.idleTimer);
      this.overlay.element.remove();
    });
  }

  /** The centre of the part of the image that controls don't cover. */
  get center(): Pixel {
    const { width, height, top, bottom } = this.place.viewer.frame;
    return [width / 2, (top + height - bottom) / 2];
  }

  private draw(): void {
    const { place } = this;
    const draft = this.store.draft.current.peek();
    const showsCrosshair = (this.touch.matches || this.usesKeys.peek()) && acceptsPoints(draft);
    const crosshair = showsCrosshair ? this.center : null;
    this.overlay.element.classList.toggle("drafting", !isEmpty(draft) && !draft.finished);
    this.overlay.draw({
      eye: place.viewer.eye,
      origin: place.origin,
      measurements: this.drawnMeasurements(),
      preview: this.placement.preview.peek(),
      lineStart: (takesPoints(draft) ? draft.points.at(-1)?.at : null) ?? null,
      crosshair,
    });
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => void this.updateWhenIdle(crosshair), idleDelay);
  }

  private drawnMeasurements(): DrawnMeasurement[] {
    const { store } = this;
    const draft = store.draft.current.value;
    const result = store.draft.result.value;
    const selected = store.saved.selected.value;
    const dragged = this.drag.current.value;
    const saved = store.saved.all.value.map((one): DrawnMeasurement => ({
      id: one.id,
      kind: one.kind,
      points: dragged?.id === one.id ? dragged.points : one.points,
      label: dragged?.id === one.id ? "…" : shortText(one, units.lengths.value),
      isSelected: one.id === selected?.id,
      hasHandles: one.id === selected?.id && store.canEdit && isEmpty(draft),
      isOccluded: this.occluded.value.has(one.id),
    }));
    if (draft.points.length === 0) return saved;
    return [...saved, {
      id: null,
      kind: draft.kind,
      points: draft.points,
      label: result ? lineOf(result, units.lengths.value) : "",
      isSelected: false,
      hasHandles: true,
      isOccluded: false,
    }];
  }

  private async updateWhenIdle(crosshair: Pixel | null): Promise<void> {
    if (!this.isOpen) return;
    if (crosshair && !this.drag.current.peek()) await this.placement.hover(crosshair);
    const found = await occludedMeasurements(this.place, this.store.saved.all.peek());
    const before = this.occluded.peek();
    if (found.size !== before.size || ![...found].every((id) => before.has(id))) this.occluded.value = found;
  }
}
