/** The page on sharing with contacts: what is shared, the contacts, the own card. */

import type { SentShare } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { computed, effect } from "../reactive/signal.ts";
import { sentFacts } from "../share/sharing-text.ts";
import { action } from "../ui/action-button.ts";
import { ask } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { panel } from "../ui/panel.ts";
import { topBar } from "../ui/top-bar.ts";
import { cardPanel, contactsPanel } from "./contacts-panel.ts";
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
      { name: "shares", title: t("Shared by you"), icon: "share", lines: 4, isLoaded },
      () => shareList(store, owner),
      owner,
    ),
    panel(
      { name: "contacts", title: t("Contacts"), icon: "people", lines: 4, isLoaded },
      () => contactsPanel(store, owner),
      owner,
    ),
    panel(
      { name: "card", title: t("Your contact card"), icon: "link", lines: 4, isLoaded },
      () => cardPanel(store),
      owner,
    ),
  );
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const note = t(
    "Contacts get copies in their own libraries, with the files and later changes, until you " +
      "revoke the share.",
  );
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("sharing"),
    el(
      "main",
      { id: "main", class: "sheet", tabindex: -1 },
      el("h1", {}, t("Sharing")),
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
        t("Try again"),
      ),
    );
  }, owner);
  return { element, title: t("Sharing"), shown: () => void store.load(), dispose: () => controller.abort() };
}

function shareList(store: SharingStore, owner: AbortSignal): HTMLElement[] {
  const list = el("ul", { class: "account-list" });
  const none = t("Nothing yet. Open a space and choose Share to offer it to a contact.");
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
      title: t("Revoke the share of {title}?", { title: share.title }),
      body: t(
        "The copy in the library of {contact} is moved to the trash there, and access to its files " +
          "ends. Other copies that {contact} made stay.",
        { contact: share.contact },
      ),
      confirm: t("Revoke"),
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
      isActive &&
        action(
          t("Revoke the share of {title} with {contact}", { title: share.title, contact: share.contact }),
          t("Revoke"),
          revoke,
        ),
    ),
    el("p", { class: "quiet" }, sentFacts(share)),
  );
}
