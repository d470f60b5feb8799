/** The measure tool over the 3D view. Loaded when it is first opened. */

import { t } from "../i18n/messages.ts";
import type { FloorPlan } from "../plan/types.ts";
import { effect, type ReadonlySignal, signal, untracked } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import { announce } from "../ui/announce.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { CheckStore } from "./check-store.ts";
import { MeasureActions } from "./measure-actions.ts";
import { announceDraft } from "./measure-announcer.ts";
import { measureApi } from "./measure-api.ts";
import { followMeasurements } from "./made-measurements.ts";
import { handleMeasureKey } from "./measure-keys.ts";
import { MeasureStore } from "./measure-store.ts";
import { MeasureView } from "./measure-view.ts";
import { type MeasurePanel, measurePanel } from "./panel.ts";
import { PointDrag } from "./point-drag.ts";
import { PointPlacement } from "./point-placement.ts";
import type { MeasurementsAnswer } from "./types.ts";

export interface MeasureToolProps {
  space: string;
  area: HTMLElement;
  /** Contains the image; the overlay is put over it. */
  stage: HTMLElement;
  place: Place;
  answer: MeasurementsAnswer;
  plan(): Promise<FloorPlan | null>;
  signal: AbortSignal;
}

export async function measureTool(props: MeasureToolProps): Promise<MeasureTool> {
  await loadStyle("measure.css");
  return new MeasureTool(props);
}

export class MeasureTool {
  private readonly opened = signal(false);
  private readonly store: MeasureStore;
  private readonly placement: PointPlacement;
  private readonly drag: PointDrag;
  private readonly view: MeasureView;
  private readonly actions: MeasureActions;
  private readonly checks: CheckStore;
  private readonly panel: MeasurePanel;
  /** Aborts when the tool closes. */
  private session = new AbortController();

  readonly isOpen: ReadonlySignal<boolean> = this.opened;

  constructor(private readonly props: MeasureToolProps) {
    const { space, place, answer, plan, signal } = props;
    const store = this.store = new MeasureStore(space, answer, measureApi);
    this.placement = new PointPlacement(store, place, () => this.opened.peek(), signal);
    this.drag = new PointDrag(store, this.placement);
    this.view = new MeasureView(store, place, this.placement, this.drag);
    const actions = this.actions = new MeasureActions(store, place);
    this.checks = new CheckStore(space, measureApi, () => store.draft.refresh());
    this.panel = measurePanel({
      store,
      actions,
      checks: this.checks,
      plan,
      close: () => this.close(),
      placePoint: () => this.placeAtCrosshair(),
    }, signal);
    followMeasurements(store, this.opened, place.origin, signal);
    signal.addEventListener("abort", () => {
      this.session.abort();
      store.dispose();
    });
  }

  async open(): Promise<void> {
    if (this.opened.peek()) return;
    const { area, stage, place } = this.props;
    if (place.mode.peek() !== "look") await place.setMode("look");
    const { signal } = this.session = new AbortController();
    stage.append(this.view.overlay.element);
    area.append(this.panel.element);
    area.classList.add("has-measure");
    this.view.open(signal);
    this.watchPointer(signal);
    area.addEventListener("keydown", (event) => this.handleKey(event), { capture: true, signal });
    announceDraft(this.store, signal);
    this.opened.value = true;
    this.panel.focus();
    announce(t("Measuring."));
    void this.checks.load(signal);
    void place.preparePicking().catch((error) =>
      notify(t("Measuring didn't start. {problem}", { problem: messageOf(error) }))
    );
  }

  close(): void {
    if (!this.opened.peek()) return;
    this.session.abort();
    this.placement.leave();
    this.panel.element.remove();
    this.props.area.classList.remove("has-measure");
    this.opened.value = false;
  }

  private placeAtCrosshair(): void {
    void this.placement.add(this.view.center);
  }

  private watchPointer(signal: AbortSignal): void {
    const { place } = this.props;
    // The sand table has its own controls.
    effect(() => {
      if (place.mode.value !== "look") untracked(() => this.close());
    }, signal);
    place.tools.add({
      hover: (at) => {
        if (this.drag.current.peek()) return;
        this.view.usesKeys.value = false;
        if (at) void this.placement.hover([at.x, at.y]);
        else this.placement.leave();
      },
      tap: (x, y) => {
        if (place.mode.peek() !== "look") return false;
        void this.placement.add([x, y]);
        return true;
      },
    }, signal);
  }

  private handleKey(event: KeyboardEvent): void {
    const handled = handleMeasureKey(event, this.store, {
      close: () => this.close(),
      undo: () => void this.actions.undo(),
      redo: () => void this.actions.redo(),
      placePoint: () => this.placeAtCrosshair(),
      arrow: () => this.view.usesKeys.value = true,
    });
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
