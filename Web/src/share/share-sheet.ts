/** The sheet for sharing a space: a form for a new link, and the list of links. */

import { t } from "../i18n/messages.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { accountsPath } from "../ui/routes.ts";
import type { Sheets } from "../ui/sheet.ts";
import { contactForm } from "./contact-form.ts";
import { linkForm } from "./link-form.ts";
import { linkList, localHostNote } from "./link-list.ts";
import { LinkStore } from "./link-store.ts";

export function shareSheet(sheets: Sheets, space: string, name: string): void {
  const owner = new AbortController();
  const store = new LinkStore(space);
  const list = linkList(store, name, owner.signal);
  const created = (): void => {
    list.querySelector<HTMLElement>("input")?.focus();
    announce(t("Link created."));
  };
  sheets.show({
    kind: "share",
    title: t("Share"),
    tall: true,
    content: [
      el(
        "p",
        { class: "quiet" },
        t("Anyone who has a link sees this space. Links can't be guessed; each can be revoked."),
      ),
      localHostNote(store, owner.signal),
      linkForm(space, store, created, owner.signal),
      el("h3", {}, t("Links")),
      list,
      el("h3", {}, t("Contacts")),
      contactForm(space, t("Offer the space"), owner.signal),
      el(
        "p",
        { class: "sheet-more" },
        el("a", { class: "button small", href: accountsPath() }, icon("people"), t("People with an account")),
      ),
    ],
    owner,
  });
  void store.load();
}
