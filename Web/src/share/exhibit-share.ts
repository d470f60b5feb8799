/** The dialog for sharing an exhibit: a form for a new link, the list of links, and the accounts that see it. */

import type { Account } from "../api/generated.ts";
import { shareApi } from "../api/share-api.ts";
import { t } from "../i18n/messages.ts";
import { announce } from "../ui/announce.ts";
import { openDialog } from "../ui/dialog.ts";
import { el, setText } from "../ui/dom.ts";
import { choice } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { accountsPath } from "../ui/routes.ts";
import { linkForm } from "./link-form.ts";
import { linkList, localHostNote } from "./link-list.ts";
import { exhibitLinkSource, LinkStore } from "./link-store.ts";

interface SharedExhibit {
  id: string;
  title: string;
  isBuiltIn: boolean;
}

export function shareExhibit({ id, title, isBuiltIn }: SharedExhibit): void {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new LinkStore(id, exhibitLinkSource);
  const list = linkList(store, title, owner);
  const created = (): void => {
    list.querySelector<HTMLElement>("input")?.focus();
    announce(t("Link created."));
  };
  const close = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Close"));
  const dialog = openDialog(t("Share {title}", { title }), [
    el(
      "p",
      { class: "quiet" },
      t("Anyone who has a link sees this exhibit, and nothing else. Links can't be guessed; each can be revoked."),
    ),
    localHostNote(store, owner),
    linkForm(null, store, created, owner),
    el("h3", {}, t("Links")),
    list,
    el("h3", {}, t("People with an account")),
    isBuiltIn
      ? el("p", { class: "quiet" }, t("Everybody with an account sees the exhibit that comes with Diorama."))
      : viewers(id, owner),
    el("div", { class: "dialog-actions" }, close),
  ]);
  dialog.classList.add("share-dialog");
  dialog.addEventListener("close", () => controller.abort());
  void store.load();
}

/** A checkbox for each account other than the owner's. */
function viewers(exhibit: string, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "exhibit-viewers", "aria-busy": "true" }, el("div", { class: "bone" }));
  const load = async (): Promise<void> => {
    try {
      const [accounts, seeing] = await Promise.all([shareApi.accounts(), shareApi.viewers(exhibit)]);
      if (owner.aborted) return;
      const others = accounts.filter(({ isOwner }) => !isOwner);
      element.replaceChildren(...(others.length > 0 ? choices(exhibit, others, new Set(seeing)) : [invite()]));
    } catch (error) {
      element.replaceChildren(el("p", { class: "field-problem" }, messageOf(error)));
    }
    element.removeAttribute("aria-busy");
  };
  void load();
  return element;
}

function invite(): HTMLElement {
  return el("a", { class: "button small", href: accountsPath() }, icon("people"), t("Invite someone first."));
}

function choices(exhibit: string, accounts: readonly Account[], seeing: Set<string>): HTMLElement[] {
  const problem = el("p", { class: "field-problem", role: "alert" });
  const change = async ({ id, name }: Account, box: HTMLInputElement): Promise<void> => {
    const next = new Set(seeing);
    if (box.checked) next.add(id);
    else next.delete(id);
    box.disabled = true;
    setText(problem, "");
    try {
      await shareApi.setViewers(exhibit, [...next]);
      if (box.checked) seeing.add(id);
      else seeing.delete(id);
      announce(box.checked ? t("{name} sees it.", { name }) : t("{name} doesn't see it any more.", { name }));
    } catch (error) {
      box.checked = seeing.has(id);
      setText(problem, messageOf(error));
    } finally {
      box.disabled = false;
    }
  };
  const boxes = accounts.map((account) => {
    const box: HTMLInputElement = el("input", {
      type: "checkbox",
      checked: seeing.has(account.id),
      onchange: () => void change(account, box),
    });
    return choice(account.name, box);
  });
  return [...boxes, problem];
}
