/** The words of the settings. */

import type { EffectDensity } from "../effects/styles.ts";
import type { TextSize } from "./live-settings.ts";
import type { TriggerKind, TriggerState } from "./trigger-controller.ts";

export const densityNames: Readonly<Record<EffectDensity, string>> = {
  off: "Off",
  low: "Few",
  normal: "Normal",
  high: "Many",
};

export const textSizeNames: Readonly<Record<TextSize, string>> = {
  "100": "Normal",
  "125": "Larger",
  "150": "Large",
  "200": "Very large",
};

export interface TriggerText {
  name: string;
  /** What it does, and what the browser will ask for. */
  help: string;
}

export const triggerTexts: Readonly<Record<TriggerKind, TriggerText>> = {
  face: {
    name: "Smile and eyebrows",
    help: "A smile or raised eyebrows start an action. Uses the camera: the browser asks whether it may.",
  },
  clap: {
    name: "Clap",
    help: "A clap starts an effect. Uses the microphone: the browser asks whether it may.",
  },
  gesture: {
    name: "Hand gestures",
    help: "A wave of the hand starts an action. Uses the camera: the browser asks whether it may.",
  },
};

export const triggerPromise =
  "Triggers start an action or effect when you smile or clap. Images and sounds are evaluated on this " +
  "device and forgotten at once: nothing is recorded or sent. Every trigger is off until you switch it on, and the same actions " +
  "are on buttons.";

/** The state beside a trigger's switch; empty while it is off. */
export function stateText({ status, reason }: TriggerState): string {
  switch (status) {
    case "off":
      return "";
    case "asking":
      return "Starting. The browser may ask for permission.";
    case "on":
      return "On.";
    case "denied":
      return reason === ""
        ? "The browser did not give permission. Change it in the browser's settings for this page."
        : reason;
    case "unavailable":
      return reason === "" ? "Not available in this browser." : reason;
  }
}

/** `70 percent`, for screen readers. */
export function percentText(value: number): string {
  return `${Math.round(100 * value)} percent`;
}
