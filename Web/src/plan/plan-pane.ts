/** The plan beside the 3D view; on a narrow page it covers the view. */

import { t } from "../i18n/messages.ts";
import { computed, effect, untracked } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { iconButton } from "../ui/icon-button.ts";
import { icon } from "../ui/icons.ts";
import { units } from "../ui/units.ts";
import { unitsSwitch } from "../ui/units-switch.ts";
import { partDetails } from "./details.ts";
import { planDrawing } from "./drawing.ts";
import { showPlanExport } from "./export-dialog.ts";
import { partList } from "./part-list.ts";
import { PlanActions } from "./plan-actions.ts";
import { planJobView } from "./plan-job-view.ts";
import type { PlanStore } from "./plan-store.ts";
import { storeyTabs } from "./storey-tabs.ts";
import { editText, storeyName } from "./plan-text.ts";

export interface PlanPane {
  element: HTMLElement;
  focus(): void;
}

export function planPane(store: PlanStore, close: () => void, signal: AbortSignal): PlanPane {
  const actions = new PlanActions(store);
  const id = freshID("plan");
  const title = el("h2", { id, tabindex: -1 }, t("Plan"));
  const body = el("div", { class: "plan-body" });
  const element = el(
    "section",
    { class: "plan-pane", "aria-labelledby": id, onkeydown: (event: KeyboardEvent) => handleKey(event) },
    header(title, store, actions, close, signal),
    storeyTabs(store, signal),
    body,
  );
  const focus = (): void => title.focus({ preventScroll: true });
  const remove = async (): Promise<void> => {
    if (await actions.remove()) focus();
  };

  const hasPlan = computed(() => store.loaded.value.plan !== null);
  effect(() => {
    const content = new AbortController();
    const build = hasPlan.value
      ? () => planContent(store, actions, () => void remove(), content.signal)
      : () => [planJobView(store.space, store.canEdit, () => void actions.reload(), content.signal)];
    body.replaceChildren(...untracked(build));
    return () => content.abort();
  }, signal);

  let shownStorey = store.storeyIndex.peek();
  effect(() => {
    const index = store.storeyIndex.value;
    const storey = store.storey.peek();
    if (index !== shownStorey && storey) announce(`${storeyName(storey, index)}.`);
    shownStorey = index;
  }, signal);

  function handleKey(event: KeyboardEvent): void {
    const inField = event.target instanceof HTMLInputElement && event.target.type === "text";
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !inField && (key === "z" || key === "y")) {
      event.preventDefault();
      void (key === "y" || event.shiftKey ? actions.redo() : actions.undo());
    } else if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      if (store.selected.peek()) {
        store.select(null);
        (element.querySelector<HTMLElement>(".plan-option[tabindex='0']") ?? title).focus({ preventScroll: true });
      } else close();
    }
    event.stopPropagation(); // the page's own shortcuts don't apply here
  }

  return { element, focus };
}

function header(
  title: HTMLElement,
  store: PlanStore,
  actions: PlanActions,
  close: () => void,
  signal: AbortSignal,
): HTMLElement {
  const undo = iconButton("undo", t("Undo"), () => void actions.undo());
  const redo = iconButton("redo", t("Redo"), () => void actions.redo());
  const share = iconButton("download", t("Export the plan"), () => showPlanExport(store));
  const back = el(
    "button",
    { class: "button plan-back", type: "button", onclick: close },
    icon("place"),
    el("span", {}, t("Space")),
  );
  const shut = iconButton("close", t("Close the plan"), close);
  shut.classList.add("plan-shut");
  effect(() => {
    const { plan, edits, undone, canEdit } = store.loaded.value;
    const last = edits.at(-1);
    const next = undone.at(-1);
    share.hidden = !plan;
    undo.hidden = redo.hidden = !canEdit || !plan;
    undo.disabled = !store.canUndo.value;
    redo.disabled = !store.canRedo.value;
    undo.title = last ? t("Undo: {edit}", { edit: editText(last, units.value) }) : t("Undo");
    redo.title = next ? t("Redo: {edit}", { edit: editText(next, units.value) }) : t("Redo");
  }, signal);
  const tools = el("div", { class: "plan-tools" }, unitsSwitch(signal), undo, redo, share, shut);
  return el("header", { class: "plan-head" }, back, title, tools);
}

/** The drawing, and beside it the selected part, the list of parts and how the plan was made. */
function planContent(
  store: PlanStore,
  actions: PlanActions,
  remove: () => void,
  signal: AbortSignal,
): HTMLElement[] {
  const drawing = planDrawing(store, signal);
  const zoom = el(
    "div",
    { class: "plan-zoom", role: "group", "aria-label": t("Zoom the plan") },
    iconButton("add", t("Zoom the plan in"), () => drawing.zoom(0.75)),
    iconButton("minus", t("Zoom the plan out"), () => drawing.zoom(1 / 0.75)),
    iconButton("reset", t("The whole sheet"), () => drawing.fit()),
  );
  const status = el("p", { class: "plan-status quiet", role: "status" });
  effect(() => setText(status, actions.status.value), signal);
  const side = el("div", { class: "plan-side" });
  const { notes } = store.loaded.peek();
  side.append(
    status,
    partDetails(store, actions, side, signal),
    partList(store, side, signal),
    el(
      "details",
      { class: "plan-notes", hidden: notes.length === 0 },
      el("summary", {}, t("How it was made")),
      el("ul", {}, ...notes.map((note) => el("li", {}, note))),
    ),
    el(
      "button",
      { class: "button plan-delete", type: "button", hidden: !store.canEdit, onclick: remove },
      icon("trash"),
      t("Delete the plan …"),
    ),
  );
  return [el("div", { class: "plan-stage" }, drawing.element, zoom), side];
}
