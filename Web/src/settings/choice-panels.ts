/** Choices in the settings: what is synchronized, units, language, notifications. */

import type { FileChoice, Language, LengthUnits, Settings } from "../api/generated.ts";
import { languageNames } from "../i18n/languages.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { choice, labelled } from "../ui/fields.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { accountsPath, sharingPath, syncPath } from "../ui/routes.ts";
import { lengthUnitChoices, units } from "../ui/units.ts";
import { openIn } from "../ui/adopt-settings.ts";
import { pushPanel } from "./push-panel.ts";
import { partProblem } from "./part-problem.ts";
import type { SettingsPart, SettingsStore } from "./settings-store.ts";

/** The value of a select for "no choice". */
const none = "";

interface SelectOptions {
  part: SettingsPart;
  label: string;
  help: string;
  options: readonly { value: string; label: string }[];
  stored: (settings: Settings) => string;
  choose: (value: string) => Promise<void>;
}

/** A select that saves at once. */
function savedSelect(store: SettingsStore, options: SelectOptions, owner: AbortSignal): HTMLElement {
  const select = el(
    "select",
    { name: options.part, onchange: () => void options.choose(select.value) },
    ...options.options.map(({ value, label }) => el("option", { value }, label)),
  );
  effect(() => {
    const settings = store.settings.value;
    if (settings) select.value = options.stored(settings);
  }, owner);
  return labelled(options.label, select, options.help);
}

export function syncPanel(store: SettingsStore, owner: AbortSignal): HTMLElement[] {
  const bucket = el("p", { class: "quiet" });
  effect(() => {
    const address = store.settings.value?.sync.bucket ?? null;
    bucket.textContent = address === null
      ? t("No bucket yet: this library is on this device only.")
      : t("Synchronized with {bucket}", { bucket: address });
  }, owner);
  const files = savedSelect(store, {
    part: "sync",
    label: t("Files to download in advance"),
    help: t("Texts, places and numbers are always synchronized. Other files are downloaded when they are opened."),
    options: [
      { value: "all", label: t("All files") },
      { value: "previews", label: t("Previews only") },
      { value: "none", label: t("None") },
      { value: none, label: t("By space") },
    ],
    stored: (settings) => settings.sync.files ?? none,
    choose: async (value) => {
      if (value === none) return void store.load();
      if (await store.change("sync", { files: value as FileChoice })) announce(t("The setting is saved."));
    },
  }, owner);
  const links = el(
    "ul",
    { class: "settings-links" },
    pageLink("sync", t("Devices, pairing and backup"), syncPath()),
    pageLink("people", t("People and invitations"), accountsPath()),
    pageLink("share", t("Sharing with contacts"), sharingPath()),
  );
  return [bucket, files, partProblem(store, "sync", owner), links];
}

export function pageLink(image: IconName, name: string, href: string): HTMLElement {
  return el("li", {}, el("a", { href }, icon(image), el("span", {}, name)));
}

export function unitsPanel(store: SettingsStore, owner: AbortSignal): HTMLElement[] {
  const select = savedSelect(store, {
    part: "units",
    label: t("Lengths, areas and volumes"),
    help: t("The choice holds on all your devices. Plan and measurements can show other units meanwhile."),
    options: [{ value: none, label: t("Each browser's own") }, ...lengthUnitChoices],
    stored: (settings) => settings.units ?? none,
    choose: async (value) => {
      const chosen = value === none ? null : value as LengthUnits;
      if (!await store.change("units", { units: chosen })) return;
      if (chosen !== null) units.lengths.set(chosen);
      announce(t("The setting is saved."));
    },
  }, owner);
  return [select, partProblem(store, "units", owner)];
}

export function languagePanel(store: SettingsStore, owner: AbortSignal): HTMLElement[] {
  const select = savedSelect(store, {
    part: "language",
    label: t("Language of the pages"),
    help: t("The choice holds on all your devices."),
    options: [
      { value: none, label: t("The browser's") },
      ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
    ],
    stored: (settings) => settings.language ?? none,
    choose: async (value) => {
      const language = value === none ? null : value as Language;
      if (await store.change("language", { language })) openIn(language);
    },
  }, owner);
  return [select, partProblem(store, "language", owner)];
}

export function notificationsPanel(store: SettingsStore, owner: AbortSignal): HTMLElement[] {
  const input = el("input", {
    type: "checkbox",
    name: "notifications",
    onchange: async () => {
      if (await store.change("notifications", { notifications: input.checked })) announce(t("The setting is saved."));
    },
  });
  effect(() => void (input.checked = store.settings.value?.notifications ?? true), owner);
  const help = t("A dot at the inbox shows that an offer or a request waits for you.");
  return [
    choice(t("Show when something waits"), input, help),
    partProblem(store, "notifications", owner),
    pushPanel(owner),
  ];
}
