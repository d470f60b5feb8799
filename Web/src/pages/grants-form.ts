/** What each account may do in a space. */

import type { Account } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { labelled, problemText } from "../ui/fields.ts";
import type { AccountsStore, Permission } from "./accounts-store.ts";

const permissionTexts: Record<Permission, string> = {
  none: t("No access"),
  see: t("View"),
  pin: t("View and pin memories"),
};

export function grantsForm(store: AccountsStore, owner: AbortSignal): HTMLElement[] {
  const spaces = store.spaces.peek();
  if (spaces.length === 0) return [el("p", { class: "quiet" }, t("There are no spaces yet."))];
  const select = el(
    "select",
    { onchange: () => store.space.value = select.value },
    ...spaces.map((space) => el("option", { value: space.id }, space.name)),
  );
  const list = el("ul", { class: "account-list" });
  effect(() => {
    const accounts = store.accounts.value;
    const items = accounts.map((account) => grantItem(account, store));
    list.replaceChildren(...(items.length > 0 ? items : [el("li", { class: "quiet" }, t("Invite someone first."))]));
  }, owner);
  return [labelled(t("Space"), select), list, problemText(store.grantsProblem, owner)];
}

function grantItem(account: Account, store: AccountsStore): HTMLElement {
  const id = `grant-${account.id}`;
  const permission = store.permission(account.id);
  const change = async (): Promise<void> => {
    const chosen = select.value as Permission;
    try {
      await store.setPermission(account.id, chosen);
      announce(`${account.name}: ${permissionTexts[chosen]}.`);
    } catch {
      // The store shows why.
    }
    // The list was drawn again.
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  };
  const options = Object.entries(permissionTexts).map(([value, text]) =>
    el("option", { value, selected: value === permission }, text)
  );
  const select = el("select", { id, onchange: () => void change() }, ...options);
  return el("li", { class: "link-line" }, el("label", { for: id, class: "link-name" }, account.name), select);
}
