/** The passkeys of the person who is signed in. */

import type { PasskeyPage } from "../api/service-generated.ts";
import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";
import { formatDate } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { entry, listPanel, removeButton } from "./list-panel.ts";
import { addPasskey } from "./passkey.ts";
import { call } from "./session.ts";

export function passkeysPanel(owner: AbortSignal): HTMLElement {
  const load = async (): Promise<HTMLElement[]> => {
    const { passkeys } = await call<PasskeyPage>("GET", "/passkeys", undefined, owner);
    return passkeys.map((passkey) => {
      const remove = (): void => void list.change(async () => await call("DELETE", `/passkeys/${passkey.id}`));
      const made = t("Since {date}", { date: formatDate(new Date(passkey.createdAt)) });
      return entry(passkey.name, made, removeButton(passkey.name, remove));
    });
  };
  const add = (): void => void list.change(async () => void await addPasskey("Diorama"));
  const button = el("button", { class: "button", type: "button", onclick: add }, icon("add"), t("Add a passkey"));
  const list = listPanel(
    {
      name: "passkeys",
      title: t("Your passkeys"),
      icon: "lock",
      load,
      empty: t("None: you sign in another way."),
      below: [el("div", { class: "panel-buttons" }, button)],
    },
    owner,
  );
  return list.element;
}
