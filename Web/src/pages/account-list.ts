/** The accounts of the server with invitations, and a form that invites another person. */

import { type Account, limits } from "../api/generated.ts";
import { shareApi } from "../api/share-api.ts";
import { t } from "../i18n/messages.ts";
import { effect, signal } from "../reactive/signal.ts";
import { copyLine } from "../ui/copy-line.ts";
import { ask } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { labelled, problemText } from "../ui/fields.ts";
import { formatDate, plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { AccountsStore } from "./accounts-store.ts";

export function accountList(store: AccountsStore, owner: AbortSignal): HTMLElement[] {
  const list = el("ul", { class: "account-list" });
  const items = new Map<string, HTMLElement>();
  effect(() => {
    const accounts = store.accounts.value;
    const elements = accounts.map((account) => items.get(account.id) ?? accountItem(account, store));
    items.clear();
    accounts.forEach((account, i) => items.set(account.id, elements[i]!));
    list.replaceChildren(
      ...(accounts.length > 0 ? elements : [el("li", { class: "quiet" }, t("Nobody but you yet."))]),
    );
  }, owner);
  const invited = async (account: Account): Promise<void> => {
    const item = items.get(account.id);
    if (item) await showInvitation(account, item);
  };
  const limit = el("p", { class: "quiet", hidden: true });
  effect(() => {
    const maximum = store.maximum.value;
    limit.hidden = maximum === null;
    if (maximum === null) return;
    const count = plural(store.accounts.value.length + 1, { one: "{count} account", other: "{count} accounts" });
    limit.textContent = t("{count}, yours included. The operator allows {maximum}.", { count, maximum });
  }, owner);
  return [list, limit, ...inviteForm(store, invited, owner)];
}

function inviteForm(
  store: AccountsStore,
  invited: (account: Account) => Promise<void>,
  owner: AbortSignal,
): HTMLElement[] {
  const attributes = {
    type: "text",
    maxlength: limits.AccountName.name.maxLength,
    autocomplete: "off",
    placeholder: t("Anna"),
  };
  const name = el("input", attributes);
  const problem = signal("");
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    problem.value = name.value.trim() === "" ? t("Enter the person's name first.") : "";
    if (problem.value !== "") return;
    try {
      const account = await store.add(name.value.trim());
      name.value = "";
      await invited(account);
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return [
    el(
      "form",
      { class: "invite-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
      labelled(t("Invite someone"), name),
      el("button", { class: "button primary", type: "submit" }, icon("add"), t("Invite")),
    ),
    problemText(problem, owner),
  ];
}

function accountItem(account: Account, store: AccountsStore): HTMLElement {
  const button = (label: string, text: string, act: () => void): HTMLElement =>
    el("button", { class: "button small", type: "button", "aria-label": label, onclick: act }, text);
  const item: HTMLElement = el(
    "li",
    { class: "account", "data-account": account.id },
    el(
      "div",
      { class: "link-line" },
      el("p", { class: "link-name" }, account.name),
      el(
        "div",
        { class: "panel-buttons" },
        button(
          t("Invitation for {name}", { name: account.name }),
          t("Invitation"),
          () => void showInvitation(account, item),
        ),
        store.own.peek() !== null &&
          button(t("This is me: {name}", { name: account.name }), t("This is me"), () => void merge(account, store)),
        button(t("Remove {name}", { name: account.name }), t("Remove"), () => void remove(account, store)),
      ),
    ),
  );
  return item;
}

async function showInvitation(account: Account, item: HTMLElement): Promise<void> {
  try {
    const { url, expires } = await shareApi.invite(account.id);
    const address = new URL(url, location.origin).href;
    const text = t("Send this to {name}. It works once, until {date}.", {
      name: account.name,
      date: formatDate(new Date(expires)),
    });
    const alt = t("QR code of the invitation for {name}", { name: account.name });
    const invitation = el(
      "div",
      { class: "invitation" },
      el("p", { class: "note" }, icon("info"), text),
      copyLine(t("Invitation"), address),
      el("img", { class: "qr-picture", src: shareApi.qr("svg", address), alt, width: 160, height: 160 }),
    );
    item.querySelector(".invitation")?.remove();
    item.append(invitation);
    invitation.querySelector<HTMLElement>("input")?.focus();
  } catch (error) {
    notify(t("Couldn't create an invitation: {problem}", { problem: messageOf(error) }));
  }
}

async function merge(account: Account, store: AccountsStore): Promise<void> {
  const { id, name } = account;
  const own = store.own.peek()?.name ?? t("you|merged into");
  const confirmed = await ask({
    title: t("Merge {name} into {own}?", { name, own }),
    body: t(
      "For an account that was created by mistake: everything of {name}, private memories " +
        "included, becomes yours on all devices. This can't be undone.",
      { name },
    ),
    confirm: t("Merge"),
    cancel: t("Cancel"),
  });
  if (!confirmed) return;
  try {
    await store.merge(id);
    document.getElementById("main")?.focus();
  } catch (error) {
    notify(t("Couldn't merge {name}: {problem}", { name, problem: messageOf(error) }));
  }
}

async function remove(account: Account, store: AccountsStore): Promise<void> {
  const { id, name } = account;
  const confirmed = await ask({
    title: t("Remove {name}?", { name }),
    body: t("{name} is signed out everywhere and can't open any space. The memories of {name} stay.", { name }),
    confirm: t("Remove"),
  });
  if (!confirmed) return;
  try {
    await store.remove(id);
    document.getElementById("main")?.focus();
  } catch (error) {
    notify(t("Couldn't remove {name}: {problem}", { name, problem: messageOf(error) }));
  }
}
