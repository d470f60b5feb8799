/** Search and filters above the list: words, mood, kind, tag, teller, order, and what lies in the trash. */

import { moods, moodWords } from "../explore/moods.ts";
import { memoryKinds } from "../explore/interface.ts";
import { type Child, el, freshID, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import type { MemoryQuery, Person } from "./types.ts";
import { kindWords } from "./words.ts";

export const everything: MemoryQuery = {
  search: "",
  mood: null,
  tag: "",
  kind: null,
  author: null,
  order: "newest",
  trashed: false,
};

export interface Filters {
  element: HTMLElement;
  /** Adds tellers and tags that have been seen in memories, to choose from. */
  learn(people: Person[], tags: string[]): void;
  /** How many there are; null: not known yet. */
  setCount(words: string): void;
}

export function filters(query: MemoryQuery, trash: boolean, changed: (query: MemoryQuery) => void): Filters {
  let now = query;
  let typing = 0;
  const people = new Map<string, string>();
  const tags = new Set<string>();
  const count = el("p", { class: "list-count", role: "status" });
  const change = (part: Partial<MemoryQuery>): void => {
    now = { ...now, ...part };
    setText(badge, words(now));
    changed(now);
  };

  const search = el("input", {
    type: "search",
    class: "search-field",
    placeholder: "Search memories",
    "aria-label": "Search memories",
    value: now.search,
    autocomplete: "off",
    maxlength: 200,
    oninput: () => {
      clearTimeout(typing);
      typing = setTimeout(() => change({ search: search.value }), 250);
    },
  });

  function choose(
    label: string,
    options: [string, string][],
    value: string,
    set: (value: string) => void,
  ): [HTMLElement, HTMLSelectElement] {
    const id = freshID("filter");
    const select = el("select", { id, onchange: () => set(select.value) });
    fill(select, options, value);
    return [el("div", { class: "filter" }, el("label", { for: id }, label), select), select];
  }

  const [moodField] = choose(
    "Mood",
    [["", "Any"], ...moods.map((mood): [string, string] => [mood, moodWords[mood]])],
    now.mood ?? "",
    (value) => change({ mood: moods.find((mood) => mood === value) ?? null }),
  );
  const [kindField] = choose(
    "Kind",
    [["", "Any"], ...memoryKinds.map((kind): [string, string] => [kind, kindWords[kind]])],
    now.kind ?? "",
    (value) => change({ kind: memoryKinds.find((kind) => kind === value) ?? null }),
  );
  const [authorField, author] = choose("Told by", [["", "Anyone"]], "", (value) => change({ author: value || null }));
  const [orderField] = choose(
    "Order",
    [["newest", "Newest first"], ["oldest", "Oldest first"]],
    now.order,
    (value) => change({ order: value === "oldest" ? "oldest" : "newest" }),
  );
  const known = el("datalist", { id: freshID("tags") });
  const tag = el("input", {
    type: "text",
    list: known.id,
    id: freshID("tag"),
    autocomplete: "off",
    maxlength: 40,
    onchange: () => change({ tag: tag.value.replace(/^#/, "") }),
  });
  const bin = el("input", { type: "checkbox", checked: now.trashed, onchange: () => change({ trashed: bin.checked }) });
  const badge = el("span", { class: "filter-words" });
  const rest: Child[] = [
    moodField,
    kindField,
    authorField,
    el("div", { class: "filter" }, el("label", { for: tag.id }, "Tag"), tag, known),
    orderField,
    trash && el("label", { class: "choice compact" }, bin, el("span", { class: "choice-words" }, "In the trash")),
  ];
  setText(badge, words(now));
  const element = el(
    "search",
    { class: "filters" },
    el("div", { class: "search-line" }, icon("search"), search),
    el(
      "details",
      { class: "filter-more" },
      el("summary", {}, "Filter", badge),
      el("div", { class: "filter-grid" }, ...rest),
    ),
    count,
  );

  return {
    element,
    learn(more, moreTags): void {
      const before = people.size + tags.size;
      for (const { id, name } of more) people.set(id, name);
      for (const one of moreTags) if (tags.size < 500) tags.add(one);
      if (people.size + tags.size === before) return;
      const sorted = [...people].sort(([, a], [, b]) => a.localeCompare(b));
      fill(author, [["", "Anyone"], ...sorted], now.author ?? "");
      known.replaceChildren(...[...tags].sort().map((value) => el("option", { value })));
    },
    setCount: (text) => setText(count, text),
  };
}

function fill(select: HTMLSelectElement, options: [string, string][], value: string): void {
  select.replaceChildren(...options.map(([key, name]) => el("option", { value: key, selected: key === value }, name)));
}

/** What is filtered, in a few words. */
function words(query: MemoryQuery): string {
  const parts = [
    query.mood && moodWords[query.mood],
    query.kind && kindWords[query.kind],
    query.tag.trim() !== "" && query.tag.trim(),
    query.author && "one teller",
    query.order === "oldest" && "oldest first",
    query.trashed && "trash",
  ].filter((part): part is string => typeof part === "string");
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}
