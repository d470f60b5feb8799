/** The search field and the filters above the list of memories. */

import { t } from "../i18n/messages.ts";
import { kindNames } from "../ui/memory-kinds.ts";
import { moodNames, moods } from "../ui/moods.ts";
import { effect } from "../reactive/signal.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { limits, memoryKindValues } from "../api/generated.ts";
import type { ListStore } from "./list-store.ts";
import type { MemoryQuery } from "./types.ts";
import { queryText } from "./memory-text.ts";

type Option = [value: string, name: string];

/** Milliseconds after the last key press before a search starts. */
const searchDelay = 250;

/** `hasTrash`: whether this visitor can list deleted memories. */
export function filters(list: ListStore, hasTrash: boolean, owner: AbortSignal): HTMLElement {
  const change = (part: Partial<MemoryQuery>): void => {
    list.query.value = { ...list.query.peek(), ...part };
  };
  const query = list.query.peek();
  const summary = el("span", { class: "filter-words" });
  const count = el("p", { class: "list-count", role: "status" });
  effect(() => setText(summary, queryText(list.query.value)), owner);
  effect(() => setText(count, list.countText.value), owner);
  const trash = el("input", {
    type: "checkbox",
    checked: query.trashed,
    onchange: () => change({ trashed: trash.checked }),
  });
  return el(
    "search",
    { class: "filters" },
    el("div", { class: "search-line" }, icon("search"), searchField(query.search, (search) => change({ search }))),
    el(
      "details",
      { class: "filter-more" },
      el("summary", {}, t("Filter"), summary),
      el(
        "div",
        { class: "filter-grid" },
        choice(
          t("Mood"),
          [["", t("Any")], ...moods.map((mood): Option => [mood, moodNames[mood]])],
          query.mood ?? "",
          (value) => change({ mood: moods.find((mood) => mood === value) ?? null }),
        ),
        choice(
          t("Type"),
          [["", t("Any")], ...memoryKindValues.map((kind): Option => [kind, kindNames[kind]])],
          query.kind ?? "",
          (value) => change({ kind: memoryKindValues.find((kind) => kind === value) ?? null }),
        ),
        authorChoice(list, (author) => change({ author }), owner),
        tagField(list, (tag) => change({ tag }), owner),
        choice(
          t("Order"),
          [["newest", t("Newest first")], ["oldest", t("Oldest first")]],
          query.order,
          (value) => change({ order: value === "oldest" ? "oldest" : "newest" }),
        ),
        hasTrash &&
          el("label", { class: "choice compact" }, trash, el("span", { class: "choice-words" }, t("In the trash"))),
      ),
    ),
    count,
  );
}

function searchField(text: string, search: (text: string) => void): HTMLInputElement {
  let timer = 0;
  const field = el("input", {
    type: "search",
    class: "search-field",
    placeholder: t("Search memories"),
    "aria-label": t("Search memories"),
    value: text,
    autocomplete: "off",
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(() => search(field.value), searchDelay);
    },
  });
  return field;
}

function choice(
  label: string,
  options: readonly Option[],
  value: string,
  choose: (value: string) => void,
): HTMLElement {
  const id = freshID("filter");
  const select = el("select", { id, onchange: () => choose(select.value) });
  fill(select, options, value);
  return el("div", { class: "filter" }, el("label", { for: id }, label), select);
}

function fill(select: HTMLSelectElement, options: readonly Option[], value: string): void {
  select.replaceChildren(...options.map(([key, name]) => el("option", { value: key, selected: key === value }, name)));
}

function authorChoice(list: ListStore, choose: (author: string | null) => void, owner: AbortSignal): HTMLElement {
  const field = choice(t("Author"), [], "", (value) => choose(value || null));
  const select = field.querySelector("select")!;
  effect(() => {
    const authors = [...list.authors.value].sort(([, a], [, b]) => a.localeCompare(b));
    fill(select, [["", t("Anyone")], ...authors], list.query.peek().author ?? "");
  }, owner);
  return field;
}

function tagField(list: ListStore, choose: (tag: string) => void, owner: AbortSignal): HTMLElement {
  const options = el("datalist", { id: freshID("tags") });
  const id = freshID("tag");
  const field = el("input", {
    type: "text",
    list: options.id,
    id,
    value: list.query.peek().tag,
    autocomplete: "off",
    maxlength: limits.NewMemory.tags.maxItemLength,
    onchange: () => choose(field.value.replace(/^#/, "")),
  });
  effect(() => options.replaceChildren(...[...list.tags.value].sort().map((value) => el("option", { value }))), owner);
  return el("div", { class: "filter" }, el("label", { for: id }, t("Tag")), field, options);
}
