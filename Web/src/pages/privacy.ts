/** The page on privacy, the owner's alone: what is stored where, what leaves the device, exporting and deleting everything. */

import { t } from "../i18n/messages.ts";
import { computed, effect } from "../reactive/signal.ts";
import { deletionPanel } from "../settings/deletion-panel.ts";
import { exportPanel } from "../settings/export-panel.ts";
import { PrivacyStore } from "../settings/privacy-store.ts";
import { contentText, leaving, models } from "../settings/privacy-text.ts";
import { el } from "../ui/dom.ts";
import { formatBytes } from "../ui/format.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import { panel } from "../ui/panel.ts";
import { topBar } from "../ui/top-bar.ts";
import type { Page } from "./page.ts";

export async function privacyPage(): Promise<Page> {
  await loadStyle("settings.css");
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new PrivacyStore(owner);
  const panels = privacyPanels(store, owner);
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const note = t("Your library is stored on the machine where Diorama runs. Nothing leaves it by itself.");
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("settings"),
    el(
      "main",
      { id: "main", class: "sheet settings", tabindex: -1 },
      el("h1", {}, t("Privacy")),
      el("p", { class: "sheet-note" }, el("span", { class: "sheet-words" }, note)),
      trouble,
      panels,
    ),
  );
  effect(() => {
    const problem = store.problem.value;
    panels.hidden = problem !== "";
    trouble.hidden = problem === "";
    element.dataset.state = problem !== "" ? "failed" : store.report.value !== null ? "ready" : "loading";
    if (problem === "") return;
    const retry = (): void => void store.load();
    trouble.replaceChildren(
      icon("warning"),
      el("p", { class: "trouble-title" }, problem),
      el("button", { class: "button", type: "button", onclick: retry }, icon("retry"), t("Try again")),
    );
  }, owner);
  return { element, title: t("Privacy"), shown: () => void store.load(), dispose: () => controller.abort() };
}

function privacyPanels(store: PrivacyStore, owner: AbortSignal): HTMLElement {
  const isLoaded = computed(() => store.report.value !== null);
  const one = (name: string, title: string, image: IconName, content: () => HTMLElement[]): HTMLElement =>
    panel({ name, title, icon: image, lines: 6, isLoaded }, content, owner);
  return el(
    "div",
    { class: "panels" },
    one("stored", t("What is stored where"), "disk", () => [storedList(store, owner)]),
    one("leaving", t("What leaves this device, and when"), "send", () => [leavingList(store, owner)]),
    one("models", t("What looks at photos and texts"), "look", () => [modelList()]),
    one("export", t("Export everything"), "download", () => exportPanel(store, owner)),
    one("deletion", t("Delete everything"), "trash", () => deletionPanel(store)),
  );
}

function storedList(store: PrivacyStore, owner: AbortSignal): HTMLElement {
  const list = el("dl", { class: "privacy-list" });
  effect(() => {
    list.replaceChildren(
      ...(store.report.value?.locations ?? []).flatMap(({ content, path, byteCount }) => [
        el("dt", {}, contentText(content)),
        el(
          "dd",
          {},
          el("code", {}, path),
          el("span", { class: "quiet" }, byteCount === 0 ? t("empty") : formatBytes(byteCount)),
        ),
      ]),
    );
  }, owner);
  return list;
}

function leavingList(store: PrivacyStore, owner: AbortSignal): HTMLElement {
  const list = el("dl", { class: "privacy-list" });
  effect(() => {
    list.replaceChildren(
      ...leaving(store.report.value).flatMap(({ title, text, now }) => [
        el("dt", {}, title),
        el("dd", {}, text, now !== null && el("span", { class: "quiet" }, now)),
      ]),
    );
  }, owner);
  return list;
}

function modelList(): HTMLElement {
  const entries = models().flatMap(({ title, text }) => [el("dt", {}, title), el("dd", {}, text)]);
  const note = t("All of it runs on the machine where Diorama runs. No photo is sent anywhere for it.");
  return el("div", {}, el("p", {}, note), el("dl", { class: "privacy-list" }, ...entries));
}
