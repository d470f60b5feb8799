/** The picker of a part of a space: a box drawn on the plan, typed as numbers, or taken from a room. */

import { shareApi } from "../api/share-api.ts";
import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal, type Signal, signal } from "../reactive/signal.ts";
import type { Box } from "../scene/view.ts";
import { announce } from "../ui/announce.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { messageOf } from "../ui/notice.ts";
import { boundingBox, boxBetween, boxSize, type PlanPosition, planRectangle } from "./part.ts";

export interface PartPicker {
  element: HTMLElement;
  /** Null until the plan is drawn. */
  part: ReadonlySignal<Box | null>;
}

interface Plan {
  canvas: HTMLCanvasElement;
  box: Box;
}

const sides: { name: string; end: "min" | "max"; axis: 0 | 1 | 2 }[] = [
  { name: t("Left|side of a box"), end: "min", axis: 0 },
  { name: t("Right|side of a box"), end: "max", axis: 0 },
  { name: t("Back|side of a box"), end: "min", axis: 2 },
  { name: t("Front|side of a box"), end: "max", axis: 2 },
  { name: t("Bottom|side of a box"), end: "min", axis: 1 },
  { name: t("Top|side of a box"), end: "max", axis: 1 },
];

export function partPicker(space: string, owner: AbortSignal): PartPicker {
  const plan = signal<Plan | null>(null);
  const part = signal<Box | null>(null);
  const problem = signal("");
  const status = el("p", { class: "quiet", role: "status" });
  effect(() => setText(status, statusText(plan.value, part.value, problem.value)), owner);
  const load = async (): Promise<void> => {
    try {
      const { planImage } = await import("./plan-image.ts");
      const drawn = await planImage(space, owner);
      if (owner.aborted) return;
      part.value = drawn.box;
      plan.value = drawn;
    } catch (error) {
      if (!owner.aborted) problem.value = t("The plan couldn't be drawn: {problem}", { problem: messageOf(error) });
    }
  };
  void load();
  const element = el(
    "div",
    { class: "part-picker" },
    planSheet(plan, part, owner),
    status,
    roomButtons(space, part, owner),
    sideFields(plan, part, owner),
  );
  return { element, part };
}

function statusText(plan: Plan | null, part: Box | null, problem: string): string {
  if (problem !== "") return problem;
  if (!plan || !part) return t("Drawing the plan…");
  if (part === plan.box) return t("Draw a box around the part, or set its sides.");
  return isOnPlan(plan, part)
    ? t("The part measures {boxSize}.", { boxSize: boxSize(part) })
    : t("The sides don't make a box.");
}

function isOnPlan(plan: Plan, part: Box): boolean {
  const { x, y, width, height } = planRectangle(plan.box, part);
  return [x, y, width, height].every(Number.isFinite) && width > 0 && height > 0;
}

/** The plan with a rectangle for the part, which is drawn with the pointer. */
function planSheet(plan: ReadonlySignal<Plan | null>, part: Signal<Box | null>, owner: AbortSignal): HTMLElement {
  const mark = el("div", { class: "plan-mark", hidden: true });
  const sheet = el("div", { class: "plan-sheet", "aria-hidden": "true" }, mark);
  effect(() => {
    if (!plan.value) return;
    plan.value.canvas.classList.add("plan-canvas");
    sheet.prepend(plan.value.canvas);
  }, owner);
  effect(() => {
    mark.hidden = !plan.value || !part.value || !isOnPlan(plan.value, part.value);
    if (mark.hidden) return;
    for (const [name, value] of Object.entries(planRectangle(plan.value!.box, part.value!))) {
      mark.style.setProperty(`--part-${name}`, value.toFixed(4));
    }
  }, owner);
  sheet.addEventListener("pointerdown", (event) => {
    const space = plan.peek()?.box;
    if (!space || event.button !== 0) return;
    event.preventDefault();
    drawBox(sheet, event, space, part);
  });
  return sheet;
}

/** Follows the pointer until it is released. The part keeps its height. */
function drawBox(sheet: HTMLElement, start: PointerEvent, space: Box, part: Signal<Box | null>): void {
  const position = (event: PointerEvent): PlanPosition => {
    const box = sheet.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const from = position(start);
  const before = part.peek();
  const { min, max } = before && Number.isFinite(before.min[1] + before.max[1]) ? before : space;
  const gesture = new AbortController();
  sheet.setPointerCapture(start.pointerId);
  sheet.addEventListener(
    "pointermove",
    (event) => part.value = boxBetween(space, from, position(event), [min[1], max[1]]),
    { signal: gesture.signal },
  );
  for (const name of ["pointerup", "pointercancel"]) {
    sheet.addEventListener(name, () => gesture.abort(), { once: true });
  }
}

/** The sides as numbers. An empty field makes the part invalid. */
function sideFields(plan: ReadonlySignal<Plan | null>, part: Signal<Box | null>, owner: AbortSignal): HTMLElement {
  const fields = sides.map(({ name, end, axis }) => {
    const id = freshID("side");
    const attributes = { id, type: "number", step: 0.05, inputmode: "decimal", disabled: true };
    const input = el("input", { ...attributes, oninput: () => change() });
    const change = (): void => {
      const box = part.peek();
      if (!box) return;
      const corner = [...box[end]] as [number, number, number];
      corner[axis] = input.value === "" ? NaN : Number(input.value);
      part.value = { ...box, [end]: corner };
    };
    effect(() => {
      const value = part.value?.[end][axis];
      input.disabled = plan.value === null;
      const isTyped = document.activeElement === input;
      if (value !== undefined && Number.isFinite(value) && !isTyped) input.value = value.toFixed(2);
    }, owner);
    return el("div", { class: "filter" }, el("label", { for: id }, `${name}, m`), input);
  });
  return el("div", { class: "part-numbers" }, ...fields);
}

/** A button for each room of the scan. */
function roomButtons(space: string, part: Signal<Box | null>, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "field-buttons", hidden: true });
  const load = async (): Promise<void> => {
    const objects = await shareApi.objects(space).catch(() => []);
    if (owner.aborted) return;
    const rooms = objects.filter((object) => object.category === "room");
    element.hidden = rooms.length === 0;
    element.replaceChildren(...rooms.map((room) => {
      const choose = (): void => {
        part.value = boundingBox(room.center, room.size, room.rotation);
        announce(t("{name} selected.", { name: room.name || t("Room") }));
      };
      return el("button", { class: "button small", type: "button", onclick: choose }, room.name || t("Room"));
    }));
  };
  void load();
  return element;
}
