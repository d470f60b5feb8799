/** The places as a tree: which rows are visible, where keys lead, where a place can be moved. Pure functions. */

import type { Id, PlaceItem } from "../api/generated.ts";

/** A visible row of the tree. */
export interface TreeRow {
  place: PlaceItem;
  /** From 1. */
  level: number;
  /** From 1, among the places in the same place. */
  position: number;
  /** The number of places in the same place. */
  siblings: number;
  /** Null: there are no places in it. */
  isExpanded: boolean | null;
}

/** The places in a place by name, null for the outermost. A place whose parent is missing is an outermost one. */
export function childrenOf(places: readonly PlaceItem[]): ReadonlyMap<Id | null, readonly PlaceItem[]> {
  const ids = new Set(places.map(({ id }) => id));
  const children = new Map<Id | null, PlaceItem[]>();
  for (const place of places) {
    const parent = place.parent !== null && ids.has(place.parent) ? place.parent : null;
    const list = children.get(parent);
    if (list) list.push(place);
    else children.set(parent, [place]);
  }
  uncycled(children, places);
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  for (const list of children.values()) list.sort((a, b) => order.compare(a.name, b.name));
  return children;
}

/** Places that two devices moved into each other become outermost ones, so that they are shown and can be moved. */
function uncycled(children: Map<Id | null, PlaceItem[]>, places: readonly PlaceItem[]): void {
  const reached = new Set<Id>();
  const reach = (list: readonly PlaceItem[]): void => {
    for (const { id } of list) {
      if (reached.has(id)) continue;
      reached.add(id);
      reach(children.get(id) ?? []);
    }
  };
  reach(children.get(null) ?? []);
  for (const place of places) {
    if (reached.has(place.id)) continue;
    const siblings = children.get(place.parent)!.filter((each) => each !== place);
    if (siblings.length > 0) children.set(place.parent, siblings);
    else children.delete(place.parent);
    children.set(null, [...children.get(null) ?? [], place]);
    reach([place]);
  }
}

/** The rows of the tree that are visible, from the top. */
export function visibleRows(places: readonly PlaceItem[], expanded: ReadonlySet<Id>): TreeRow[] {
  const children = childrenOf(places);
  const rows: TreeRow[] = [];
  const add = (parent: Id | null, level: number): void => {
    const list = children.get(parent) ?? [];
    list.forEach((place, index) => {
      const isExpanded = children.has(place.id) ? expanded.has(place.id) : null;
      rows.push({ place, level, position: index + 1, siblings: list.length, isExpanded });
      if (isExpanded) add(place.id, level + 1);
    });
  };
  add(null, 1);
  return rows;
}

/** The ids of the places that contain a place, the innermost first. */
export function ancestorsOf(places: readonly PlaceItem[], id: Id): Id[] {
  const parents = new Map(places.map((place) => [place.id, place.parent]));
  const found: Id[] = [];
  for (let at = parents.get(id) ?? null; at !== null && !found.includes(at); at = parents.get(at) ?? null) {
    found.push(at);
  }
  return found;
}

/** Whether a place can be moved into another, null for none: not into itself, nor within itself, nor where it is. */
export function canMove(places: readonly PlaceItem[], id: Id, into: Id | null): boolean {
  const place = places.find((each) => each.id === id);
  if (!place || place.parent === into) return false;
  return into === null || (into !== id && !ancestorsOf(places, into).includes(id));
}

/** What a key does in the tree: the row to select, or the place to expand or collapse. */
export type TreeStep = { select: Id } | { expand: Id } | { collapse: Id } | null;

/** The effect of a key, as in the tree pattern of ARIA (https://www.w3.org/WAI/ARIA/apg/patterns/treeview/). */
export function treeStep(rows: readonly TreeRow[], selected: Id | null, key: string): TreeStep {
  const at = rows.findIndex(({ place }) => place.id === selected);
  const row = rows[at];
  const selectRow = (index: number): TreeStep => {
    const next = rows[index];
    return next ? { select: next.place.id } : null;
  };
  if (key === "Home") return selectRow(0);
  if (key === "End") return selectRow(rows.length - 1);
  if (!row) return key.startsWith("Arrow") ? selectRow(0) : null;
  if (key === "ArrowDown") return selectRow(at + 1);
  if (key === "ArrowUp") return selectRow(at - 1);
  if (key === "ArrowRight") {
    if (row.isExpanded === null) return null;
    return row.isExpanded ? selectRow(at + 1) : { expand: row.place.id };
  }
  if (key !== "ArrowLeft") return null;
  if (row.isExpanded) return { collapse: row.place.id };
  for (let above = at - 1; above >= 0; above--) if (rows[above]!.level < row.level) return selectRow(above);
  return null;
}

/** The next visible place whose name begins with the letters, from below the selected one on. */
export function typedRow(rows: readonly TreeRow[], selected: Id | null, letters: string): Id | null {
  const at = rows.findIndex(({ place }) => place.id === selected);
  const start = letters.length > 1 ? Math.max(0, at) : at + 1; // further letters can keep the row
  const order = [...rows.slice(start), ...rows.slice(0, start)];
  const found = order.find(({ place }) => place.name.toLowerCase().startsWith(letters.toLowerCase()));
  return found?.place.id ?? null;
}
