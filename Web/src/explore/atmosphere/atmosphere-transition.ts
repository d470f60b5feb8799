/** The air as the memories around make it, and as an open memory makes it more so. */

import { type Atmosphere, atmosphereOf, blend, plain } from "./atmosphere.ts";
import { type Mood, moods } from "../../ui/moods.ts";

/** What memories in the neighbourhood do to the air, of what an open one does. */
const hint = 0.45;
const turning = 1.2; // seconds

/** Mixed by how much of each mood is in the air, 0 to 1 each. */
export function mixed(presence: ArrayLike<number>): Atmosphere {
  let air = plain;
  let sum = 0;
  moods.forEach((mood, i) => {
    const weight = Math.max(0, presence[i] ?? 0);
    if (weight <= 0) return;
    sum += weight;
    air = blend(air, atmosphereOf(mood), weight / sum);
  });
  return blend(plain, air, hint * Math.min(1, sum));
}

/** Glides between the neighbourhood's air and an open memory's. */
export class AtmosphereTransition {
  private open: Mood | null = null;
  private amount = 0;
  private wanted = 0;

  get moving(): boolean {
    return this.amount !== this.wanted;
  }

  /** Null: none is open, or it has no mood. */
  setMood(mood: Mood | null): void {
    if (mood !== null) this.open = mood;
    this.wanted = mood === null ? 0 : 1;
  }

  advance(seconds: number, presence: ArrayLike<number>): Atmosphere {
    const step = seconds / turning;
    this.amount += Math.max(-step, Math.min(step, this.wanted - this.amount));
    const t = this.amount;
    return blend(mixed(presence), atmosphereOf(this.open), t * t * (3 - 2 * t));
  }
}
