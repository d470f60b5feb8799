/** The parts of a model as a list with depths, and how they move in the exploded view. */

import type { ExhibitPart } from "../../api/generated.ts";
import type { Vec3 } from "../../core/vectors.ts";

export interface FlatPart {
  part: ExhibitPart;
  /** 0 for the outermost ones. */
  depth: number;
  parent: string | null;
  /** The movement in the fully exploded view, with that of all parts around it. */
  displacement: Vec3;
}

/** Each part before its own parts. */
export function flatParts(parts: readonly ExhibitPart[]): FlatPart[] {
  const found: FlatPart[] = [];
  const add = (list: readonly ExhibitPart[], depth: number, parent: string | null, moved: Vec3): void => {
    for (const part of list) {
      const [x, y, z] = part.offset ?? [0, 0, 0];
      const displacement: Vec3 = [moved[0] + x, moved[1] + y, moved[2] + z];
      found.push({ part, depth, parent, displacement });
      add(part.parts, depth + 1, part.id, displacement);
    }
  };
  add(parts, 0, null, [0, 0, 0]);
  return found;
}

/** Where a part's label points to, at a fraction of the exploded view. */
export function anchorOf({ part, displacement }: FlatPart, explosion: number): Vec3 {
  const [x, y, z] = part.position;
  return [x + explosion * displacement[0], y + explosion * displacement[1], z + explosion * displacement[2]];
}

/** Whether anything moves in the exploded view. */
export function canExplode(parts: readonly FlatPart[]): boolean {
  return parts.some(({ displacement }) => displacement.some((value) => value !== 0));
}
