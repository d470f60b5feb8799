/** The own contact card, the contacts, and a form that adds one. */

import type { Contact } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect, signal } from "../reactive/signal.ts";
import { shareApi } from "../api/share-api.ts";
import { action } from "../ui/action-button.ts";
import { copyLine } from "../ui/copy-line.ts";
import { ask } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { labelled, problemText } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import type { SharingStore } from "./sharing-store.ts";

export function contactsPanel(store: SharingStore, owner: AbortSignal): HTMLElement[] {
  const list = el("ul", { class: "account-list" });
  effect(() => {
    const contacts = store.contacts.value?.contacts ?? [];
    const items = contacts.map((contact) => contactItem(contact, store));
    list.replaceChildren(...(items.length > 0 ? items : [el("li", { class: "quiet" }, t("No contacts yet."))]));
  }, owner);
  return [list, ...contactForm(store, owner)];
}

/** The card that others need, as text and QR code. */
export function cardPanel(store: SharingStore): HTMLElement[] {
  const own = store.contacts.peek()?.own;
  if (!own || own.card === null) return [];
  const picture = { class: "qr-picture", alt: t("QR code of your contact card"), width: 200, height: 200 };
  return [
    el("p", { class: "quiet" }, t("Give this card to the people who want to share with you. It contains no secrets.")),
    copyLine(t("Contact card"), own.card),
    // Long bucket addresses don't fit into a QR code.
    ...(own.card.length <= 1000 ? [el("img", { ...picture, src: shareApi.qr("svg", own.card) })] : []),
    el("p", {}, t("Fingerprint: "), el("code", {}, own.fingerprint)),
    ...(own.bucket === null ? [noBucketNote()] : []),
  ];
}

function noBucketNote(): HTMLElement {
  const text = t(
    "Your library has no bucket yet, so nobody can send you anything. Choose one with diorama " +
      "sync --bucket.",
  );
  return el("p", { class: "note" }, icon("warning"), text);
}

function contactItem(contact: Contact, store: SharingStore): HTMLElement {
  const remove = async (): Promise<void> => {
    const confirmed = await ask({
      title: t("Remove {name}?", { name: contact.name }),
      body: t("Nothing of {name} is received any more. What you accepted stays.", { name: contact.name }),
      confirm: t("Remove"),
    });
    if (confirmed) await store.removeContact(contact.account);
  };
  return el(
    "li",
    { class: "account", "data-contact": contact.account },
    el(
      "div",
      { class: "link-line" },
      el("p", { class: "link-name" }, contact.name),
      action(t("Remove {name}", { name: contact.name }), t("Remove"), remove),
    ),
    contact.newKeys !== null && newKeysNote(contact, store),
    el("p", { class: "quiet" }, t("Fingerprint: {fingerprint}", { fingerprint: contact.fingerprint })),
    contact.bucket === null && el("p", { class: "quiet" }, t("The card names no bucket: nothing can be sent to them.")),
  );
}

function newKeysNote(contact: Contact, store: SharingStore): HTMLElement {
  const label = t("The fingerprint of {name} is the same", { name: contact.name });
  return el(
    "div",
    { class: "link-line" },
    el(
      "p",
      { class: "note" },
      icon("warning"),
      t("{name} has new keys: compare the fingerprint again.", { name: contact.name }),
    ),
    action(label, t("It is the same"), () => store.noteCompared(contact.account)),
  );
}

function contactForm(store: SharingStore, owner: AbortSignal): HTMLElement[] {
  const card = el("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "diorama:contact?…",
  });
  const problem = signal("");
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    problem.value = card.value.trim() === "" ? t("Paste the person's contact card first.") : "";
    if (problem.value !== "") return;
    try {
      await store.addContact(card.value.trim());
      card.value = "";
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  const help = t("Compare the fingerprint with the person, for example by telephone.");
  return [
    el(
      "form",
      { class: "invite-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
      labelled(t("Add a contact card"), card),
      el("button", { class: "button primary", type: "submit" }, icon("add"), t("Add")),
    ),
    problemText(problem, owner),
    el("p", { class: "quiet" }, help),
  ];
}
