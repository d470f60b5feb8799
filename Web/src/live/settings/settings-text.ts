/** The words of the settings. */

import { t } from "../../i18n/messages.ts";
import type { EffectDensity } from "../effects/styles.ts";
import type { TriggerState } from "../triggers/types.ts";
import type { TextSize } from "./live-settings.ts";

export const densityNames: Readonly<Record<EffectDensity, string>> = {
  off: t("Off"),
  low: t("Few"),
  normal: t("Normal"),
  high: t("Many"),
};

export const textSizeNames: Readonly<Record<TextSize, string>> = {
  "100": t("Normal"),
  "125": t("Larger"),
  "150": t("Large"),
  "200": t("Very large"),
};

export const triggerPromise = t(
  "Triggers start an action or effect without a button. Images, sounds and movements are " +
    "evaluated on this device and forgotten at once: nothing is recorded or sent, and the others " +
    "only see what follows. Every trigger is off until you switch it on, and the same actions " +
    "are on buttons.",
);

/** The state beside a trigger's switch; empty while it is off. */
export function stateText({ status, reason }: TriggerState): string {
  switch (status) {
    case "off":
      return "";
    case "asking":
      return t("Starting. The browser may ask for permission.");
    case "on":
      return t("On.");
    case "denied":
      return reason === ""
        ? t("The browser did not give permission. Change it in the browser's settings for this page.")
        : reason;
    case "failed":
      return reason === "" ? t("It couldn't be started. Switch it on again to try once more.") : reason;
    case "unavailable":
      return reason === "" ? t("Not available in this browser.") : reason;
  }
}

/** `70 percent`, for screen readers. */
export function percentText(value: number): string {
  return t("{number} percent", { number: Math.round(100 * value) });
}
