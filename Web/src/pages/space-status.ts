/** What a space's page shows while it is loading, when loading failed, and while finer detail is loading. */

import { t } from "../i18n/messages.ts";
import { computed, effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { progressBar } from "../ui/progress.ts";
import { libraryPath } from "../ui/routes.ts";
import type { SpaceStore } from "./space-store.ts";

export function loadingStatus(store: SpaceStore, owner: AbortSignal): HTMLElement {
  const bar = progressBar(t("Loading the space"));
  const element = el("div", { class: "place-loading" }, bar.element);
  effect(() => {
    const phase = store.phase.value;
    element.hidden = phase.state !== "loading";
    if (phase.state === "loading") bar.set(phase.fraction, phase.text);
  }, owner);
  return element;
}

export function failureStatus(store: SpaceStore, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "trouble place-trouble", role: "alert", hidden: true });
  effect(() => {
    const phase = store.phase.value;
    element.hidden = phase.state !== "failed";
    if (phase.state !== "failed") return;
    const retry = (): void => void store.load();
    element.replaceChildren(
      icon("warning"),
      el("h2", { class: "trouble-title" }, phase.title),
      el("p", {}, phase.remedy),
      phase.canRetry
        ? el("button", { class: "button", type: "button", onclick: retry }, icon("retry"), t("Try again"))
        : el("a", { class: "button", href: libraryPath() }, t("All spaces")),
    );
  }, owner);
  return element;
}

export function detailStatus(store: SpaceStore, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "finer", hidden: true });
  const bar = progressBar(t("Loading finer detail"));
  const retry = (): void => void store.retryRefining();
  const state = computed(() => store.detail.value.state);
  const reason = computed(() => store.detail.value.state === "failed" ? store.detail.value.reason : "");
  effect(() => {
    element.hidden = state.value !== "loading" && state.value !== "failed";
    if (state.value === "loading") element.replaceChildren(bar.element);
    if (state.value !== "failed") return;
    element.replaceChildren(
      el("p", {}, t("The finer detail didn't load. {reason}", { reason: reason.value }).trim()),
      el("button", { class: "button", type: "button", onclick: retry }, icon("retry"), t("Try again")),
    );
  }, owner);
  effect(() => {
    const detail = store.detail.value;
    if (detail.state === "loading") bar.set(detail.fraction, detail.text);
  }, owner);
  return element;
}
