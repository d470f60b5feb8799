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
  /** The movement of the point to which its label points: of a part that is only its parts, with the nearest of them. */
  anchorMovement: Vec3;
}

/** Each part before its own parts. */
export function flatParts(parts: readonly ExhibitPart[]): FlatPart[] {
  const found: FlatPart[] = [];
  const add = (list: readonly ExhibitPart[], depth: number, parent: string | null, moved: Vec3): void => {
    for (const part of list) {
      const [x, y, z] = part.offset ?? [0, 0, 0];
      const displacement: Vec3 = [moved[0] + x, moved[1] + y, moved[2] + z];
      found.push({ part, depth, parent, displacement, anchorMovement: anchorMovement(part, displacement) });
      add(part.parts, depth + 1, part.id, displacement);
    }
  };
  add(parts, 0, null, [0, 0, 0]);
  return found;
}

function anchorMovement(part: ExhibitPart, displacement: Vec3): Vec3 {
  if (part.node !== undefined || part.parts.length === 0) return displacement;
  const away = (one: ExhibitPart): number => Math.hypot(...one.position.map((value, i) => value - part.position[i]!));
  const nearest = part.parts.reduce((best, one) => away(one) < away(best) ? one : best);
  const [x, y, z] = nearest.offset ?? [0, 0, 0];
  return anchorMovement(nearest, [displacement[0] + x, displacement[1] + y, displacement[2] + z]);
}

/** Where a part's label points to, at a fraction of the exploded view. */
export function anchorOf({ part, anchorMovement: moved }: FlatPart, explosion: number): Vec3 {
  const [x, y, z] = part.position;
  return [x + explosion * moved[0], y + explosion * moved[1], z + explosion * moved[2]];
}

/** Whether anything moves in the exploded view. */
export function canExplode(parts: readonly FlatPart[]): boolean {
  return parts.some(({ displacement }) => displacement.some((value) => value !== 0));
}
