/** The tools beside the ways of looking: plan and measure. Each button shows itself to those who may, and loads its tool when first pressed. */

import { exportedToken } from "../exported.ts";
import type { MeasureTool } from "../measure/tool.ts";
import type { MeasurementsAnswer } from "../measure/types.ts";
import { measureApi } from "../measure/measure-api.ts";
import type { PlanTool } from "../plan/open-plan.ts";
import { planApi } from "../plan/plan-api.ts";
import type { PlanAnswer } from "../plan/types.ts";
import type { Place } from "../scene/place.ts";
import { el } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";

export interface SpaceTools {
  /** Buttons for the bar below the place. */
  element: HTMLElement;
  togglePlan(): void;
  toggleMeasure(): void;
}

export interface SpaceToolsParts {
  space: string;
  area: HTMLElement;
  stage: HTMLElement;
  place: Place;
  owns: boolean;
  /** Something beside the place came or went. */
  changed(): void;
  signal: AbortSignal;
}

export function spaceTools(parts: SpaceToolsParts): SpaceTools {
  const { space, area, stage, place, signal } = parts;
  const button = (name: IconName, label: string, key: string, act: () => void): HTMLButtonElement =>
    el(
      "button",
      {
        class: "button tool",
        type: "button",
        hidden: true,
        "aria-pressed": "false",
        "aria-keyshortcuts": key,
        title: `${label} (${key})`,
        onclick: act,
      },
      icon(name),
      el("span", { class: "tool-label" }, label),
    );
  const planButton = button("plan", "Plan", "P", () => void togglePlan());
  const measureButton = button("measure", "Measure", "M", () => void toggleMeasure());
  const element = el("div", { class: "place-tools", role: "group", "aria-label": "Tools" }, planButton, measureButton);
  let plan: Promise<PlanTool> | null = null;
  let measure: Promise<MeasureTool> | null = null;
  let planAnswer: PlanAnswer | null = null;
  let measured: MeasurementsAnswer | null = null;

  void ask();

  /** Who may: a copy in a folder has neither, and whom the server refuses sees no button. */
  async function ask(): Promise<void> {
    if (exportedToken !== null) return;
    [planAnswer, measured] = await Promise.all([
      planApi.load(space, parts.owns, signal).catch(() => null),
      measureApi.list(space, signal).catch(() => null),
    ]);
    if (signal.aborted) return;
    planButton.hidden = !planAnswer || !(planAnswer.plan || planAnswer.canEdit);
    measureButton.hidden = !measured;
    parts.changed();
  }

  async function togglePlan(): Promise<void> {
    const answer = planAnswer;
    if (planButton.hidden || !answer) return;
    plan ??= import("../plan/open-plan.ts").then(({ openPlan }) =>
      openPlan({ space, area, place, answer, changed: (open) => show(planButton, open), signal })
    );
    const tool = await loaded(plan, () => plan = null);
    if (!tool || signal.aborted) return;
    if (tool.isOpen) tool.close();
    else tool.open();
  }

  async function toggleMeasure(): Promise<void> {
    const answer = measured;
    if (measureButton.hidden || !answer) return;
    measure ??= import("../measure/tool.ts").then(({ measureTool }) =>
      measureTool({
        space,
        area,
        stage,
        place,
        answer,
        // Rooms of the plan as it is now, where it was opened, else as it was when the page came.
        plan: async () => (await plan)?.store.answer.plan ?? planAnswer?.plan ?? null,
        changed: (open) => show(measureButton, open),
        signal,
      })
    );
    const tool = await loaded(measure, () => measure = null);
    if (!tool || signal.aborted) return;
    if (tool.isOpen) tool.close();
    else await tool.open();
  }

  async function loaded<Tool>(tool: Promise<Tool>, forget: () => void): Promise<Tool | null> {
    try {
      return await tool;
    } catch (error) {
      forget(); // so that trying again helps
      notify(`This part of the page didn't load: ${messageOf(error)}`);
      return null;
    }
  }

  function show(button: HTMLButtonElement, open: boolean): void {
    button.setAttribute("aria-pressed", String(open));
    if (!open && document.activeElement === document.body) button.focus({ preventScroll: true });
    parts.changed();
  }

  return { element, togglePlan: () => void togglePlan(), toggleMeasure: () => void toggleMeasure() };
}
