/** This device, and the others that synchronize with the same bucket. */

import type { Device } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { computed, effect } from "../reactive/signal.ts";
import { el } from "./dom.ts";
import { plural } from "./format.ts";
import { icon } from "./icons.ts";
import { panel } from "./panel.ts";
import type { SyncStateProps } from "./sync-panel.ts";

type DeviceState = Device & { changesets: number };

export function devicesPanel({ sync }: SyncStateProps, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "rows" });
  const alone = el("p", { class: "quiet" }, t("No other device has synchronized yet."));
  const devices = computed(() => JSON.stringify(sync.value?.devices ?? []));
  effect(() => {
    const all = JSON.parse(devices.value) as DeviceState[];
    list.replaceChildren(...all.map(deviceRow));
    alone.hidden = all.length > 1;
  }, owner);
  const isLoaded = computed(() => sync.value !== null);
  return panel(
    { name: "devices", title: t("Devices"), icon: "device", lines: 4, isLoaded },
    () => [list, alone],
    owner,
  );
}

function deviceRow({ isThis, name, changesets }: DeviceState): HTMLElement {
  return el(
    "li",
    { class: "row" },
    icon("device"),
    el(
      "span",
      { class: "row-name" },
      // A device gets its name with its first synchronization.
      isThis && name === "a device" ? t("This computer") : name,
      isThis && el("span", { class: "tag" }, t("this one")),
    ),
    el("span", { class: "row-fact" }, plural(changesets, { one: "{count} changeset", other: "{count} changesets" })),
  );
}
