/** The buttons of the tools plan, measure and live. A tool is loaded when its button is first pressed. */

import { exportedToken } from "../api/exported.ts";
import { t } from "../i18n/messages.ts";
import { liveApi } from "../live/api.ts";
import type { LiveTool } from "../live/tool.ts";
import { measureApi } from "../measure/measure-api.ts";
import type { MeasureTool } from "../measure/tool.ts";
import type { MeasurementsAnswer } from "../measure/types.ts";
import { planApi } from "../plan/plan-api.ts";
import type { PlanTool } from "../plan/tool.ts";
import type { PlanAnswer } from "../plan/types.ts";
import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import { el } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { Sheets } from "../ui/sheet.ts";
import { type Units, units } from "../ui/units.ts";

interface Tool {
  readonly isOpen: ReadonlySignal<boolean>;
  open(): void | Promise<void>;
  close(): void;
}

/** A button that loads a tool when it is first pressed, then opens and closes it. */
class ToolButton<T extends Tool> {
  readonly element: HTMLButtonElement;
  /** The tool, once it is requested. */
  loaded: Promise<T> | null = null;

  constructor(
    name: IconName,
    label: string,
    key: string,
    private readonly load: () => Promise<T>,
    /** Called when the tool was opened or closed. */
    private readonly changed: () => void,
    private readonly owner: AbortSignal,
  ) {
    this.element = el(
      "button",
      {
        class: "button tool",
        type: "button",
        hidden: true,
        "aria-pressed": "false",
        "aria-keyshortcuts": key,
        title: `${label} (${key})`,
        onclick: () => void this.toggle(),
      },
      icon(name),
      el("span", { class: "tool-label" }, label),
    );
  }

  async toggle(): Promise<void> {
    if (this.element.hidden) return;
    try {
      const tool = await (this.loaded ??= this.loadTool());
      if (this.owner.aborted) return;
      if (tool.isOpen.peek()) tool.close();
      else await tool.open();
    } catch (error) {
      this.loaded = null; // so that the next press tries again
      notify(t("This tool didn't load: {problem}", { problem: messageOf(error) }));
    }
  }

  private async loadTool(): Promise<T> {
    const tool = await this.load();
    effect(() => {
      const isOpen = tool.isOpen.value;
      this.element.setAttribute("aria-pressed", String(isOpen));
      if (!isOpen && document.activeElement === document.body) this.element.focus({ preventScroll: true });
      this.changed();
    }, this.owner);
    return tool;
  }
}

export interface SpaceToolsProps {
  space: string;
  area: HTMLElement;
  stage: HTMLElement;
  place: Place;
  isOwner: boolean;
  /** Whether the visitor may pin memories, and so start live sessions. */
  mayPin: boolean;
  /** The live session of the page's address. */
  liveCode: string | null;
  sheets: Sheets;
  /** A tool was opened or closed. */
  changed(): void;
  signal: AbortSignal;
}

export class SpaceTools {
  readonly plan: ToolButton<PlanTool>;
  readonly measure: ToolButton<MeasureTool>;
  readonly live: ToolButton<LiveTool>;
  readonly element: HTMLElement;
  private planAnswer: PlanAnswer | null = null;
  /** The units of the sheets in `planAnswer`. */
  private sheetUnits: Units = units.peek();
  private measurements: MeasurementsAnswer | null = null;

  constructor(private readonly props: SpaceToolsProps) {
    const { changed, signal } = props;
    this.plan = new ToolButton("plan", t("Plan"), "P", () => this.startPlan(), changed, signal);
    this.measure = new ToolButton("measure", t("Measure"), "M", () => this.startMeasuring(), changed, signal);
    this.live = new ToolButton("live", t("Live"), "L", () => this.startLive(), changed, signal);
    const group = { class: "place-tools", role: "group", "aria-label": t("Tools") };
    this.element = el("div", group, this.plan.element, this.measure.element, this.live.element);
    void this.showPermitted();
  }

  /**
   * Shows the buttons of permitted tools. The owner may use both; other visitors those for which the server answers.
   * An exported folder has none. The answers are used again when a tool is opened.
   */
  private async showPermitted(): Promise<void> {
    if (exportedToken !== null) return;
    const { space, isOwner, mayPin, liveCode, signal } = this.props;
    let isLive = mayPin || liveCode !== null;
    if (!isOwner) {
      let sessions: readonly unknown[];
      [this.planAnswer, this.measurements, sessions] = await Promise.all([
        this.requestPlan().catch(() => null),
        measureApi.list(space, signal).catch(() => null),
        isLive ? [] : liveApi.sessions(space).catch(() => []),
      ]);
      isLive ||= sessions.length > 0;
      if (signal.aborted) return;
    }
    this.plan.element.hidden = !isOwner && !this.planAnswer?.plan;
    this.measure.element.hidden = !isOwner && !this.measurements;
    this.live.element.hidden = !isLive;
    if (liveCode !== null) void this.live.toggle();
    this.props.changed();
  }

  private requestPlan(): Promise<PlanAnswer | null> {
    this.sheetUnits = units.peek();
    return planApi.load(this.props.space, this.sheetUnits, this.props.isOwner, this.props.signal);
  }

  private async startPlan(): Promise<PlanTool> {
    const { space, area, place, signal } = this.props;
    const [{ planTool }, answer] = await Promise.all([
      import("../plan/tool.ts"),
      this.planAnswer ?? this.requestPlan(),
    ]);
    if (!answer) throw new Error(t("You may not see the plan of this space."));
    return await planTool({ space, area, place, answer, sheetUnits: this.sheetUnits, signal });
  }

  private async startMeasuring(): Promise<MeasureTool> {
    const { space, area, stage, place, signal } = this.props;
    const [{ measureTool }, answer] = await Promise.all([
      import("../measure/tool.ts"),
      this.measurements ?? measureApi.list(space, signal),
    ]);
    if (!answer) throw new Error(t("You may not measure in this space."));
    return await measureTool({ space, area, stage, place, answer, plan: () => this.currentPlan(), signal });
  }

  private async startLive(): Promise<LiveTool> {
    const { space, area, stage, place, sheets, mayPin, liveCode, signal } = this.props;
    const { liveTool } = await import("../live/tool.ts");
    return await liveTool({ space, area, stage, place, sheets, mayStart: mayPin, code: liveCode, signal });
  }

  /** The plan with the edits made in the plan tool. */
  private async currentPlan(): Promise<PlanAnswer["plan"]> {
    if (this.plan.loaded) return (await this.plan.loaded).store.loaded.peek().plan;
    this.planAnswer ??= await this.requestPlan();
    return this.planAnswer?.plan ?? null;
  }
}
