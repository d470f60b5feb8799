/** The plan beside the place: on a wide page next to it, on a narrow one over it. */

import { announce } from "../ui/announce.ts";
import { ask } from "../ui/dialog.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { units } from "../ui/units.ts";
import { unitsSwitch } from "../ui/units-switch.ts";
import { partDetails } from "./details.ts";
import { type Drawing, planDrawing } from "./drawing.ts";
import { showPlanExport } from "./export-dialog.ts";
import { planMaking } from "./making.ts";
import { partList } from "./part-list.ts";
import type { PlanStore } from "./plan-store.ts";
import { editWords, scanStays } from "./words.ts";

export interface PlanPane {
  element: HTMLElement;
  focus(): void;
}

/** `close` puts it away. */
export function planPane(store: PlanStore, close: () => void, signal: AbortSignal): PlanPane {
  const id = freshID("plan");
  const title = el("h2", { id, tabindex: -1 }, "Plan");
  const tool = (name: IconName, label: string, act: () => void): HTMLButtonElement =>
    el("button", { class: "icon-button", type: "button", "aria-label": label, title: label, onclick: act }, icon(name));
  const undo = tool("undo", "Undo", () => void step("undo"));
  const redo = tool("redo", "Redo", () => void step("redo"));
  const share = tool("download", "Export the plan", () => showPlanExport(store));
  const back = el(
    "button",
    { class: "button plan-back", type: "button", onclick: close },
    icon("place"),
    el("span", {}, "Place"),
  );
  const shut = tool("close", "Close the plan", close);
  shut.classList.add("plan-shut");
  const head = el(
    "header",
    { class: "plan-head" },
    back,
    title,
    el("div", { class: "plan-tools" }, unitsSwitch(signal), undo, redo, share, shut),
  );
  const tabs = el("div", { class: "plan-tabs", role: "tablist", "aria-label": "Storeys" });
  const status = el("p", { class: "plan-status quiet", role: "status" });
  const body = el("div", { class: "plan-body" });
  const element = el("section", { class: "plan-pane", "aria-labelledby": id }, head, tabs, body);
  let drawing: Drawing | null = null;
  let inner = new AbortController();

  function build(): void {
    inner.abort();
    inner = new AbortController();
    signal.addEventListener("abort", () => inner.abort(), { signal: inner.signal });
    if (!store.answer.plan) {
      drawing = null;
      const reload = (): void =>
        void store.reload().catch((error) => notify(`The plan didn't load. ${messageOf(error)}`));
      body.replaceChildren(planMaking(store.space, store.answer.canEdit, reload, inner.signal));
    } else if (!drawing) {
      const made = drawing = planDrawing(store, signal);
      const zoom = el(
        "div",
        { class: "plan-zoom", role: "group", "aria-label": "Zoom the plan" },
        tool("add", "Zoom the plan in", () => made.zoom(0.75)),
        tool("minus", "Zoom the plan out", () => made.zoom(1 / 0.75)),
        tool("reset", "The whole sheet", () => made.fit()),
      );
      const notes = el("details", { class: "plan-notes" });
      fillNotes(notes);
      const details = partDetails(store, signal, said);
      body.replaceChildren(
        el("div", { class: "plan-stage" }, made.element, zoom),
        el("div", { class: "plan-side" }, status, details, partList(store, signal), notes, remove),
      );
    }
    update();
  }

  const remove = el(
    "button",
    { class: "button plan-delete", type: "button", hidden: !store.answer.canEdit, onclick: () => void removePlan() },
    icon("trash"),
    "Delete the plan …",
  );

  /** From a better scan, or with its changes thrown away, a plan is made anew. */
  async function removePlan(): Promise<void> {
    const changes = store.answer.edits.length;
    const lost = changes === 0
      ? ""
      : changes === 1
      ? "The change that you made goes with it. "
      : `The ${changes} changes that you made go with it. `;
    const sure = await ask({
      title: "Delete the plan?",
      body: `${lost}The scan itself stays, and a plan can be made of it anew.`,
      confirm: "Delete the plan",
    });
    if (!sure) return;
    try {
      await store.remove();
      announce("The plan is deleted.");
      title.focus({ preventScroll: true });
    } catch (error) {
      notify(`The plan couldn't be deleted: ${messageOf(error)}`);
    }
  }

  function fillNotes(notes: HTMLElement): void {
    notes.hidden = store.answer.notes.length === 0;
    notes.replaceChildren(
      el("summary", {}, "How it was made"),
      el("ul", {}, ...store.answer.notes.map((note) => el("li", {}, note))),
    );
  }

  function update(): void {
    const { storeys, storeyIndex, answer } = store;
    undo.hidden = redo.hidden = !answer.canEdit || !answer.plan;
    undo.disabled = !store.canUndo;
    redo.disabled = !store.canRedo;
    const [last, next] = [answer.edits.at(-1), answer.undone.at(-1)];
    undo.title = last ? `Undo: ${editWords(last, units.current)}` : "Undo";
    redo.title = next ? `Redo: ${editWords(next, units.current)}` : "Redo";
    share.hidden = !answer.plan;
    tabs.hidden = storeys.length < 2;
    const held = tabs.contains(document.activeElement);
    tabs.replaceChildren(
      ...(storeys.length < 2 ? [] : storeys.map((storey, i) =>
        el("button", {
          class: "plan-tab",
          type: "button",
          role: "tab",
          "aria-selected": String(i === storeyIndex),
          tabindex: i === storeyIndex ? 0 : -1,
          onclick: () => store.showStorey(i),
        }, storey.name || `Storey ${i + 1}`)
      )),
    );
    // Keys go on where they were: on the tab, which is another element now.
    if (held) tabs.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }

  tabs.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    store.showStorey(store.storeyIndex + by);
  });

  /** A change holds: for the eye and the ear. */
  function said(words: string): void {
    setText(status, `${words} ${scanStays}`);
    announce(`${words} ${scanStays}`);
  }

  async function step(way: "undo" | "redo"): Promise<void> {
    const edit = way === "undo" ? store.answer.edits.at(-1) : store.answer.undone.at(-1);
    if (!edit || !(way === "undo" ? store.canUndo : store.canRedo)) return;
    try {
      await (way === "undo" ? store.undo() : store.redo());
      const words = editWords(edit, units.current);
      said(way === "undo" ? `Taken back: ${words}.` : `Done again: ${words}.`);
    } catch (error) {
      notify(`Couldn't ${way} it: ${messageOf(error)}`);
    }
  }

  element.addEventListener("keydown", (event) => {
    const inField = event.target instanceof HTMLInputElement && event.target.type === "text";
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !inField && (key === "z" || key === "y")) {
      event.preventDefault();
      void step(key === "y" || event.shiftKey ? "redo" : "undo");
    } else if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      if (store.selected) {
        store.select(null);
        (element.querySelector<HTMLElement>(".plan-option[tabindex='0']") ?? title).focus({ preventScroll: true });
      } else close();
    }
    // The place's own keys don't hear what is typed here.
    event.stopPropagation();
  });

  store.listen((change) => {
    if (change === "plan") {
      if ((store.answer.plan === null) !== (drawing === null)) build();
      else update();
    } else if (change === "storey" || change === "work") update();
    if (change === "storey" && store.storey) announce(store.storey.name || "Another storey.");
  });
  build();
  return { element, focus: () => title.focus({ preventScroll: true }) };
}
