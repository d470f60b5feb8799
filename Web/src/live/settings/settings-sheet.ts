/** The sheet with the settings of live sessions. Everything in it acts at once and is stored. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { choice } from "../../ui/fields.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { loadStyle } from "../../ui/lazy-style.ts";
import type { Sheet, Sheets } from "../../ui/sheet.ts";
import type { StoredSetting } from "../../ui/stored-setting.ts";
import type { LiveHaptics } from "../haptics.ts";
import type { LiveSounds } from "../interfaces.ts";
import type { TriggerMapping } from "../triggers/responses.ts";
import type { LiveSettings } from "./live-settings.ts";
import { choiceRow, slider } from "./settings-fields.ts";
import { densityNames, textSizeNames } from "./settings-text.ts";
import { triggerFields } from "./trigger-fields.ts";
import type { TriggerSwitches } from "./trigger-switches.ts";

export interface LiveSettingsContext {
  settings: LiveSettings;
  triggers: TriggerSwitches;
  /** What follows triggers until the visitor chooses. */
  responses: TriggerMapping;
  haptics: LiveHaptics;
  sounds: LiveSounds;
  showOnboarding(): void;
  showParentsPage(): void;
}

export async function openLiveSettings(sheets: Sheets, context: LiveSettingsContext): Promise<Sheet> {
  await loadStyle("live-settings.css");
  const owner = new AbortController();
  return sheets.show({
    kind: "live-settings",
    title: t("Settings"),
    tall: true,
    content: [
      soundFields(context, owner.signal),
      hapticsField(context, owner.signal),
      choiceRow(t("Effects"), densityNames, context.settings.density, owner.signal),
      choiceRow(t("Text size"), textSizeNames, context.settings.textSize, owner.signal),
      triggerFields(context, owner.signal),
      furtherPages(context),
    ],
    owner,
  });
}

function soundFields({ settings, sounds }: LiveSettingsContext, owner: AbortSignal): HTMLElement {
  const example = (): void => sounds.play("reaction");
  const volume = slider(t("Volume"), settings.volume, owner, example);
  const sound = switchField(t("Sound"), t("Effects, companions and people make short sounds."), {
    isOn: () => !settings.muted.value,
    set: (isOn) => settings.muted.set(!isOn),
  }, owner);
  effect(() => void (volume.input.disabled = settings.muted.value), owner);
  return el("section", { "aria-label": t("Sound") }, sound, volume.element);
}

function hapticsField({ settings, haptics }: LiveSettingsContext, owner: AbortSignal): HTMLElement {
  const { unavailable } = haptics;
  const setting: StoredSetting<boolean> = settings.haptics;
  const access = {
    isOn: (): boolean => setting.value && unavailable === null,
    set(isOn: boolean): void {
      setting.set(isOn);
      haptics.play("action");
    },
  };
  const help = unavailable ?? t("Short ones, for example when a companion appears.");
  return switchField(t("Vibration"), help, access, owner, unavailable !== null);
}

function switchField(
  label: string,
  help: string,
  access: { isOn(): boolean; set(isOn: boolean): void },
  owner: AbortSignal,
  disabled = false,
): HTMLElement {
  const input = el("input", { type: "checkbox", disabled, onchange: () => access.set(input.checked) });
  effect(() => void (input.checked = access.isOn()), owner);
  return choice(label, input, help);
}

function furtherPages({ showOnboarding, showParentsPage }: LiveSettingsContext): HTMLElement {
  const button = (name: IconName, label: string, action: () => void): HTMLElement =>
    el("button", { class: "button small", type: "button", onclick: action }, icon(name), label);
  return el(
    "div",
    { class: "field-buttons" },
    button("info", t("Show the introduction"), showOnboarding),
    button("lock", t("For parents"), showParentsPage),
  );
}
