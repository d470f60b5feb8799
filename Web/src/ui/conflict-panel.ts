/** Resolved conflicts: which value is used, which was overridden, and a button that undoes the decision. */

import { api } from "../api/client.ts";
import type { Conflict, ConflictSide } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { computed, effect, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { announce } from "./announce.ts";
import { el, setText } from "./dom.ts";
import { formatDate, plural } from "./format.ts";
import { icon } from "./icons.ts";
import { messageOf } from "./notice.ts";
import { problemText } from "./fields.ts";
import { panel } from "./panel.ts";
import { conflictTitle, sideText, valueText } from "./sync-text.ts";

export interface ConflictPanelProps {
  /** Null until they have been fetched. */
  conflicts: ReadonlySignal<readonly Conflict[] | null>;
  /** Why they could not be fetched. */
  problem: ReadonlySignal<string>;
}

/** How many are shown at first, and how many more by each press. */
const firstCount = 8;
const moreCount = 50;

export function conflictPanel({ conflicts, problem }: ConflictPanelProps, owner: AbortSignal): HTMLElement {
  const limit = signal(firstCount);
  const all = computed(() => conflicts.value ?? []);
  const count = el("p", { class: "state-detail" });
  const list = el("ul", { class: "conflicts" });
  const more = el("button", { class: "button", type: "button", onclick: () => showMore() }, t("Show more"));
  const message = computed(() =>
    problem.value === "" ? "" : t("Couldn't read the conflicts: {problem}", { problem: problem.value })
  );
  // Compared as text, so that an item with the focus is only replaced when it has changed.
  const shown = computed(() => JSON.stringify(all.value.slice(0, limit.value)));

  function showMore(): void {
    const first = limit.peek();
    limit.value = first + moreCount;
    list.children[first]?.querySelector("button")?.focus();
  }

  effect(() => {
    const items = JSON.parse(shown.value) as Conflict[];
    if (list.querySelector("[aria-disabled=true]:focus")) return; // undone just now, and the focus is on it
    const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
    list.replaceChildren(...items.map((conflict) => conflictItem(conflict, owner)));
    if (focused >= 0) list.children[focused]?.querySelector("button")?.focus();
  }, owner);
  effect(() => {
    const { length } = all.value;
    setText(count, conflicts.value === null ? "" : summary(length));
    more.hidden = length <= limit.value;
  }, owner);
  const isLoaded = computed(() => conflicts.value !== null || problem.value !== "");
  const props = { name: "conflicts", title: t("Conflicts"), icon: "conflict", lines: 2, isLoaded } as const;
  return panel(props, () => [count, list, more, problemText(message, owner)], owner);
}

function summary(count: number): string {
  if (count === 0) {
    return t(
      "None. When two devices change the same value, the later change is used and the other is " +
        "listed here.",
    );
  }
  return plural(count, {
    one: "{count} value was changed on two devices. The later change is used; you can restore the other.",
    other: "{count} values were changed on two devices. The later change is used; you can restore the other.",
  });
}

function conflictItem(given: Conflict, owner: AbortSignal): HTMLLIElement {
  const conflict = signal(given);
  const problem = signal("");
  const isUndoing = signal(false);
  const { row, column } = conflictTitle(given);
  const won = el("div", { class: "side" });
  const lost = el("div", { class: "side" });
  const label = el("span", {});
  const button = el("button", { class: "button small", type: "button", onclick: () => void undo() });

  async function undo(): Promise<void> {
    if (button.getAttribute("aria-disabled") === "true") return;
    isUndoing.value = true;
    problem.value = "";
    try {
      conflict.value = await api.undoConflict(given.number);
      announce(t("Restored the other {column} of {row}.", { column, row }));
    } catch (error) {
      problem.value = messageOf(error);
    }
    isUndoing.value = false;
  }

  effect(() => {
    const { isUndone, won: used, lost: other } = conflict.value;
    fillSide(won, given.column, used, isUndone ? t("Overridden") : t("Used"), !isUndone);
    fillSide(lost, given.column, other, isUndone ? t("Restored") : t("Overridden"), isUndone);
    setText(label, isUndone ? t("Undone") : t("Undo"));
    button.replaceChildren(icon(isUndone ? "check" : "undo"), label);
    button.setAttribute("aria-disabled", String(isUndone || isUndoing.value));
    button.setAttribute(
      "aria-label",
      isUndone ? t("Undone: {column} of {row}", { column, row }) : t("Undo: {column} of {row}", { column, row }),
    );
  }, owner);
  return el(
    "li",
    { class: "conflict" },
    el(
      "div",
      { class: "conflict-head" },
      el("h3", {}, row, el("span", { class: "conflict-column" }, column)),
      el("time", { datetime: given.noticed }, formatDate(new Date(given.noticed))),
    ),
    el("div", { class: "sides" }, won, lost),
    button,
    problemText(problem, owner),
  );
}

function fillSide(element: HTMLElement, column: string, side: ConflictSide, role: string, isUsed: boolean): void {
  const { text, isDescription } = valueText(column, side.value);
  element.classList.toggle("stands", isUsed);
  element.replaceChildren(
    el("p", { class: "side-role" }, role),
    el("p", { class: isDescription ? "side-value word" : "side-value" }, text),
    el("p", { class: "side-by" }, sideText(side)),
  );
}
