/** The measure tool's panel: what to measure, what to do next, the value with its uncertainty, and what was kept. */

import type { FloorPlan } from "../plan/types.ts";
import { roomName } from "../plan/words.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { longestName } from "../ui/rename.ts";
import { unitsSwitch } from "../ui/units-switch.ts";
import { units } from "../ui/units.ts";
import { acceptsPoints, canFinish, isEmpty, type Subject } from "./draft.ts";
import { hintFor, kindOf, kinds, snapChoices } from "./kinds.ts";
import type { Measurable } from "./measure-api.ts";
import type { MeasureStore } from "./measure-store.ts";
import { type SavedActions, savedList } from "./saved-list.ts";
import { lineOf, type Snap } from "./types.ts";

export interface PanelActions extends SavedActions {
  close(): void;
  /** A point in the middle of the picture. */
  placePoint(): void;
  undo(): void;
  redo(): void;
  save(name: string): Promise<void>;
}

export interface MeasurePanel {
  element: HTMLElement;
  focus(): void;
  update(): void;
  /** Rooms and things that can be measured as a whole. */
  offer(plan: FloorPlan | null, objects: readonly Measurable[]): void;
}

export function measurePanel(store: MeasureStore, act: PanelActions, signal: AbortSignal): MeasurePanel {
  const [id, group] = [freshID("measure"), freshID("measure-kind")];
  const title = el("h2", { id, tabindex: -1 }, "Measure");
  const tool = (name: IconName, label: string, action: () => void): HTMLButtonElement =>
    el(
      "button",
      { class: "icon-button", type: "button", "aria-label": label, title: label, onclick: action },
      icon(name),
    );
  const radios = kinds.map(({ kind }) =>
    el("input", { type: "radio", name: group, value: kind, onchange: () => store.setKind(kind) })
  );
  const kindSwitch = el(
    "div",
    { class: "measure-kinds", role: "radiogroup", "aria-label": "What to measure" },
    ...kinds.map(({ label }, i) => el("label", {}, radios[i], el("span", {}, label))),
  );
  const hint = el("p", { class: "measure-hint", role: "status" });
  const subject = el("select", { "aria-label": "What of", onchange: () => chooseSubject() });
  const snap = el(
    "select",
    { "aria-label": "Cling to", onchange: () => store.snap = snap.value as Snap },
    ...snapChoices.map((choice) => el("option", { value: choice.snap }, choice.label)),
  );
  const [subjectField, snapField] = [field("Of", subject), field("Cling to", snap)];
  const value = el("p", { class: "measure-value" });
  const reason = el("p", { class: "quiet measure-reason" });
  const problem = el("p", { class: "field-problem", role: "alert" });
  const name = el("input", {
    class: "plan-field",
    type: "text",
    maxlength: longestName,
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "done",
    "aria-label": "Name of the measurement",
    onfocus: () => name.select(),
    oninput: () => typed = true,
  });
  const keep = el("button", { class: "button primary", type: "submit" }, icon("check"), "Keep it");
  const saving = el(
    "form",
    { class: "measure-save", novalidate: true, onsubmit: (event: Event) => void save(event) },
    name,
    keep,
  );
  const result = el("div", { class: "measure-result", hidden: true }, value, reason, saving);
  const list = savedList(store, act, signal);
  const undo = tool("undo", "Undo", act.undo);
  const redo = tool("redo", "Redo", act.redo);
  const clear = tool("trash", "Start over", () => store.clear());
  const finish = el(
    "button",
    { class: "button", type: "button", onclick: () => store.finish() },
    icon("check"),
    "Finish",
  );
  const place = el(
    "button",
    { class: "button measure-place", type: "button", onclick: () => act.placePoint() },
    icon("add"),
    "Place point",
  );
  const element = el(
    "aside",
    { class: "measure-panel", "aria-labelledby": id },
    el("header", { class: "measure-head" }, title, unitsSwitch(signal), tool("close", "Close measuring", act.close)),
    el(
      "div",
      { class: "measure-body" },
      kindSwitch,
      hint,
      subjectField,
      snapField,
      result,
      problem,
      list.element,
    ),
    el("footer", { class: "measure-foot" }, undo, redo, clear, finish, place),
  );
  let typed = false;
  let subjects: Subject[] = [];

  function update(): void {
    const { draft, result: measured } = store;
    const kind = kindOf(draft.kind);
    radios.forEach((radio) => radio.checked = radio.value === draft.kind);
    setText(
      hint,
      draft.finished && kind.most > 0 && draft.subject === null
        ? "Drag a point to move it, or point at where the next one begins."
        : hintFor(draft.kind, draft.points.length),
    );
    subjectField.hidden = !kind.rooms || (kind.kind === "area" && !subjects.some(({ of }) => of === "room"));
    snapField.hidden = kind.most === 0;
    showSubjects();
    const appears = measured !== null && result.hidden;
    result.hidden = measured === null;
    if (measured) {
      const text = lineOf(measured, units.current);
      setText(value, text);
      setText(reason, measured.halfWidth === null ? sentence(measured.reason ?? "") : "");
      if (!typed) name.value = store.suggestedName;
    }
    saving.hidden = !store.canEdit;
    setText(problem, store.problem);
    const [last, next] = [store.history.last, store.history.next];
    undo.disabled = !last;
    redo.disabled = !next;
    undo.title = last ? `Undo: ${last.words}` : "Undo";
    redo.title = next ? `Redo: ${next.words}` : "Redo";
    clear.disabled = isEmpty(draft);
    // On a phone the panel is low: what was asked for goes before what is chosen.
    if (appears) requestAnimationFrame(() => result.scrollIntoView({ block: "nearest" }));
    finish.hidden = !canFinish(draft);
    place.hidden = kind.most === 0;
    place.disabled = !acceptsPoints(draft);
  }

  function showSubjects(): void {
    const { draft } = store;
    const offered = subjects.filter(({ of }) => draft.kind === "volume" || of === "room");
    const options = [
      el("option", { value: "" }, draft.kind === "volume" ? "Choose…" : "Points that I place"),
      ...offered.map((one) => el("option", { value: `${one.of} ${one.id}` }, one.name)),
    ];
    const before = [...subject.options].map(({ value, text }) => `${value}|${text}`).join();
    if (options.map(({ value, text }) => `${value}|${text}`).join() !== before) subject.replaceChildren(...options);
    subject.value = draft.subject ? `${draft.subject.of} ${draft.subject.id}` : "";
  }

  function chooseSubject(): void {
    const chosen = subjects.find((one) => `${one.of} ${one.id}` === subject.value) ?? null;
    store.choose(chosen);
  }

  async function save(event: Event): Promise<void> {
    event.preventDefault();
    keep.disabled = true;
    try {
      await act.save(name.value);
      typed = false;
    } finally {
      keep.disabled = false;
    }
  }

  units.listen(update, signal);
  store.listen(update);
  update();
  return {
    element,
    focus: () => title.focus({ preventScroll: true }),
    update,
    offer(plan, objects): void {
      subjects = [
        ...(plan?.storeys ?? []).flatMap(({ rooms }) =>
          rooms.map((room): Subject => ({ of: "room", id: room.id, name: roomName(room) }))
        ),
        ...objects.map((one): Subject => ({ of: "object", id: one.id, name: one.name || one.category })),
        { of: "whole", id: "", name: "All of it, where it is closed" },
      ];
      update();
    },
  };
}

function field(label: string, control: HTMLSelectElement): HTMLElement {
  return el("label", { class: "measure-field" }, el("span", {}, label), control);
}

function sentence(text: string): string {
  return text === "" ? "" : `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
