/**
 * The field, chips and hits of the search, on its page and in the overlay. Arrows go through the hits, Enter opens
 * one, the right arrow leads to its second link.
 */

import type { SearchHit } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import {
  addsToTitle,
  hitFacts,
  hitPath,
  hitTitle,
  kindIcons,
  kindWords,
  searchKinds,
  showInSpacePath,
} from "./search-hit.ts";
import type { SearchStore } from "./search-store.ts";

export interface SearchView {
  element: HTMLElement;
  field: HTMLInputElement;
}

const links = ".search-link, .search-show";

export function searchView(store: SearchStore, owner: AbortSignal): SearchView {
  const field = el("input", {
    class: "search-field",
    type: "search",
    "aria-label": t("Search everything"),
    placeholder: t("Drill, cellar, birthday …"),
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    oninput: () => store.type(field.value),
  });
  field.value = store.searched.peek().text;
  const list = el("ul", { class: "search-hits", "aria-label": t("Results") });
  const element = el(
    "div",
    { class: "search" },
    el("div", { class: "search-line" }, icon("search"), field),
    chips(store, owner),
    statusLine(store, owner),
    list,
  );
  effect(() => {
    list.replaceChildren(...store.hits.value.map((hit) => hitElement(hit)));
  }, owner);
  const openFirst = (): void => list.querySelector<HTMLElement>("a.search-link")?.click();
  // Enter was pressed before the hits of the text had arrived.
  let opensFirst = false;
  field.addEventListener("input", () => opensFirst = false);
  effect(() => {
    const { state } = store.phase.value;
    element.dataset.state = state;
    list.setAttribute("aria-busy", String(state === "loading"));
    if (opensFirst && state === "ready") queueMicrotask(openFirst);
    if (state !== "loading") opensFirst = false;
  }, owner);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    if (store.phase.peek().state === "loading") opensFirst = true;
    else openFirst();
  });
  element.addEventListener("keydown", (event) => moveFocus(event, field, list));
  return { element, field };
}

/** Arrows in the field and the hits, Home and End in the hits. */
function moveFocus(event: KeyboardEvent, field: HTMLInputElement, list: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target as HTMLElement;
  const mains = [...list.querySelectorAll<HTMLElement>(".search-link")];
  const item = target.closest<HTMLElement>(".search-hit");
  if (target !== field && !item) return;
  const at = item ? mains.indexOf(item.querySelector<HTMLElement>(".search-link")!) : -1;
  const inItem = item ? [...item.querySelectorAll<HTMLElement>(links)] : [];
  const next: Record<string, HTMLElement | undefined> = item
    ? {
      ArrowDown: mains[at + 1],
      ArrowUp: at > 0 ? mains[at - 1] : field,
      Home: mains[0],
      End: mains.at(-1),
      ArrowRight: inItem[inItem.indexOf(target) + 1],
      ArrowLeft: inItem[inItem.indexOf(target) - 1],
    }
    : { ArrowDown: mains[0] };
  if (!(event.key in next)) return;
  event.preventDefault();
  next[event.key]?.focus();
}

/** Kinds to search in; none chosen: everything. */
function chips(store: SearchStore, owner: AbortSignal): HTMLElement {
  const chip = (name: string, isOn: () => boolean, press: () => void): HTMLElement => {
    const button = el("button", { class: "chip", type: "button", onclick: press }, name);
    effect(() => button.setAttribute("aria-pressed", String(isOn())), owner);
    return button;
  };
  return el(
    "div",
    { class: "chips", role: "group", "aria-label": t("Search in") },
    chip(t("All"), () => store.searched.value.kinds.length === 0, () => store.choose([])),
    ...searchKinds.map((kind) =>
      chip(kindWords[kind][1], () => store.searched.value.kinds.includes(kind), () => store.toggle(kind))
    ),
  );
}

/** How many were found, or why none is shown. */
function statusLine(store: SearchStore, owner: AbortSignal): HTMLElement {
  const text = el("p", {});
  const retry = el(
    "button",
    { class: "button small", type: "button", onclick: () => store.retry() },
    icon("retry"),
    t("Try again"),
  );
  const element = el("div", { class: "search-status" }, text, retry);
  effect(() => {
    const phase = store.phase.value;
    const count = store.hits.value.length;
    const words = statusText(phase.state, count, store.searched.value.text);
    setText(text, phase.state === "failed" ? t("The search failed: {problem}", { problem: phase.message }) : words);
    retry.hidden = phase.state !== "failed";
    if (phase.state === "ready" || phase.state === "failed") announce(text.textContent ?? "");
  }, owner);
  return element;
}

/** What the line above the hits says. */
export function statusText(state: "idle" | "loading" | "ready" | "failed", count: number, text: string): string {
  if (state === "idle") return t("Searches things, places, spaces, memories, recordings and files.");
  if (state === "loading") return t("Searching…");
  return count === 0
    ? t("Nothing has “{text}”.", { text: text.trim() })
    : plural(count, { one: "{count} result", other: "{count} results" });
}

function hitElement(hit: SearchHit): HTMLLIElement {
  const path = hitPath(hit);
  const show = showInSpacePath(hit);
  const content = [
    el("span", { class: "search-icon" }, icon(kindIcons[hit.kind])),
    el(
      "span",
      { class: "search-words" },
      el("strong", {}, hitTitle(hit)),
      el("span", { class: "search-facts" }, hitFacts(hit)),
      addsToTitle(hit) && snippet(hit),
    ),
  ];
  return el(
    "li",
    { class: "search-hit", "data-kind": hit.kind, "data-id": hit.id },
    path === null
      ? el("div", { class: "search-link", tabindex: -1 }, ...content)
      : el("a", { class: "search-link", href: path }, ...content),
    show !== null && el("a", { class: "button small search-show", href: show }, icon("fly"), t("Show in the space")),
  );
}

function snippet(hit: SearchHit): HTMLElement {
  return el(
    "span",
    { class: "search-snippet" },
    ...hit.snippet.map(({ text, match }) => match ? el("mark", {}, text) : text),
  );
}
