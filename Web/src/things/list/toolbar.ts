/** Search, filters, order and layout of the list of things. */

import type { WordCount } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { el, freshID, setText } from "../../ui/dom.ts";
import { formatCount, plural } from "../../ui/format.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import type { StoredSetting } from "../../ui/stored-setting.ts";
import { pathText, placeChoices } from "../fields/places.ts";
import { formatMoneys } from "../money.ts";
import { isUnfiltered, orders, type ThingFilter, unfiltered } from "./filter.ts";
import type { ThingListStore } from "./list-store.ts";
import type { ViewMode } from "./list-view.ts";

const searchDelay = 120;

export interface Toolbar {
  element: HTMLElement;
  search: HTMLInputElement;
}

/** `change` lists other things and writes the address. */
export function toolbar(
  store: ThingListStore,
  change: (change: Partial<ThingFilter>) => void,
  view: StoredSetting<ViewMode>,
  owner: AbortSignal,
): Toolbar {
  const search = searchField(store, change, owner);
  const element = el(
    "div",
    { class: "things-toolbar", role: "search" },
    el("div", { class: "search-line things-search" }, icon("search"), search),
    el("div", { class: "things-filters" }, ...filterChips(store, change, owner)),
    el("div", { class: "things-views" }, orderChip(store, change, owner), viewSwitch(view, owner)),
  );
  return { element, search };
}

function searchField(
  store: ThingListStore,
  change: (change: Partial<ThingFilter>) => void,
  owner: AbortSignal,
): HTMLInputElement {
  let timer = 0;
  const apply = (): void => {
    clearTimeout(timer);
    change({ search: field.value });
  };
  const field = el("input", {
    class: "search-field",
    type: "search",
    placeholder: t("Search things"),
    "aria-label": t("Search things"),
    "aria-keyshortcuts": "/",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    maxlength: 200,
    value: store.filter.peek().search,
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(apply, searchDelay);
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === "Enter") apply();
    },
  });
  owner.addEventListener("abort", () => clearTimeout(timer), { once: true });
  effect(() => {
    const { search } = store.filter.value;
    if (document.activeElement !== field) field.value = search;
  }, owner);
  return field;
}

interface ChipOption {
  value: string;
  label: string;
}

/** A select that looks like a chip: it says what is filtered, and `any` where nothing is. */
function chip(
  name: string,
  options: () => ChipOption[],
  value: () => string,
  chosen: (value: string) => void,
  owner: AbortSignal,
): HTMLElement {
  const select = el("select", { "aria-label": name, onchange: () => chosen(select.value) });
  const element = el("span", { class: "pick" }, select, icon("down"));
  effect(() => {
    const now = value();
    const all = options();
    const known = now === "" || all.some((option) => option.value === now) ? all : [{ value: now, label: now }, ...all];
    select.replaceChildren(
      el("option", { value: "" }, name),
      ...known.map((option) => el("option", { value: option.value }, option.label)),
    );
    select.value = now;
    element.classList.toggle("on", now !== "");
    element.hidden = known.length === 0 && now === "";
  }, owner);
  return element;
}

const words = (counts: readonly WordCount[]): ChipOption[] =>
  counts.map(({ word, count }) => ({ value: word, label: `${word} (${formatCount(count)})` }));

const warrantyOptions: readonly ChipOption[] = [
  { value: "30", label: t("Warranty ends in 30 days") },
  { value: "90", label: t("Warranty ends in 90 days") },
  { value: "365", label: t("Warranty ends in a year") },
];

function filterChips(
  store: ThingListStore,
  change: (change: Partial<ThingFilter>) => void,
  owner: AbortSignal,
): HTMLElement[] {
  const { filter } = store;
  const places = (): ChipOption[] =>
    placeChoices.places.value.map(({ id, path, things }) => ({
      value: id,
      label: `${pathText(path)} (${formatCount(things)})`,
    }));
  const lent = el("button", {
    class: "chip-toggle",
    type: "button",
    onclick: () => change({ lent: !filter.peek().lent }),
  }, t("Lent"));
  const clear = el(
    "button",
    {
      class: "chip-toggle clear",
      type: "button",
      onclick: () => change({ ...unfiltered, order: filter.peek().order }),
    },
    icon("close"),
    t("Clear filters"),
  );
  effect(() => {
    lent.setAttribute("aria-pressed", String(filter.value.lent));
    clear.hidden = isUnfiltered(filter.value);
  }, owner);
  const text = (name: "category" | "brand" | "tag" | "place") => (): string => filter.value[name] ?? "";
  return [
    chip(t("Place"), places, text("place"), (value) => change({ place: value || null }), owner),
    chip(
      t("Category"),
      () => words(store.words.value.categories),
      text("category"),
      (value) => change({ category: value || null }),
      owner,
    ),
    chip(
      t("Brand"),
      () => words(store.words.value.brands),
      text("brand"),
      (value) => change({ brand: value || null }),
      owner,
    ),
    chip(t("Tag"), () => words(store.words.value.tags), text("tag"), (value) => change({ tag: value || null }), owner),
    chip(
      t("Warranty"),
      () => [...warrantyOptions],
      () => String(filter.value.warranty ?? ""),
      (value) => change({ warranty: value === "" ? null : Number(value) }),
      owner,
    ),
    lent,
    clear,
  ];
}

function orderChip(
  store: ThingListStore,
  change: (change: Partial<ThingFilter>) => void,
  owner: AbortSignal,
): HTMLElement {
  const select = el(
    "select",
    {
      "aria-label": t("Order"),
      onchange: () => change({ order: orders.find(({ order }) => order === select.value)!.order }),
    },
    ...orders.map(({ order, label }) => el("option", { value: order }, label)),
  );
  effect(() => void (select.value = store.filter.value.order), owner);
  return el("span", { class: "pick order" }, select, icon("down"));
}

function viewSwitch(view: StoredSetting<ViewMode>, owner: AbortSignal): HTMLElement {
  const name = freshID("view");
  const option = (mode: ViewMode, image: IconName, label: string): HTMLElement => {
    const input = el("input", {
      type: "radio",
      name,
      value: mode,
      "aria-label": label,
      onchange: () => view.set(mode),
    });
    effect(() => void (input.checked = view.value === mode), owner);
    return el("label", { title: label }, input, el("span", {}, icon(image)));
  };
  return el(
    "div",
    { class: "mode-switch small things-view", role: "radiogroup", "aria-label": t("Layout") },
    option("grid", "grid", t("Grid")),
    option("table", "list", t("Table")),
  );
}

/** How many things are listed, and what they are worth. */
export function countLine(store: ThingListStore, owner: AbortSignal): HTMLElement {
  const line = el("p", { class: "list-count", role: "status" });
  effect(() => {
    const total = store.rows.total.value;
    const values = store.values.value ?? [];
    const parts = total === null
      ? []
      : [plural(total, { one: "{count} thing", other: "{count} things" }), formatMoneys(values)];
    setText(line, parts.filter((part) => part !== "").join(" · "));
  }, owner);
  return line;
}
