/** The page of settings, the owner's alone. */

import { t } from "../i18n/messages.ts";
import { computed, effect } from "../reactive/signal.ts";
import { aboutPanel } from "../settings/about-panel.ts";
import { accountPanel } from "../settings/account-panel.ts";
import { languagePanel, notificationsPanel, syncPanel, unitsPanel } from "../settings/choice-panels.ts";
import { consentPanel } from "../settings/consent-panel.ts";
import { demoPanel } from "../settings/demo-panel.ts";
import { SettingsStore } from "../settings/settings-store.ts";
import { el } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import { panel } from "../ui/panel.ts";
import { topBar } from "../ui/top-bar.ts";
import type { Page } from "./page.ts";

export async function settingsPage(): Promise<Page> {
  await loadStyle("settings.css");
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new SettingsStore(owner);
  const panels = settingsPanels(store, owner);
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("settings"),
    el("main", { id: "main", class: "sheet settings", tabindex: -1 }, el("h1", {}, t("Settings")), trouble, panels),
  );
  effect(() => {
    const problem = store.problem.value;
    panels.hidden = problem !== "";
    trouble.hidden = problem === "";
    element.dataset.state = problem !== "" ? "failed" : store.settings.value !== null ? "ready" : "loading";
    if (problem === "") return;
    const retry = (): void => void store.load();
    trouble.replaceChildren(
      icon("warning"),
      el("p", { class: "trouble-title" }, problem),
      el("button", { class: "button", type: "button", onclick: retry }, icon("retry"), t("Try again")),
    );
  }, owner);
  return { element, title: t("Settings"), shown: () => void store.load(), dispose: () => controller.abort() };
}

type Content = (store: SettingsStore, owner: AbortSignal) => HTMLElement[];

function settingsPanels(store: SettingsStore, owner: AbortSignal): HTMLElement {
  const isLoaded = computed(() => store.settings.value !== null);
  const one = (name: string, title: string, image: IconName, lines: number, content: Content): HTMLElement =>
    panel({ name, title, icon: image, lines, isLoaded }, () => content(store, owner), owner);
  const demo = one("demo", t("Demo"), "play", 4, demoPanel);
  const panels = el(
    "div",
    { class: "panels" },
    one("account", t("Account and picture"), "person", 5, accountPanel),
    one("settings-sync", t("Devices and sync"), "sync", 5, syncPanel),
    one("units", t("Units"), "measure", 3, unitsPanel),
    one("language", t("Language"), "text", 3, languagePanel),
    one("notifications", t("Notifications"), "inbox", 2, notificationsPanel),
    one("consent", t("Privacy and consent"), "shield", 6, consentPanel),
    demo,
    one("about", t("About"), "info", 3, aboutPanel),
  );
  effect(() => {
    if (store.settings.value?.demo === null) demo.remove();
  }, owner);
  return panels;
}
