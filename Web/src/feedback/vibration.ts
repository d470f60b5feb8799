/** Vibration of the device, where the browser has it. */

import { t } from "../i18n/messages.ts";

/** The parts of the browser that vibration needs, so that tests can pass their own. */
export interface VibrationDevice {
  vibrate?: (pattern: number[]) => boolean;
  /** Browsers vibrate only after a gesture, and report an error before it. */
  userActivation?: { hasBeenActive: boolean };
}

/** Milliseconds: on, off, on, … */
export type VibrationPattern = readonly number[];

export class Vibration {
  constructor(
    private readonly device: VibrationDevice = navigator as VibrationDevice,
    private readonly reducedMotion: () => boolean = () => matchMedia("(prefers-reduced-motion: reduce)").matches,
  ) {}

  /** Why the device can't vibrate, as a sentence; null where it can. */
  get unavailable(): string | null {
    if (typeof this.device.vibrate !== "function") return t("This browser can't make the device vibrate.");
    if (this.reducedMotion()) return t("Off, because this device asks for reduced motion.");
    return null;
  }

  /** Returns whether the browser accepted the pattern. */
  vibrate(pattern: VibrationPattern): boolean {
    if (this.unavailable !== null || this.device.userActivation?.hasBeenActive === false) return false;
    return this.device.vibrate!([...pattern]);
  }
}
