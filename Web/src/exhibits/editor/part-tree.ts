/** Operations on the tree of a model's parts. Pure: each returns a new tree. */

import type { Part } from "../document.ts";

export interface LocatedPart {
  part: Part;
  /** 0 for the outermost parts. */
  depth: number;
  parent: Part | null;
  /** Among its siblings. */
  index: number;
  siblings: number;
  /** In the document: `parts[0].parts[2]`. */
  path: string;
}

/** All parts in the order in which they are listed: each before the parts inside it. */
export function flattened(parts: readonly Part[], parent: LocatedPart | null = null): LocatedPart[] {
  return parts.flatMap((part, index) => {
    const located: LocatedPart = {
      part,
      depth: parent === null ? 0 : parent.depth + 1,
      parent: parent?.part ?? null,
      index,
      siblings: parts.length,
      path: parent === null ? `parts[${index}]` : `${parent.path}.parts[${index}]`,
    };
    return [located, ...flattened(part.parts, located)];
  });
}

export function findPart(parts: readonly Part[], id: string): LocatedPart | null {
  return flattened(parts).find(({ part }) => part.id === id) ?? null;
}

export function changePart(parts: readonly Part[], id: string, change: (part: Part) => Part): Part[] {
  return parts.map((part) => part.id === id ? change(part) : { ...part, parts: changePart(part.parts, id, change) });
}

/** Without the part and all inside it. */
export function removePart(parts: readonly Part[], id: string): Part[] {
  return parts.filter((part) => part.id !== id).map((part) => ({ ...part, parts: removePart(part.parts, id) }));
}

/** With `added` at `index` inside `parent`; null: among the outermost ones. */
export function insertPart(parts: readonly Part[], added: Part, parent: string | null, index: number): Part[] {
  if (parent === null) return parts.toSpliced(index, 0, added);
  return changePart(parts, parent, (part) => ({ ...part, parts: part.parts.toSpliced(index, 0, added) }));
}

export type PartMove = "up" | "down" | "in" | "out";

/** Where a move puts the part; null where it isn't possible. */
function destination(
  parts: readonly Part[],
  id: string,
  move: PartMove,
): { parent: string | null; index: number } | null {
  const found = findPart(parts, id);
  if (!found) return null;
  const { parent, index, siblings } = found;
  const among = parent?.parts ?? parts;
  switch (move) {
    case "up":
      return index > 0 ? { parent: parent?.id ?? null, index: index - 1 } : null;
    case "down":
      return index < siblings - 1 ? { parent: parent?.id ?? null, index: index + 1 } : null;
    case "in": {
      const before = among[index - 1];
      return before ? { parent: before.id, index: before.parts.length } : null;
    }
    case "out": {
      const outer = parent && findPart(parts, parent.id);
      return outer ? { parent: outer.parent?.id ?? null, index: outer.index + 1 } : null;
    }
  }
}

export function canMove(parts: readonly Part[], id: string, move: PartMove): boolean {
  return destination(parts, id, move) !== null;
}

/** Up or down among its siblings, into the part before it, or out of the part that it is inside. */
export function movePart(parts: readonly Part[], id: string, move: PartMove): Part[] {
  const to = destination(parts, id, move);
  const found = findPart(parts, id);
  return to && found ? insertPart(removePart(parts, id), found.part, to.parent, to.index) : [...parts];
}

/** The part dropped before another one or inside it. Nothing changes where it would be inside itself. */
export function dropPart(parts: readonly Part[], id: string, onto: string, inside: boolean): Part[] {
  const found = findPart(parts, id);
  if (!found || id === onto || findPart(found.part.parts, onto)) return [...parts];
  const rest = removePart(parts, id);
  const target = findPart(rest, onto);
  if (!target) return [...parts];
  if (inside) return insertPart(rest, found.part, onto, target.part.parts.length);
  return insertPart(rest, found.part, target.parent?.id ?? null, target.index);
}
