/** Triggers start an action or effect from what the camera sees or the microphone hears. The interface to whoever implements them. */

import type { ReadonlySignal } from "../../reactive/signal.ts";

export type TriggerKind = "face" | "clap" | "gesture";

export const triggerKinds: readonly TriggerKind[] = ["face", "clap", "gesture"];

export interface TriggerState {
  /** `asking`: the browser asks for permission, or the camera or microphone starts. */
  status: "off" | "asking" | "on" | "denied" | "unavailable";
  /** Why it was denied or is unavailable, as a sentence; otherwise empty. */
  reason: string;
}

export interface TriggerController {
  /** Asks for permission where it is needed, and starts. The result is in `state`. */
  enable(kind: TriggerKind): void;
  /** Stops, and releases the camera or microphone. A denial or unavailability remains in `state`. */
  disable(kind: TriggerKind): void;
  state(kind: TriggerKind): ReadonlySignal<TriggerState>;
  /** 0: only distinct expressions and loud claps; 1: faint ones too. */
  setSensitivity(kind: TriggerKind, value: number): void;
}
