/** The page of exhibits: a card for each, and making and importing one. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { exhibitCard } from "../exhibits/list/exhibit-card.ts";
import { ExhibitListStore } from "../exhibits/list/list-store.ts";
import { askForNewExhibit } from "../exhibits/list/new-exhibit.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { formatCount } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { progressBar } from "../ui/progress.ts";
import { exhibitEditPath } from "../ui/routes.ts";
import { topBar } from "../ui/top-bar.ts";
import type { App, Page } from "./page.ts";
import { unreachableHelp } from "./unreachable-help.ts";

export function exhibitsPage(app: App): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new ExhibitListStore(owner);
  const count = el("p", { class: "list-count" });
  const head = el(
    "div",
    { class: "list-head exhibits-head" },
    el("h1", {}, t("Exhibits")),
    count,
    actions(app, store, owner),
  );
  const main = el(
    "main",
    { id: "main", class: "library", tabindex: -1 },
    head,
    importProgress(store, owner),
    troubleMessage(store, owner),
    emptyMessage(store, owner),
    unreadableMessage(store, owner),
    cardList(app, store, owner),
  );
  const element = el("div", { class: "page" }, topBar("exhibits"), main);
  effect(() => {
    const { state } = store.phase.value;
    element.dataset.state = state;
    const { length } = store.items.value;
    setText(count, state === "ready" && length > 0 ? formatCount(length) : "");
  }, owner);
  // Changes made in other tabs.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void store.load();
  }, { signal: owner });
  addEventListener("online", () => void store.load(), { signal: owner });
  return { element, title: t("Exhibits"), shown: () => void store.load(), dispose: () => controller.abort() };
}

function actions(app: App, store: ExhibitListStore, owner: AbortSignal): HTMLElement {
  const create = (): void =>
    askForNewExhibit(async (title) => app.navigate(exhibitEditPath(await store.create(title))));
  const input = el("input", {
    type: "file",
    accept: ".zip,application/zip",
    hidden: true,
    tabindex: -1,
    "aria-label": t("Package"),
    onchange: () => {
      const file = input.files?.[0];
      input.value = "";
      if (file) void importPackage(file, store, owner);
    },
  });
  const importButton = el(
    "button",
    { class: "button", type: "button", onclick: () => input.click() },
    icon("file"),
    t("Import package…"),
  );
  const newButton = el(
    "button",
    { class: "button primary", type: "button", onclick: create },
    icon("add"),
    t("New exhibit"),
  );
  const element = el("div", { class: "exhibits-actions" }, importButton, newButton, input);
  effect(() => {
    // They keep their space while the visitor is unknown.
    element.classList.toggle("unavailable", !store.isOwner.value);
    importButton.disabled = store.importing.value !== null;
  }, owner);
  return element;
}

async function importPackage(file: File, store: ExhibitListStore, owner: AbortSignal): Promise<void> {
  try {
    const detail = await store.import(file, owner);
    if (detail === null) return;
    announce(t("{title} is imported.", { title: detail.document.title }));
    await store.load();
    document.querySelector<HTMLElement>(`[data-exhibit="${detail.id}"] a`)?.focus();
  } catch (error) {
    notify(t("Couldn't import {name}: {problem}", { name: file.name, problem: messageOf(error) }));
  }
}

function importProgress(store: ExhibitListStore, owner: AbortSignal): HTMLElement {
  const bar = progressBar(t("Importing the package"));
  effect(() => {
    const current = store.importing.value;
    bar.element.hidden = current === null;
    if (current === null) return;
    const isSent = current.fraction >= 1;
    bar.set(
      isSent ? null : current.fraction,
      isSent ? t("Checking {name}", { name: current.name }) : t("Sending {name}", { name: current.name }),
    );
  }, owner);
  return bar.element;
}

function cardList(app: App, store: ExhibitListStore, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "cards", "aria-label": t("Exhibits"), "aria-busy": "true" });
  effect(() => {
    const { state } = store.phase.value;
    list.setAttribute("aria-busy", String(state === "loading"));
    list.hidden = state === "failed";
    if (state === "loading") return list.replaceChildren(...[0, 1, 2].map(skeleton));
    void store.isOwner.value; // the menus depend on it
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...store.items.value.map((item) => exhibitCard(item, store, (path) => app.navigate(path))));
    if (hadFocus) document.getElementById("main")?.focus({ preventScroll: true });
  }, owner);
  return list;
}

function skeleton(): HTMLLIElement {
  return el(
    "li",
    { class: "card skeleton", "aria-hidden": "true" },
    el("div", { class: "card-picture" }),
    el("div", { class: "card-text" }, el("div", { class: "bone" }), el("div", { class: "bone short" })),
  );
}

function emptyMessage(store: ExhibitListStore, owner: AbortSignal): HTMLElement {
  const title = el("p", { class: "trouble-title" });
  const text = el("p", {});
  const element = el("div", { class: "trouble calm", hidden: true }, icon("exhibit"), title, text);
  effect(() => {
    element.hidden = store.phase.value.state !== "ready" || store.items.value.length > 0;
    const isOwner = store.isOwner.value;
    setText(title, isOwner ? t("No exhibits yet") : t("No exhibit is shared with you yet"));
    setText(
      text,
      isOwner
        ? t(
          "An exhibit shows models in 3D, with labels and cards to learn from. Make one from a scan or " +
            "a model file.",
        )
        : t("Ask the owner of this library for access to an exhibit."),
    );
  }, owner);
  return element;
}

/** Exhibits that are in the library and can't be shown. */
function unreadableMessage(store: ExhibitListStore, owner: AbortSignal): HTMLElement {
  const list = el("ul", {});
  const element = el(
    "div",
    { class: "trouble", role: "alert", hidden: true },
    el("p", { class: "trouble-title" }, t("Some exhibits can't be shown")),
    list,
  );
  effect(() => {
    const all = store.unreadable.value;
    element.hidden = all.length === 0;
    list.replaceChildren(...all.map(({ title, problem }) => el("li", {}, `${title}: ${problem}`)));
  }, owner);
  return element;
}

function troubleMessage(store: ExhibitListStore, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "trouble", role: "alert", hidden: true });
  effect(() => {
    const phase = store.phase.value;
    element.hidden = phase.state !== "failed";
    if (phase.state !== "failed") return;
    const retry = async (): Promise<void> => {
      button.disabled = true;
      await store.load();
      if (store.phase.peek().state === "ready") document.getElementById("main")?.focus();
      button.disabled = false;
    };
    const button = el(
      "button",
      { class: "button", type: "button", onclick: () => void retry() },
      icon("retry"),
      t("Try again"),
    );
    element.replaceChildren(...unreachableHelp(phase.message, t("your exhibits are stored safely.")), button);
  }, owner);
  return element;
}
