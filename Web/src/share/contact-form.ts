/** Offers a space or a thing to a contact. */

import { sharingApi } from "../api/sharing-api.ts";
import type { Contact } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { choice, labelled, problemText } from "../ui/fields.ts";
import { plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { sharingPath } from "../ui/routes.ts";

/** The form; without contacts, where to add one. `button`: "Offer the space". */
export function contactForm(item: string, button: string, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "contact-share", "aria-busy": "true" }, el("div", { class: "bone" }));
  const load = async (): Promise<void> => {
    try {
      const { contacts } = await sharingApi.contacts();
      if (owner.aborted) return;
      element.replaceChildren(
        ...(contacts.length > 0 ? form({ item, contacts, label: button }, owner) : [noContacts()]),
      );
    } catch (error) {
      element.replaceChildren(el("p", { class: "quiet" }, messageOf(error)));
    }
    element.removeAttribute("aria-busy");
  };
  void load();
  return element;
}

function noContacts(): HTMLElement {
  const link = el("a", { class: "button small", href: sharingPath() }, icon("people"), t("Add a contact card"));
  return el(
    "div",
    { class: "no-contacts" },
    el("p", { class: "quiet" }, t("A contact gets a copy in their own library.")),
    link,
  );
}

function form(
  { item, contacts, label }: { item: string; contacts: readonly Contact[]; label: string },
  owner: AbortSignal,
): HTMLElement[] {
  const contact = el("select", {}, ...contacts.map(({ account, name }) => el("option", { value: account }, name)));
  const edit = el("input", { type: "checkbox" });
  const problem = signal("");
  const done = el("p", { class: "quiet", role: "status" });
  const button = el("button", { class: "button", type: "submit" }, icon("share"), label);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    problem.value = "";
    button.disabled = true;
    try {
      const permission = edit.checked ? "edit" : "read";
      const share = await sharingApi.share({ item, contact: contact.value, permission });
      const left = share.privateMemories ?? 0;
      const note = left > 0
        ? plural(left, {
          one: " {count} private memory is left out.",
          other: " {count} private memories are left out.",
        })
        : "";
      setText(
        done,
        t("Offered to {contact}, with {files}.{note}", {
          contact: share.contact,
          files: plural(share.files, { one: "{count} file", other: "{count} files" }),
          note,
        }),
      );
      announce(t("Offered."));
    } catch (error) {
      problem.value = messageOf(error);
    } finally {
      button.disabled = false;
    }
  };
  return [
    el(
      "form",
      { class: "link-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
      labelled(t("Contact"), contact),
      choice(t("The contact may edit it"), edit, t("Changes come back to your library.")),
      problemText(problem, owner),
      button,
      done,
    ),
  ];
}
