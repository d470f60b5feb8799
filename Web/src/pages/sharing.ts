/** The page on sharing with contacts: the inbox, what is shared, the contacts, the own card. */

import type { SentShare } from "../api/generated.ts";
import { computed, effect } from "../reactive/signal.ts";
import { sentFacts } from "../share/sharing-text.ts";
import { ask } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { panel } from "../ui/panel.ts";
import { topBar } from "../ui/top-bar.ts";
import { cardPanel, contactsPanel } from "./contacts-panel.ts";
import { action, inboxPanel } from "./inbox-panel.ts";
import type { Page } from "./page.ts";
import { SharingStore } from "./sharing-store.ts";

export function sharingPage(): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new SharingStore();
  const isLoaded = computed(() => store.contacts.value !== null);
  const panels = el(
    "div",
    { class: "panels" },
    panel(
      { name: "inbox", title: "Inbox", icon: "download", lines: 4, isLoaded },
      () => inboxPanel(store, owner),
      owner,
    ),
    panel(
      { name: "shares", title: "Shared by you", icon: "share", lines: 4, isLoaded },
      () => shareList(store, owner),
      owner,
    ),
    panel(
      { name: "contacts", title: "Contacts", icon: "people", lines: 4, isLoaded },
      () => contactsPanel(store, owner),
      owner,
    ),
    panel(
      { name: "card", title: "Your contact card", icon: "link", lines: 4, isLoaded },
      () => cardPanel(store),
      owner,
    ),
  );
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const note =
    "Contacts get copies in their own libraries, with the files and later changes, until you revoke the share.";
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("sharing"),
    el(
      "main",
      { id: "main", class: "sheet", tabindex: -1 },
      el("h1", {}, "Sharing"),
      el("p", { class: "sheet-note" }, el("span", { class: "sheet-words" }, note)),
      trouble,
      panels,
    ),
  );
  effect(() => {
    const problem = store.problem.value;
    panels.hidden = problem !== "";
    trouble.hidden = problem === "";
    element.dataset.state = problem !== "" ? "failed" : isLoaded.value ? "ready" : "loading";
    if (problem === "") return;
    trouble.replaceChildren(
      icon("warning"),
      el("p", { class: "trouble-title" }, problem),
      el(
        "button",
        { class: "button", type: "button", onclick: () => void store.load() },
        icon("retry"),
        "Try again",
      ),
    );
  }, owner);
  return { element, title: "Sharing", shown: () => void store.load(), dispose: () => controller.abort() };
}

function shareList(store: SharingStore, owner: AbortSignal): HTMLElement[] {
  const list = el("ul", { class: "account-list" });
  const none = "Nothing yet. Open a space and choose Share to offer it to a contact.";
  effect(() => {
    const items = (store.shares.value ?? []).map((share) => shareItem(share, store));
    list.replaceChildren(...(items.length > 0 ? items : [el("li", { class: "quiet" }, none)]));
  }, owner);
  return [list];
}

function shareItem(share: SentShare, store: SharingStore): HTMLElement {
  const isActive = share.state === "offered" || share.state === "accepted";
  const revoke = async (): Promise<void> => {
    const confirmed = await ask({
      title: `Revoke the share of ${share.title}?`,
      body:
        `The copy in the library of ${share.contact} is moved to the trash there, and access to its files ends. Other copies ` +
        `that ${share.contact} made stay.`,
      confirm: "Revoke",
    });
    if (confirmed) await store.revoke(share.id);
  };
  return el(
    "li",
    { class: "account", "data-share": share.id },
    el(
      "div",
      { class: "link-line" },
      el("p", { class: "link-name" }, share.title),
      isActive && action(`Revoke the share of ${share.title} with ${share.contact}`, "Revoke", revoke),
    ),
    el("p", { class: "quiet" }, sentFacts(share)),
  );
}
