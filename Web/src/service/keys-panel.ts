/** The keys of the account: programs send requests with them. */

import type { KeyPage, NewKey, Scope } from "../api/service-generated.ts";
import { scopeValues } from "../api/service-generated.ts";
import { t } from "../i18n/messages.ts";
import { copyLine } from "../ui/copy-line.ts";
import { ask } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { formatDate } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { entry, listPanel, removeButton } from "./list-panel.ts";
import { call } from "./session.ts";

/** What a key of the page may do: all that concerns scans and jobs, and neither keys nor people. */
const scopes: Scope[] = scopeValues.filter((scope) => /^(scans|jobs|usage):/.test(scope));

export function keysPanel(owner: AbortSignal): HTMLElement {
  const made = el("div", {});
  const name = el("input", { type: "text", maxlength: 200, autocomplete: "off" });
  const load = async (): Promise<HTMLElement[]> => {
    const { keys } = await call<KeyPage>("GET", "/keys", undefined, owner);
    return keys.map((key) => {
      const used = key.lastUsedAt === undefined
        ? t("Never used")
        : t("Last used {date}", { date: formatDate(new Date(key.lastUsedAt)) });
      const revoke = async (): Promise<void> => {
        const title = t("Revoke the key {name}?", { name: key.name });
        const body = t("Programs that use it can't send requests any more. This can't be undone.");
        if (!await ask({ title, body, confirm: t("Revoke") })) return;
        await panelOfKeys.change(async () => await call("DELETE", `/keys/${key.id}`));
      };
      return entry(key.name, used, removeButton(key.name, () => void revoke()));
    });
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    made.replaceChildren();
    await panelOfKeys.change(async () => {
      const key = await call<NewKey>("POST", "/keys", { name: name.value.trim(), scopes, days: 365 });
      name.value = "";
      made.replaceChildren(
        el("p", { class: "note" }, icon("info"), t("This key is shown only now. It is valid for a year.")),
        copyLine(t("Key"), key.key),
      );
    });
  };
  const form = el(
    "form",
    { class: "invite-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    labelled(t("Name of a new key"), name),
    el("button", { class: "button primary", type: "submit" }, icon("add"), t("Create")),
  );
  const panelOfKeys = listPanel(
    {
      name: "keys",
      title: t("Keys for programs"),
      icon: "shield",
      load,
      empty: t("No keys yet."),
      below: [made, form],
    },
    owner,
  );
  return panelOfKeys.element;
}
