/** The owner's account: its name, the state of its keys, its devices. */

import type { OwnAccount } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { formatAgo } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { removeDeviceButton } from "../ui/remove-device.ts";
import type { AccountsStore } from "./accounts-store.ts";

export function ownAccount(store: AccountsStore, owner: AbortSignal): HTMLElement[] {
  const name = el("p", { class: "state-title" });
  const tier = el("p", { class: "state-detail" });
  const pending = el(
    "p",
    { class: "note", hidden: true },
    icon("info"),
    t(
      "Keys pending: synchronize a device that has them, then this one. Until then this device " +
        "can't share.",
    ),
  );
  const list = el("ul", { class: "rows" });
  effect(() => {
    const own = store.own.value;
    if (own === null) return;
    name.textContent = own.name;
    tier.textContent = t("Tier: {tier}", { tier: own.tier });
    // Where the operator limits nothing, the tier means nothing.
    tier.hidden = store.maximum.value === null;
    pending.hidden = own.keys !== "pending";
    list.replaceChildren(...own.devices.map((device) => deviceRow(device, () => void store.load())));
  }, owner);
  return [el("div", { class: "state" }, name, tier), pending, list];
}

function deviceRow({ id, name, isThis, lastSeen }: OwnAccount["devices"][number], removed: () => void): HTMLElement {
  return el(
    "li",
    { class: "row" },
    icon("device"),
    el("span", { class: "row-name" }, name, isThis && el("span", { class: "tag" }, t("this one"))),
    el("span", { class: "row-fact" }, lastSeen === null ? t("not synchronized yet") : formatAgo(new Date(lastSeen))),
    !isThis && removeDeviceButton(id, name, removed),
  );
}
