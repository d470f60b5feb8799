/** The measure tool's panel: what to measure, the next step, the value with its uncertainty, and the saved measurements. */

import { t } from "../i18n/messages.ts";
import type { FloorPlan } from "../plan/types.ts";
import { effect } from "../reactive/signal.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { iconButton } from "../ui/icon-button.ts";
import { icon } from "../ui/icons.ts";
import { lengthUnitsSelect } from "../ui/units-switch.ts";
import { acceptsPoints, canFinish, isEmpty } from "./draft.ts";
import { checkSection } from "./check-section.ts";
import type { CheckStore } from "./check-store.ts";
import { hintFor, kindOf, kinds, snapChoices } from "./kinds.ts";
import type { MeasureActions } from "./measure-actions.ts";
import type { MeasureStore } from "./measure-store.ts";
import { resultForm } from "./result-form.ts";
import { savedList } from "./saved-list.ts";
import { labelledSelect, subjectField } from "./subject-field.ts";
import type { Snap } from "./types.ts";

export interface MeasurePanelProps {
  store: MeasureStore;
  actions: MeasureActions;
  checks: CheckStore;
  /** For the rooms that can be measured; null where there is no plan. */
  plan(): Promise<FloorPlan | null>;
  close(): void;
  /** Places a point at the crosshair. */
  placePoint(): void;
}

export interface MeasurePanel {
  element: HTMLElement;
  focus(): void;
}

export function measurePanel(props: MeasurePanelProps, signal: AbortSignal): MeasurePanel {
  const { store, close } = props;
  const id = freshID("measure");
  const title = el("h2", { id, tabindex: -1 }, t("Measure"));
  const hint = el("p", { class: "measure-hint", role: "status" });
  const problem = el("p", { class: "field-problem", role: "alert" });
  effect(() => {
    const { kind, points, finished, subject } = store.draft.current.value;
    const isNext = finished && kindOf(kind).maxPoints > 0 && subject === null;
    setText(
      hint,
      isNext ? t("Drag a point to move it, or place the first point of the next.") : hintFor(kind, points.length),
    );
  }, signal);
  effect(() => setText(problem, store.draft.problem.value), signal);
  const element = el(
    "aside",
    { class: "measure-panel", "aria-labelledby": id },
    el(
      "header",
      { class: "measure-head" },
      title,
      lengthUnitsSelect(signal),
      iconButton("close", t("Close measuring"), close),
    ),
    el(
      "div",
      { class: "measure-body" },
      kindSwitch(store, signal),
      hint,
      subjectField(store, props.plan, signal),
      snapField(store, signal),
      resultForm(store, props.actions, signal),
      problem,
      savedList(store, props.actions, signal),
      checkSection(store, props.checks, signal),
    ),
    footer(props, signal),
  );
  return { element, focus: () => title.focus({ preventScroll: true }) };
}

function kindSwitch({ draft }: MeasureStore, signal: AbortSignal): HTMLElement {
  const group = freshID("measure-kind");
  const radios = kinds.map(({ kind }) =>
    el("input", { type: "radio", name: group, value: kind, onchange: () => draft.setKind(kind) })
  );
  effect(() => radios.forEach((radio) => radio.checked = radio.value === draft.current.value.kind), signal);
  return el(
    "div",
    { class: "measure-kinds", role: "radiogroup", "aria-label": t("What to measure") },
    ...kinds.map(({ label }, i) => el("label", {}, radios[i], el("span", {}, label))),
  );
}

function snapField({ draft }: MeasureStore, signal: AbortSignal): HTMLElement {
  const select = el(
    "select",
    { onchange: () => draft.snap.value = select.value as Snap },
    ...snapChoices.map((choice) => el("option", { value: choice.snap }, choice.label)),
  );
  const field = labelledSelect(t("Snap to"), select);
  effect(() => void (field.hidden = kindOf(draft.current.value.kind).maxPoints === 0), signal);
  return field;
}

function footer({ store, actions, placePoint }: MeasurePanelProps, signal: AbortSignal): HTMLElement {
  const { draft, history } = store;
  const undo = iconButton("undo", t("Undo"), () => void actions.undo());
  const redo = iconButton("redo", t("Redo"), () => void actions.redo());
  const clear = iconButton("trash", t("Start over"), () => draft.clear());
  const finish = el(
    "button",
    { class: "button", type: "button", onclick: () => draft.finish() },
    icon("check"),
    t("Finish"),
  );
  const place = el(
    "button",
    { class: "button measure-place", type: "button", onclick: placePoint },
    icon("add"),
    t("Place point"),
  );
  effect(() => {
    const last = history.last.value;
    const next = history.next.value;
    undo.disabled = !last;
    redo.disabled = !next;
    undo.title = last ? t("Undo: {description}", { description: last.description }) : t("Undo");
    redo.title = next ? t("Redo: {description}", { description: next.description }) : t("Redo");
  }, signal);
  effect(() => {
    const current = draft.current.value;
    clear.disabled = isEmpty(current);
    finish.hidden = !canFinish(current);
    place.hidden = kindOf(current.kind).maxPoints === 0;
    place.disabled = !acceptsPoints(current);
  }, signal);
  return el("footer", { class: "measure-foot" }, undo, redo, clear, finish, place);
}
