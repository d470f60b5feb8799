/** The list of all memories of a space: searched, filtered, as a list or by months. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { formatDate } from "../ui/format.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { filters } from "./filters.ts";
import type { ListLine, ListStore } from "./list-store.ts";
import { memoryRow } from "./memory-row.ts";
import type { MemoryStore } from "./memory-store.ts";
import { lineOfMonth } from "./months.ts";
import type { Row } from "./rows.ts";
import { type Line, virtualList } from "./virtual-list.ts";
import { authorName } from "./memory-text.ts";

/** Milliseconds without scrolling before the details of the visible rows are fetched. */
const detailsDelay = 150;

export interface ListPanelProps {
  store: MemoryStore;
  list: ListStore;
  /** Whether this visitor can list deleted memories. */
  hasTrash: boolean;
  open(id: string): void;
  highlight(id: string | null): void;
  isDiscovered(id: string): boolean;
}

export function listPanel(props: ListPanelProps, owner: AbortSignal): HTMLElement {
  const { store, list } = props;
  list.open(owner);
  let timer = 0;
  const lines = virtualList(t("Memories"), (index) => lineElement(props, list.line(index)), (first, last) => {
    void list.fetchTo(last);
    clearTimeout(timer);
    timer = setTimeout(() => void list.fetchDetails(first, last), detailsDelay);
  }, owner);
  effect(() => {
    void store.memories.value;
    lines.refresh(list.lineCount.value);
  }, owner);
  const empty = el("p", { class: "list-empty quiet" });
  effect(() => {
    const text = list.emptyText.value;
    setText(empty, text);
    empty.hidden = text === "";
  }, owner);
  owner.addEventListener("abort", () => {
    clearTimeout(timer);
    props.highlight(null);
  }, { once: true });
  const reveal = (line: number, focus: boolean): void => lines.reveal(line, focus);
  return el(
    "div",
    { class: "memory-list" },
    filters(list, props.hasTrash, owner),
    el("div", { class: "list-views" }, viewSwitch(list, () => reveal(0, false)), monthChoice(list, reveal, owner)),
    problemNote(list, owner),
    empty,
    lines.element,
  );
}

function problemNote(list: ListStore, owner: AbortSignal): HTMLElement {
  const text = el("p", {});
  const element = el(
    "div",
    { class: "list-trouble", role: "alert" },
    icon("warning"),
    text,
    el("button", { class: "button small", type: "button", onclick: () => list.retry() }, icon("retry"), t("Try again")),
  );
  effect(() => {
    setText(text, list.problem.value);
    element.hidden = list.problem.value === "";
  }, owner);
  return element;
}

function monthChoice(list: ListStore, reveal: (line: number, focus: boolean) => void, owner: AbortSignal): HTMLElement {
  const select = el("select", {
    "aria-label": t("Go to a month"),
    onchange: () => reveal(lineOfMonth(list.months.peek(), Number(select.value)) + 1, true),
  });
  effect(() => {
    const months = list.months.value;
    select.hidden = months.length < 2;
    select.replaceChildren(
      ...months.map(({ name, count }, index) => el("option", { value: index }, `${name} (${count})`)),
    );
  }, owner);
  return select;
}

function viewSwitch(list: ListStore, changed: () => void): HTMLElement {
  const name = freshID("view");
  const choice = (timeline: boolean, shape: IconName, word: string): HTMLElement => {
    const choose = (): void => {
      list.timeline.value = timeline;
      changed();
      announce(timeline ? t("Grouped by months.") : t("As a list."));
    };
    const input = el("input", { type: "radio", name, checked: timeline === list.timeline.peek(), onchange: choose });
    return el("label", {}, input, el("span", {}, icon(shape), word));
  };
  return el(
    "div",
    { class: "mode-switch small", role: "radiogroup", "aria-label": t("Layout") },
    choice(false, "list", t("List")),
    choice(true, "clock", t("Timeline")),
  );
}

function lineElement(props: ListPanelProps, line: ListLine | null): Line | null {
  if (!line) return null;
  if ("row" in line) return rowLine(props, line.row, line.index);
  const { key, name, count } = line.heading;
  return {
    key: `${key} ${count}`,
    isHeading: true,
    make: () => el("h3", { class: "month" }, name, el("span", { class: "quiet" }, ` ${count}`)),
  };
}

function rowLine(props: ListPanelProps, row: Row, index: number): Line {
  const memory = props.store.known(row.id);
  const isDiscovered = props.isDiscovered(row.id);
  const date = formatDate(new Date(memory ? Date.parse(memory.created) : row.time));
  return {
    key: `${row.id} ${memory?.modified ?? ""} ${row.title} ${row.mood} ${isDiscovered}`,
    isHeading: false,
    make: () => {
      const button = memoryRow({
        ...row,
        memory,
        facts: memory ? `${authorName(memory)} · ${date}` : date,
        isDiscovered,
        showsUndiscovered: true,
        class: "memory-row",
        open: props.open,
        highlight: props.highlight,
      });
      button.dataset.row = String(index);
      return button;
    },
  };
}
