/** The cards of the library's page. Cards whose content has not changed stay as they are; the focus never gets lost. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { type JobCard, jobCard } from "../uploads/job-card.ts";
import { spaceCard } from "../ui/space-card.ts";
import type { Imports, Work } from "../uploads/imports.ts";
import type { LibraryItem, LibraryStore } from "./library-store.ts";

interface Card {
  element: HTMLLIElement;
  /** What it was made from. */
  content: string;
  job: JobCard | null;
}

export function libraryCards(store: LibraryStore, imports: Imports, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "cards", "aria-label": t("Spaces"), "aria-busy": "true" });
  const cards = new Map<string, Card>();
  effect(() => {
    const { state } = store.phase.value;
    list.setAttribute("aria-busy", String(state === "loading"));
    if (state === "loading") list.replaceChildren(...[0, 1, 2].map(skeleton));
    else update(list, cards, store.items.value, (item) => makeCard(item, store, imports));
  }, owner);
  return list;
}

function update(
  list: HTMLElement,
  cards: Map<string, Card>,
  items: readonly LibraryItem[],
  make: (item: LibraryItem) => Card,
): void {
  const focused = [...list.children].findIndex((child) => child.contains(document.activeElement));
  const current = items.map((item) => {
    const card = cards.get(item.key);
    card?.job?.update();
    const isFocused = card?.element.contains(document.activeElement) ?? false;
    return card && (isFocused || card.content === contentOf(item)) ? card : make(item);
  });
  cards.clear();
  items.forEach(({ key }, i) => cards.set(key, current[i]!));
  const elements = current.map(({ element }) => element);
  const isSame = elements.length === list.children.length && elements.every((one, i) => list.children[i] === one);
  if (isSame) return;
  reorder(list, elements);
  const isFocusLost = focused >= 0 && !list.contains(document.activeElement);
  if (!isFocusLost) return;
  const neighbour = elements[Math.min(focused, elements.length - 1)];
  const target = neighbour?.querySelector<HTMLElement>("a, button:not([hidden])") ?? document.getElementById("main");
  target?.focus();
}

/** Elements that stay are not removed: a removed element loses the focus. */
function reorder(list: HTMLElement, elements: readonly HTMLElement[]): void {
  const wanted = new Set<Element>(elements);
  for (const child of [...list.children]) if (!wanted.has(child)) child.remove();
  elements.forEach((element, i) => {
    if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null);
  });
}

function contentOf(item: LibraryItem): string {
  return "work" in item ? "" : JSON.stringify(item.space);
}

function makeCard(item: LibraryItem, store: LibraryStore, imports: Imports): Card {
  if ("work" in item) {
    const job = jobCard(item.work, jobActions(item.work, imports));
    return { element: job.element, content: "", job };
  }
  const { space, isNew } = item;
  const content = contentOf(item); // renaming changes the space
  const element = spaceCard(space, store.isOwner.peek(), {
    removed: () => store.removeSpace(space.id),
    restored: () => void store.load(),
  });
  element.classList.toggle("arrived", isNew);
  return { element, content, job: null };
}

function jobActions(work: Work, imports: Imports): Parameters<typeof jobCard>[1] {
  return {
    cancel: () => void imports.cancel(work),
    dismiss: () => imports.dismiss(work),
    retry: () => imports.retry(work),
  };
}

function skeleton(): HTMLLIElement {
  return el(
    "li",
    { class: "card skeleton", "aria-hidden": "true" },
    el("div", { class: "card-picture" }),
    el("div", { class: "card-text" }, el("div", { class: "bone" }), el("div", { class: "bone short" })),
  );
}
