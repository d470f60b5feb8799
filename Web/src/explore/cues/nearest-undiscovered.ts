/** The nearest memory that this visitor hasn't found yet. */

import type { Vec3 } from "../../scene/view.ts";
import type { NearMemory } from "../atmosphere/ambience.ts";
import type { ExplorerState } from "../explorer/explorer-state.ts";

/** So many of the nearest memories are examined. */
const maxExamined = 48;
/** The nearest memories are determined again after the avatar has moved this far, in metres. */
const updateDistance = 0.5;
/** Of the avatar's chest above its feet, in metres. */
const chestHeight = 1;

export class NearestUndiscovered {
  private nearest: number[] = [];
  private updatedAt: Vec3 | null = null;
  private pins: ExplorerState["pins"] | null = null;

  constructor(private readonly state: ExplorerState) {}

  /** Null where all memories around the avatar are found. */
  at(avatar: Vec3): NearMemory | null {
    const { state } = this;
    if (this.pins !== state.pins || !this.updatedAt || distance(this.updatedAt, avatar) > updateDistance) {
      this.pins = state.pins;
      this.updatedAt = avatar;
      this.nearest = state.nearest(avatar, maxExamined);
    }
    const chest: Vec3 = [avatar[0], avatar[1] + chestHeight, avatar[2]];
    let found: NearMemory | null = null;
    for (const index of this.nearest) {
      const pin = state.pins[index];
      if (!pin || state.found.has(pin.id)) continue;
      const metres = distance(pin.position, chest);
      if (metres < (found?.distance ?? Infinity)) found = { mood: pin.mood, distance: metres };
    }
    return found;
  }
}

function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
