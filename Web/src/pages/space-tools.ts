/** The tools beside the ways of looking: plan and measure. Each button shows itself to those who may, and loads its tool when first pressed. */

import { exportedToken } from "../api/exported.ts";
import type { MeasureTool } from "../measure/tool.ts";
import type { MeasurementsAnswer } from "../measure/types.ts";
import { measureApi } from "../measure/measure-api.ts";
import type { PlanTool } from "../plan/tool.ts";
import { planApi } from "../plan/plan-api.ts";
import type { PlanAnswer } from "../plan/types.ts";
import { effect } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import { el } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { type Units, units } from "../ui/units.ts";

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
  let sheetUnits: Units = units.peek();
  let measured: MeasurementsAnswer | null = null;

  void offer();

  /**
   * Owners may; of others the server knows, and whom it refuses sees no button. A copy in a folder has neither. What was asked is kept for
   * when the tool is opened.
   */
  async function offer(): Promise<void> {
    if (exportedToken !== null) return;
    if (!parts.owns) {
      [planAnswer, measured] = await Promise.all([
        askPlan().catch(() => null),
        measureApi.list(space, signal).catch(() => null),
      ]);
      if (signal.aborted) return;
    }
    planButton.hidden = !parts.owns && !planAnswer?.plan;
    measureButton.hidden = !parts.owns && !measured;
    parts.changed();
  }

  function askPlan(): Promise<PlanAnswer | null> {
    sheetUnits = units.peek();
    return planApi.load(space, sheetUnits, parts.owns, signal);
  }

  async function startPlan(): Promise<PlanTool> {
    const [{ planTool }, answer] = await Promise.all([import("../plan/tool.ts"), planAnswer ?? askPlan()]);
    if (!answer) throw new Error("You may not see the plan of this space.");
    const tool = await planTool({ space, area, place, answer, sheetUnits, signal });
    effect(() => show(planButton, tool.isOpen.value), signal);
    return tool;
  }

  async function startMeasuring(): Promise<MeasureTool> {
    const [{ measureTool }, answer] = await Promise.all([
      import("../measure/tool.ts"),
      measured ?? measureApi.list(space, signal),
    ]);
    if (!answer) throw new Error("You may not measure in this space.");
    const tool = await measureTool({
      space,
      area,
      stage,
      place,
      answer,
      // Rooms of the plan as it is now.
      plan: async () => plan ? (await plan).store.loaded.peek().plan : (planAnswer ??= await askPlan())?.plan ?? null,
      signal,
    });
    effect(() => show(measureButton, tool.isOpen.value), signal);
    return tool;
  }

  async function togglePlan(): Promise<void> {
    if (planButton.hidden) return;
    const tool = await loaded(plan ??= startPlan(), () => plan = null);
    if (!tool || signal.aborted) return;
    if (tool.isOpen.peek()) tool.close();
    else tool.open();
  }

  async function toggleMeasure(): Promise<void> {
    if (measureButton.hidden) return;
    const tool = await loaded(measure ??= startMeasuring(), () => measure = null);
    if (!tool || signal.aborted) return;
    if (tool.isOpen.peek()) tool.close();
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
