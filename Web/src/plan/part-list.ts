/** All rooms, walls and openings of the storey as a list, for keyboards, screen readers and finding a part by its name. */

import { t } from "../i18n/messages.ts";
import { computed, effect, signal } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { units } from "../ui/units.ts";
import type { PlanStore } from "./plan-store.ts";
import type { PartKind } from "./types.ts";
import { type PartLine, partLines } from "./plan-text.ts";

const groups: { kind: PartKind; title: string }[] = [
  { kind: "room", title: t("Rooms") },
  { kind: "wall", title: t("Walls") },
  { kind: "opening", title: t("Doors and windows") },
];

/** A listbox with one tab stop: arrow keys move, Enter or Space selects. `side` holds the details of the selected part. */
export function partList(store: PlanStore, side: HTMLElement, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "plan-list", role: "listbox", "aria-label": t("Parts of the plan") });
  /** The id of the option in the tab order. */
  const current = signal<string | null>(null);
  const lines = computed(() => store.storey.value ? partLines(store.storey.value, units.value) : []);

  const choose = (line: PartLine): void => {
    current.value = line.id;
    store.select({ kind: line.kind, id: line.id });
    // On a narrow page the details cover the list.
    side.querySelector<HTMLElement>(".plan-details h3")?.focus({ preventScroll: true });
  };

  const options = computed(() => lines.value.map((line) => option(line, store, choose)));
  const optionFor = (id: string | null): HTMLElement | undefined => options.peek().find((one) => one.dataset.id === id);
  effect(() => {
    const hadFocus = element.contains(document.activeElement);
    element.replaceChildren(...groups.flatMap(({ kind, title }) => {
      const own = options.value.filter((one) => one.dataset.kind === kind);
      return own.length === 0 ? [] : [optionGroup(title, own)];
    }));
    if (!optionFor(current.peek())) current.value = store.selected.peek()?.id ?? lines.peek()[0]?.id ?? null;
    if (hadFocus) optionFor(current.peek())?.focus();
  }, owner);
  effect(() => {
    const selected = store.selected.value?.id;
    if (selected === undefined) return;
    current.value = selected;
    optionFor(selected)?.scrollIntoView({ block: "nearest" });
  }, owner);
  effect(() => {
    for (const one of options.value) {
      one.setAttribute("aria-selected", String(one.dataset.id === store.selected.value?.id));
      one.classList.toggle("lit", one.dataset.id === store.highlighted.value);
      one.tabIndex = one.dataset.id === current.value ? 0 : -1;
    }
  }, owner);

  element.addEventListener("keydown", (event) => handleKey(event, element, (id) => current.value = id), {
    signal: owner,
  });
  element.addEventListener("focusout", (event) => {
    if (!element.contains(event.relatedTarget as Node | null)) store.highlight(null);
  }, { signal: owner });
  return element;
}

function optionGroup(title: string, options: HTMLElement[]): HTMLElement {
  return el(
    "div",
    { class: "plan-group", role: "group", "aria-label": title },
    el("h3", { "aria-hidden": "true" }, title),
    ...options,
  );
}

function option(line: PartLine, store: PlanStore, choose: (line: PartLine) => void): HTMLElement {
  const highlight = (): void => store.highlight(line.kind === "room" ? line.id : null);
  return el(
    "div",
    {
      class: "plan-option",
      role: "option",
      tabindex: -1,
      "data-id": line.id,
      "data-kind": line.kind,
      "aria-label": `${line.name}, ${line.measure}${line.unseen === "" ? "" : `, ${line.unseen}`}`,
      onclick: () => choose(line),
      onfocus: highlight,
      onpointerenter: highlight,
      onpointerleave: () => store.highlight(null),
    },
    el("span", { class: "plan-option-name" }, line.name),
    line.unseen !== "" && el("span", { class: "tag" }, line.unseen),
    el("span", { class: "plan-option-measure" }, line.measure),
  );
}

function optionsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[role=option]")];
}

function handleKey(event: KeyboardEvent, list: HTMLElement, makeCurrent: (id: string | null) => void): void {
  const all = optionsOf(list);
  const at = all.findIndex((one) => one === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (next !== undefined && all.length > 0) {
    const target = all[Math.min(all.length - 1, Math.max(0, next))]!;
    makeCurrent(target.dataset.id ?? null);
    target.focus();
  } else if ((event.key === "Enter" || event.key === " ") && all[at]) all[at].click();
  else return;
  event.preventDefault();
}
