/** The settings of live sessions in this browser. They are stored, and act at once on whoever depends on them. */

import { effect } from "../../reactive/signal.ts";
import { browserStorage, type KeyValueStore } from "../../ui/browser-storage.ts";
import {
  choiceFormat,
  numberFormat,
  type SettingFormat,
  type StoredSetting,
  storedSetting,
  switchFormat,
} from "../../ui/stored-setting.ts";
import { effectDensities, type EffectDensity } from "../effects/styles.ts";
import type { TriggerChoices } from "../triggers/responses.ts";
import { type TriggerKind, triggerKinds } from "../triggers/types.ts";

export type TextSize = "100" | "125" | "150" | "200";

/** Percent of the browser's text size. */
export const textSizes: readonly TextSize[] = ["100", "125", "150", "200"];

export interface TriggerSettings {
  enabled: StoredSetting<boolean>;
  /** 0 to 1. */
  sensitivity: StoredSetting<number>;
}

export class LiveSettings {
  /** 0 to 1. */
  readonly volume: StoredSetting<number>;
  readonly muted: StoredSetting<boolean>;
  readonly haptics: StoredSetting<boolean>;
  readonly density: StoredSetting<EffectDensity>;
  readonly textSize: StoredSetting<TextSize>;
  /** What follows triggers, where the user changed it. */
  readonly responses: StoredSetting<TriggerChoices>;
  readonly triggers: Readonly<Record<TriggerKind, TriggerSettings>>;

  constructor(store: KeyValueStore | null = browserStorage()) {
    const key = (name: string): string => `diorama.live.${name}`;
    this.volume = storedSetting(key("volume"), numberFormat({ min: 0, max: 1, initial: 0.7 }), store);
    this.muted = storedSetting(key("muted"), switchFormat(false), store);
    this.haptics = storedSetting(key("haptics"), switchFormat(true), store);
    this.density = storedSetting(key("density"), choiceFormat(effectDensities, "normal"), store);
    this.textSize = storedSetting(key("text-size"), choiceFormat(textSizes, "100"), store);
    this.responses = storedSetting(key("responses"), choicesFormat, store);
    const trigger = (kind: TriggerKind): TriggerSettings => ({
      enabled: storedSetting(key(`trigger.${kind}`), switchFormat(false), store),
      sensitivity: storedSetting(key(`sensitivity.${kind}`), numberFormat({ min: 0, max: 1, initial: 0.5 }), store),
    });
    this.triggers = Object.fromEntries(triggerKinds.map((kind) => [kind, trigger(kind)])) as Record<
      TriggerKind,
      TriggerSettings
    >;
  }
}

/** `withChoices` leaves out what isn't valid. */
const choicesFormat: SettingFormat<TriggerChoices> = {
  initial: {},
  parse(text): TriggerChoices | null {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  },
  format: (choices) => JSON.stringify(choices),
};

/** Applies the text size to the page until `owner` aborts. */
export function applyTextSize(settings: LiveSettings, root: { style: { fontSize: string } }, owner: AbortSignal): void {
  effect(() => {
    const size = settings.textSize.value;
    root.style.fontSize = size === "100" ? "" : `${size}%`;
  }, owner);
  owner.addEventListener("abort", () => root.style.fontSize = "", { once: true });
}
