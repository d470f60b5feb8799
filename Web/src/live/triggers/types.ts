/** Triggers of live sessions: what a person does to set off an action or an effect. */

/** In the order of the bits of the core's sets (`Trigger` in Sources/Live/Triggers/Trigger.swift). */
export const triggers = [
  "smile",
  "browsRaised",
  "mouthOpen",
  "blink",
  "clap",
  "wave",
  "raise",
  "circle",
  "shake",
] as const;
export type Trigger = (typeof triggers)[number];

/** What can be enabled: each needs a device and a permission of its own. */
export type TriggerKind = "face" | "clap" | "gesture";
export const triggerKinds: readonly TriggerKind[] = ["face", "clap", "gesture"];

/** The triggers that a kind recognizes. */
export const triggersOfKind: Readonly<Record<TriggerKind, readonly Trigger[]>> = {
  face: ["smile", "browsRaised", "mouthOpen", "blink"],
  clap: ["clap"],
  gesture: ["wave", "raise", "circle", "shake"],
};

/** Those that pages can recognize: no hands are tracked there. */
export const triggersHere: Readonly<Record<TriggerKind, readonly Trigger[]>> = {
  ...triggersOfKind,
  gesture: ["shake"],
};

export interface TriggerEvent {
  trigger: Trigger;
  kind: TriggerKind;
  /** When the event was received, as `performance.now()`. */
  time: number;
  /** From 0 to 1; 1 where it is not measured. */
  strength: number;
}

/**
 * off → asking → on. denied: without permission; failed: it may succeed when it is switched on again; unavailable: not in this
 * browser.
 */
export interface TriggerState {
  status: "off" | "asking" | "on" | "denied" | "failed" | "unavailable";
  /** Why it was denied, has failed or is unavailable, as a sentence for the user; otherwise empty. */
  reason: string;
}

/** A source that can't be used; the message is a sentence for the user. */
export class TriggerError extends Error {
  override name = "TriggerError";

  constructor(readonly status: "denied" | "failed" | "unavailable", message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/** The triggers of a set of the core. */
export function triggersOf(bits: number): Trigger[] {
  return triggers.filter((_, bit) => (bits & (1 << bit)) !== 0);
}

/** A source of events that is switched on and off. */
export interface TriggerSource {
  /** Why this browser can't be the source; null if it can. Asks for nothing. */
  problem(): string | null;
  /** Asks for the permission and starts. Rejects with a `TriggerError`. `report` is called until `stop`. */
  start(sensitivity: number, report: (trigger: Trigger, strength: number) => void): Promise<void>;
  /** Releases microphone, camera or sensor. */
  stop(): void;
  setSensitivity(sensitivity: number): void;
}
