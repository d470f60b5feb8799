/** Offering a thing to a contact, who gets a copy with its photos and files. */

import { t } from "../../i18n/messages.ts";
import { contactForm } from "../../share/contact-form.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el } from "../../ui/dom.ts";
import type { ThingStore } from "./thing-store.ts";

export function openShareDialog(store: ThingStore): void {
  const thing = store.thing.peek();
  if (!thing) return;
  const closed = new AbortController();
  const dialog = openDialog(t("Share {name}", { name: thing.name }), [
    el("p", { class: "quiet" }, t("A contact gets a copy with the photos and files in their own library.")),
    contactForm(thing.id, t("Offer the thing"), closed.signal),
  ]);
  dialog.addEventListener("close", () => closed.abort());
}
