/** Conflicts that were resolved: what won over what, each with a way back. */

import type { Conflict, ConflictSide } from "../api/generated.ts";
import { api } from "../api/client.ts";
import { formatDate, plural } from "./format.ts";
import { conflictTitle, sideWords, valueWords } from "./sync-words.ts";
import { announce } from "./announce.ts";
import { el, setText } from "./dom.ts";
import { icon } from "./icons.ts";
import { messageOf } from "./notice.ts";
import { bones, panel, problemLine } from "./panel.ts";

export interface ConflictPanel {
  element: HTMLElement;
  update(conflicts: Conflict[]): void;
  failed(message: string): void;
}

/** How many are shown before one asks for more. */
const firstShown = 8;

export function conflictPanel(): ConflictPanel {
  const made = panel("conflicts", "Conflicts", "conflict");
  const count = el("p", { class: "state-detail" });
  const list = el("ul", { class: "conflicts" });
  const problem = problemLine();
  const more = el("button", { class: "button", type: "button", hidden: true, onclick: () => showMore() }, "Show more");
  let conflicts: Conflict[] = [];
  let shownFrom = "";
  let limit = firstShown;
  made.body.append(bones(2));

  function draw(): void {
    const shown = conflicts.slice(0, limit);
    const now = JSON.stringify(shown);
    if (now !== shownFrom && !list.querySelector("[aria-disabled=true]:focus")) {
      shownFrom = now;
      const at = [...list.children].findIndex((item) => item.contains(document.activeElement));
      list.replaceChildren(...shown.map(item));
      if (at >= 0) list.children[at]?.querySelector("button")?.focus();
    }
    setText(
      count,
      conflicts.length === 0
        ? "None. When two devices change the same value, the later change wins, and what it won over is kept here."
        : `${
          plural(conflicts.length, "value")
        } that two devices changed. The later change won; the other can be put back.`,
    );
    more.hidden = conflicts.length <= limit;
  }

  function showMore(): void {
    const first = limit;
    limit += 50;
    draw();
    list.children[first]?.querySelector("button")?.focus();
  }

  function show(): void {
    made.element.removeAttribute("aria-busy");
    if (!list.isConnected) made.body.replaceChildren(count, list, more, problem.element);
  }

  return {
    element: made.element,
    update(found): void {
      conflicts = found;
      problem.set("");
      draw();
      show();
    },
    failed(message): void {
      problem.set(`Couldn't read the conflicts: ${message}`);
      if (shownFrom === "") setText(count, "");
      show();
    },
  };
}

function item(conflict: Conflict): HTMLLIElement {
  const { row, column } = conflictTitle(conflict);
  const problem = problemLine();
  const won = el("div", { class: "side" });
  const lost = el("div", { class: "side" });
  const word = el("span", {}, "Undo");
  const button = el(
    "button",
    { class: "button small", type: "button", onclick: () => void undo() },
    icon("undo"),
    word,
  );
  const element = el(
    "li",
    { class: "conflict" },
    el(
      "div",
      { class: "conflict-head" },
      el("h3", {}, row, el("span", { class: "conflict-column" }, column)),
      el("time", { datetime: conflict.noticed }, formatDate(new Date(conflict.noticed))),
    ),
    el("div", { class: "sides" }, won, lost),
    button,
    problem.element,
  );

  function fill(place: HTMLElement, side: ConflictSide, role: string, stands: boolean): void {
    const { text, isWord } = valueWords(conflict.column, side.value);
    place.classList.toggle("stands", stands);
    place.replaceChildren(
      el("p", { class: "side-role" }, role),
      el("p", { class: isWord ? "side-value word" : "side-value" }, text),
      el("p", { class: "side-by" }, sideWords(side)),
    );
  }

  function draw(): void {
    const undone = conflict.isUndone;
    fill(won, conflict.won, undone ? "Had won" : "Won", !undone);
    fill(lost, conflict.lost, undone ? "Put back" : "Won over", undone);
    setText(word, undone ? "Put back" : "Undo");
    button.replaceChildren(icon(undone ? "check" : "undo"), word);
    button.setAttribute("aria-disabled", String(undone));
    button.setAttribute("aria-label", undone ? `Put back: ${column} of ${row}` : `Undo: ${column} of ${row}`);
  }

  async function undo(): Promise<void> {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    problem.set("");
    try {
      Object.assign(conflict, await api.undoConflict(conflict.number));
      announce(`The other ${column} of ${row} is put back.`);
    } catch (error) {
      problem.set(messageOf(error));
    }
    draw();
  }

  draw();
  return element;
}
