/** The plan tool: its pane, and the link between the plan and the 3D view. Loaded when it is first opened. */

import { loadCore } from "../core/core.ts";
import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal, signal } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import { announce } from "../ui/announce.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { type Units, units } from "../ui/units.ts";
import { planApi } from "./plan-api.ts";
import { type PlanPane, planPane } from "./plan-pane.ts";
import { PlanStore } from "./plan-store.ts";
import { linkPlanToScene } from "./scene-link.ts";
import type { PlanAnswer } from "./types.ts";

export interface PlanToolProps {
  space: string;
  area: HTMLElement;
  place: Place;
  answer: PlanAnswer;
  /** The units that the answer's sheets are drawn in. */
  sheetUnits: Units;
  signal: AbortSignal;
}

export async function planTool(props: PlanToolProps): Promise<PlanTool> {
  // Lengths are written by the core.
  await Promise.all([loadStyle("plan.css"), loadCore()]);
  return new PlanTool(props);
}

export class PlanTool {
  private readonly opened = signal(false);
  private readonly pane: PlanPane;

  readonly isOpen: ReadonlySignal<boolean> = this.opened;
  /** Also used by other tools that need the rooms. */
  readonly store: PlanStore;

  constructor(private readonly props: PlanToolProps) {
    const { space, area, place, answer, sheetUnits, signal } = props;
    const store = this.store = new PlanStore(space, answer, sheetUnits, planApi);
    this.pane = planPane(store, () => this.close(), signal);
    linkPlanToScene({ store, place, area, isOpen: this.opened, signal });
    // The page size and the scale of the sheets depend on the units.
    effect(() => {
      if (units.value === store.loaded.peek().sheetUnits || !store.loaded.peek().plan) return;
      void store.reload().catch((error) =>
        notify(t("The drawing stays in its units: {problem}", { problem: messageOf(error) }))
      );
    }, signal);
  }

  open(): void {
    if (this.opened.peek()) return;
    const { area } = this.props;
    area.append(this.pane.element);
    area.classList.add("has-plan");
    this.opened.value = true;
    this.pane.focus();
    announce(t("Plan."));
    // Changes by others; without a connection the loaded plan stays.
    if (this.store.loaded.peek().plan) void this.store.reload().catch(() => {});
  }

  close(): void {
    if (!this.opened.peek()) return;
    this.pane.element.remove();
    this.props.area.classList.remove("has-plan");
    this.store.highlight(null);
    this.opened.value = false;
  }
}
