/** The atmosphere of the nearby memories, and the stronger one of an open memory. */

import { type Atmosphere, atmosphereOf, blend, plain } from "./atmosphere.ts";
import { type Mood, moods } from "../../ui/moods.ts";

/** The effect of nearby memories, as a fraction of that of an open one. */
const hint = 0.45;
const turning = 1.2; // seconds

/** Blended by the weight of each mood, 0 to 1. */
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

/** Changes smoothly between the atmosphere of nearby memories and that of an open one. */
export class AtmosphereTransition {
  private open: Mood | null = null;
  private amount = 0;
  private wanted = 0;

  get moving(): boolean {
    return this.amount !== this.wanted;
  }

  /** Null: no memory is open, or it has no mood. */
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
