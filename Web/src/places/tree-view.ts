/**
 * The tree of places: arrows go through it and expand, letters find, Enter opens the things, F2 renames, Delete puts into
 * the trash. Rows can be dragged into others.
 */

import type { Id } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { formatMoneys } from "../things/money.ts";
import { el } from "../ui/dom.ts";
import { plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import type { PlaceActions } from "./place-actions.ts";
import { type TreeRow, treeStep, typedRow } from "./place-tree.ts";
import type { PlacesStore } from "./places-store.ts";

/** Milliseconds after which letters begin a new word. */
const letterPause = 700;

export function treeView(store: PlacesStore, actions: PlaceActions, owner: AbortSignal): HTMLElement {
  const tree = el("ul", { class: "place-tree", role: "tree", "aria-label": t("Places") });
  effect(() => {
    const selected = store.selected.value?.id ?? null;
    const hadFocus = tree.contains(document.activeElement);
    const rows = store.rows.value;
    const active = selected ?? rows[0]?.place.id;
    const items = rows.map((row) =>
      rowElement(row, { store, isSelected: row.place.id === selected, isActive: row.place.id === active })
    );
    tree.replaceChildren(...items);
    if (hadFocus) tree.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
    if (selected !== null) tree.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, owner);
  listenToKeys(tree, store, actions);
  listenToDrags(tree, store, actions);
  return tree;
}

interface RowState {
  store: PlacesStore;
  isSelected: boolean;
  /** Tab focuses this row. */
  isActive: boolean;
}

function rowElement(row: TreeRow, { store, isSelected, isActive }: RowState): HTMLLIElement {
  const { place, level, position, siblings, isExpanded } = row;
  const values = formatMoneys(place.values);
  const count = plural(place.things, { one: "{count} thing", other: "{count} things" });
  const toggle = (event: Event): void => {
    event.stopPropagation();
    if (isExpanded) store.collapse(place.id);
    else store.expand([place.id]);
  };
  const item = el(
    "li",
    {
      class: "place-row",
      role: "treeitem",
      tabindex: isActive ? 0 : -1,
      "aria-level": level,
      "aria-posinset": position,
      "aria-setsize": siblings,
      "aria-expanded": isExpanded === null ? null : String(isExpanded),
      "aria-selected": String(isSelected),
      "aria-label": [place.name, count, ...(values === "" ? [] : [values])].join(", "),
      "data-place": place.id,
      draggable: "true",
      onclick: () => store.select(place.id),
    },
    // The keys do the same, so the arrow is for pointers only.
    el(
      "span",
      { class: "place-toggle", "aria-hidden": "true", onclick: isExpanded === null ? undefined : toggle },
      isExpanded !== null && icon("forward"),
    ),
    icon("shelves"),
    el("span", { class: "place-row-name" }, place.name),
    // The row's name has them in words.
    el(
      "span",
      { class: "place-row-facts", "aria-hidden": "true" },
      el("span", {}, String(place.things)),
      values !== "" && el("span", {}, values),
    ),
  );
  item.style.setProperty("--level", String(level - 1));
  return item;
}

function listenToKeys(tree: HTMLElement, store: PlacesStore, actions: PlaceActions): void {
  let letters = "";
  let last = 0;
  tree.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const rows = store.rows.peek();
    const selected = store.selected.peek();
    const id = selected?.id ?? null;
    const step = treeStep(rows, id, event.key);
    if (step) {
      if ("select" in step) store.select(step.select);
      else if ("expand" in step) store.expand([step.expand]);
      else store.collapse(step.collapse);
    } else if (selected && event.key === "Enter") actions.openThings(selected);
    else if (selected && event.key === " ") store.select(selected.id);
    else if (selected && event.key === "F2") actions.rename(selected);
    else if (selected && event.key === "Delete") void actions.trash(selected);
    else if (event.key.length === 1 && event.key !== "/" && event.key !== " ") {
      letters = event.timeStamp - last < letterPause ? letters + event.key : event.key;
      last = event.timeStamp;
      const found = typedRow(rows, id, letters);
      if (found !== null) store.select(found);
    } else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
  });
}

/** Dragging a row onto another moves it there; onto the free area below, to the outermost places. */
function listenToDrags(tree: HTMLElement, store: PlacesStore, actions: PlaceActions): void {
  let dragged: Id | null = null;
  const rowAt = (event: DragEvent): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>(".place-row") : null;
  const mark = (row: HTMLElement | null): void => {
    for (const each of tree.querySelectorAll(".drop-here")) if (each !== row) each.classList.remove("drop-here");
    row?.classList.add("drop-here");
    tree.classList.toggle("drop-out", dragged !== null && row === null);
  };
  const end = (): void => {
    dragged = null;
    mark(null);
  };
  tree.addEventListener("dragstart", (event) => {
    dragged = rowAt(event)?.dataset.place ?? null;
    if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
  });
  tree.addEventListener("dragover", (event) => {
    if (dragged === null) return;
    const row = rowAt(event);
    const into = row?.dataset.place ?? null;
    if (!store.canMove(dragged, into)) return mark(null);
    event.preventDefault();
    mark(row);
  });
  tree.addEventListener("drop", (event) => {
    const id = dragged;
    const into = rowAt(event)?.dataset.place ?? null;
    const place = store.places.peek().find((each) => each.id === id);
    end();
    if (!place || !store.canMove(place.id, into)) return;
    event.preventDefault();
    void actions.move(place, into);
  });
  tree.addEventListener("dragend", end);
}
