/** The page of the library: imports in progress, and a card for each space. */

import { t } from "../i18n/messages.ts";
import { computed, effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { firstSteps } from "../onboarding/first-steps.ts";
import { FirstStepsStore } from "../onboarding/first-steps-store.ts";
import { type DropZone, dropZone } from "../uploads/drop-zone.ts";
import { formatCount, plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { notify } from "../ui/notice.ts";
import { topBar } from "../ui/top-bar.ts";
import type { Picked } from "../uploads/dropped.ts";
import { planUploads } from "../uploads/intake.ts";
import { beginAdding } from "./add-menu.ts";
import { joinLiveButton } from "./join-live.ts";
import { libraryCards } from "./library-cards.ts";
import { LibraryStore } from "./library-store.ts";
import type { App, Page } from "./page.ts";
import { unreachableHelp } from "./unreachable-help.ts";

export function libraryPage(app: App): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new LibraryStore(app.imports, owner);
  const zone = dropZone((picked) => addPicked(app, picked, zone), owner);
  const count = el("p", { class: "list-count" });
  const cards = libraryCards(store, app.imports, owner);
  const steps = new FirstStepsStore(owner);
  const main = el(
    "main",
    { id: "main", class: "library", tabindex: -1 },
    firstSteps({ store: steps, spaces: store.total, scan: () => zone.choose(false) }, owner),
    zone.element,
    el("div", { class: "list-head" }, el("h1", {}, t("Spaces")), count, joinLiveButton(app)),
    troubleMessage(store, owner),
    nothingShared(store, owner),
    cards,
    el("div", { class: "list-foot" }, moreButton(store, cards, owner)),
  );
  const element = el("div", { class: "page" }, topBar("spaces"), main);
  const isEmpty = computed(() => store.phase.value.state === "ready" && store.items.value.length === 0);
  effect(() => {
    const { state } = store.phase.value;
    element.dataset.state = isEmpty.value ? "empty" : state === "private" ? "failed" : state;
    zone.element.hidden = !store.isOwner.value && state !== "loading";
    zone.setEmpty(isEmpty.value && store.isOwner.value);
    const { value: total } = store.total;
    setText(count, state === "ready" && total > 0 ? formatCount(total) : "");
    if (!isEmpty.value) return;
    announce(
      store.isOwner.value ? t("No spaces yet. Drop a scan, or choose one.") : t("No space is shared with you yet."),
    );
  }, owner);
  // Changes made in other tabs.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void store.load();
  }, { signal: owner });
  addEventListener("online", () => void store.load(), { signal: owner });
  const shown = (): void => {
    void store.load();
    void steps.load();
    beginAdding(app, zone);
  };
  return { element, title: t("Spaces"), shown, dispose: () => controller.abort() };
}

function addPicked(app: App, picked: Picked, zone: DropZone): void {
  const { uploads, refusals } = planUploads(picked.files, picked.emptyFolders, {
    mode: zone.mode(),
    texture: zone.texture(),
    splats: zone.splats(),
    keep: zone.keep(),
  });
  for (const refusal of refusals.slice(0, 2)) notify(refusal);
  if (refusals.length > 2) {
    notify(plural(refusals.length - 2, {
      one: "{count} more files are not scans.",
      other: "{count} more files are not scans.",
    }));
  }
  if (uploads.length === 0 && refusals.length === 0) notify(t("It contains no files."));
  app.imports.add(uploads);
}

function moreButton(store: LibraryStore, cards: HTMLElement, owner: AbortSignal): HTMLElement {
  const load = async (): Promise<void> => {
    button.disabled = true;
    const before = cards.childElementCount;
    await store.loadMore();
    cards.children[before]?.querySelector("a")?.focus();
    button.disabled = false;
  };
  const button = el(
    "button",
    { class: "button", type: "button", hidden: true, onclick: () => void load() },
    t("Show more"),
  );
  effect(() => void (button.hidden = store.nextPage.value === null || store.phase.value.state !== "ready"), owner);
  return button;
}

/** For people with an account who may not open any space yet. */
function nothingShared(store: LibraryStore, owner: AbortSignal): HTMLElement {
  const element = el(
    "div",
    { class: "trouble", hidden: true },
    icon("lock"),
    el("p", { class: "trouble-title" }, t("No space is shared with you yet")),
    el("p", {}, t("Ask the owner of this library for access to a space.")),
  );
  effect(() => {
    const isEmpty = store.phase.value.state === "ready" && store.items.value.length === 0;
    element.hidden = store.isOwner.value || !isEmpty;
  }, owner);
  return element;
}

/** Why there is no list. */
function troubleMessage(store: LibraryStore, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "trouble", role: "alert", hidden: true });
  effect(() => {
    const phase = store.phase.value;
    element.hidden = phase.state !== "failed" && phase.state !== "private";
    if (phase.state === "private") {
      element.replaceChildren(
        icon("lock"),
        el("p", { class: "trouble-title" }, t("This library is private")),
        el("p", {}, t("Open the link that was shared with you, or ask its owner for an invitation.")),
      );
    }
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
    element.replaceChildren(...unreachableHelp(phase.message, t("your spaces are stored safely.")), button);
  }, owner);
  return element;
}
