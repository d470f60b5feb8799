/** What the settings use of the triggers. */

import type { ReadonlySignal } from "../../reactive/signal.ts";
import type { TriggerKind, TriggerState } from "../triggers/types.ts";

export interface TriggerControl {
  /** Asks for permission where it is needed, and starts. The result is in `state`. */
  enable(kind: TriggerKind): void;
  /** Stops, and releases the microphone or sensor. Why it was denied, has failed or is unavailable remains in `state`. */
  disable(kind: TriggerKind): void;
  state(kind: TriggerKind): ReadonlySignal<TriggerState>;
  /** 0: only distinct expressions and loud claps; 1: faint ones too. */
  setSensitivity(kind: TriggerKind, value: number): void;
}
