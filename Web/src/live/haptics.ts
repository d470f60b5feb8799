/** Vibration for the events of a live session: a pattern per event, none when it is switched off or with reduced motion. */

import { Vibration, type VibrationPattern } from "../feedback/vibration.ts";
import type { ReadonlySignal } from "../reactive/signal.ts";
import type { LiveSounds } from "./interfaces.ts";

/** The events of sounds, and `press`: a long press has been recognized. */
export type HapticEvent = Parameters<LiveSounds["play"]>[0] | "press";

export const hapticPatterns: Readonly<Record<HapticEvent, VibrationPattern>> = {
  spawn: [18, 40, 28],
  remove: [30, 30, 12],
  join: [20, 60, 20],
  leave: [28],
  action: [14],
  sparkles: [8, 30, 8, 30, 8],
  snow: [10, 90, 10],
  bubbles: [8, 50, 8, 40, 8],
  confetti: [36, 24, 12, 24, 8],
  hearts: [26, 90, 34],
  reaction: [12],
  found: [20, 50, 20, 50, 60],
  press: [24],
};

/** Milliseconds between two patterns: a further event within them doesn't vibrate, so that many events are no buzz. */
const minPause = 250;

export class LiveHaptics {
  private last = -Infinity;

  constructor(
    private readonly isOn: ReadonlySignal<boolean>,
    private readonly vibration: Vibration = new Vibration(),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Why this device doesn't vibrate, as a sentence; null where it can. */
  get unavailable(): string | null {
    return this.vibration.unavailable;
  }

  play(event: HapticEvent): void {
    if (!this.isOn.peek() || this.now() - this.last < minPause) return;
    if (this.vibration.vibrate(hapticPatterns[event])) this.last = this.now();
  }
}
