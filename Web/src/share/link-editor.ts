/** The form that changes a link: its name, validity, password and content. Its address stays the same. */

import { limits, type Link, type LinkChange } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { choice, labelled } from "../ui/fields.ts";
import { formatDate } from "../ui/format.ts";
import { messageOf } from "../ui/notice.ts";
import type { LinkStore } from "./link-store.ts";
import { expiryAfter, validities } from "./link-text.ts";

interface Inputs {
  name: HTMLInputElement;
  expiry: HTMLSelectElement;
  password: HTMLInputElement;
  removesPassword: HTMLInputElement;
  memories: HTMLInputElement;
}

export function linkEditor(link: Link, store: LinkStore): HTMLElement {
  const inputs = makeInputs(link);
  const problem = el("p", { class: "field-problem", role: "alert" });
  const save = el("button", { class: "button primary", type: "submit" }, t("Save"));
  const close = (): void => {
    store.edited.value = null;
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const change = changeOf(link, inputs);
    if (Object.keys(change).length === 0) return close();
    save.disabled = true;
    try {
      await store.change(link.id, change);
      close();
      announce(t("Link changed."));
    } catch (error) {
      setText(problem, messageOf(error));
      save.disabled = false;
    }
  };
  const attributes = {
    class: "link-form link-change",
    novalidate: true,
    "aria-label": t("Edit {name}", { name: link.name }),
  };
  const { name, expiry, password, removesPassword, memories } = inputs;
  return el(
    "form",
    { ...attributes, onsubmit: (event: Event) => void submit(event) },
    labelled(t("Name, only you see it"), name),
    el("div", { class: "field-pair" }, labelled(t("Validity"), expiry), labelled(t("New password"), password)),
    link.hasPassword && choice(t("Remove the password"), removesPassword),
    link.space !== null && choice(t("Show the public memories"), memories),
    problem,
    el(
      "div",
      { class: "sheet-actions" },
      el("button", { class: "button", type: "button", onclick: close }, t("Cancel")),
      save,
    ),
  );
}

function makeInputs(link: Link): Inputs {
  const unchanged = link.expires
    ? t("Unchanged: until {date}", { date: formatDate(new Date(link.expires)) })
    : t("Unchanged: until I revoke it");
  const name = el("input", { type: "text", maxlength: limits.LinkChange.name.maxLength, autocomplete: "off" });
  name.value = link.name;
  const password = el("input", {
    type: "text",
    maxlength: limits.LinkChange.password.maxLength,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: link.hasPassword ? t("Unchanged") : t("None"),
  });
  const removesPassword = el("input", {
    type: "checkbox",
    onchange: () => password.disabled = removesPassword.checked,
  });
  const options = validities.map(({ name: text, days }, i) =>
    el("option", { value: i }, days === null ? text : t("{text} from now", { text }))
  );
  return {
    name,
    password,
    removesPassword,
    expiry: el("select", {}, el("option", { value: "" }, unchanged), ...options),
    memories: el("input", { type: "checkbox", checked: link.showsMemories }),
  };
}

function changeOf(link: Link, { name, expiry, password, removesPassword, memories }: Inputs): LinkChange {
  const change: LinkChange = {};
  const newName = name.value.trim();
  if (newName !== "" && newName !== link.name) change.name = newName;
  if (expiry.value !== "") change.expires = expiryAfter(validities[Number(expiry.value)]?.days ?? null);
  if (removesPassword.checked) change.password = null;
  else if (password.value !== "") change.password = password.value;
  if (memories.checked !== link.showsMemories) change.showsMemories = memories.checked;
  return change;
}
