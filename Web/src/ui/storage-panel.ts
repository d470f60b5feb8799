/** The disk space of the library, by purpose. */

import { t } from "../i18n/messages.ts";
import { computed, effect } from "../reactive/signal.ts";
import { el, setText } from "./dom.ts";
import { formatBytes } from "./format.ts";
import { panel } from "./panel.ts";
import type { SyncStateProps } from "./sync-panel.ts";
import { type StoragePart, storageParts } from "./sync-text.ts";

export function storagePanel({ sync }: SyncStateProps, owner: AbortSignal): HTMLElement {
  const total = el("p", { class: "state-title" });
  const free = el("p", { class: "state-detail" });
  const bar = el("div", { class: "stack", role: "img" });
  const list = el("ul", { class: "rows" });
  effect(() => {
    const storage = sync.value?.storage;
    if (!storage) return;
    setText(total, formatBytes(storage.byteCount));
    setText(
      free,
      storage.freeByteCount === null ? "" : t("{size} free on the disk", { size: formatBytes(storage.freeByteCount) }),
    );
  }, owner);
  const parts = computed(() => JSON.stringify(sync.value ? storageParts(sync.value.storage) : []));
  effect(() => {
    const all = JSON.parse(parts.value) as StoragePart[];
    bar.setAttribute("aria-label", all.map(({ name, bytes }) => `${name} ${bytes}`).join(", "));
    bar.replaceChildren(...all.filter(({ share }) => share > 0).map(barPart));
    list.replaceChildren(...all.map(partRow));
  }, owner);
  const isLoaded = computed(() => sync.value !== null);
  const props = { name: "storage", title: t("Storage"), icon: "disk", lines: 8, isLoaded } as const;
  return panel(props, () => [total, free, bar, list], owner);
}

function barPart({ kind, share }: StoragePart): HTMLElement {
  const element = el("div", { class: `stack-piece of-${kind}` });
  element.style.setProperty("--share", String(share));
  return element;
}

function partRow({ kind, name, description, bytes }: StoragePart): HTMLElement {
  return el(
    "li",
    { class: "row" },
    el("span", { class: `swatch of-${kind}`, "aria-hidden": "true" }),
    el("span", { class: "row-name" }, name, el("span", { class: "row-means" }, description)),
    el("span", { class: "row-fact" }, bytes),
  );
}
