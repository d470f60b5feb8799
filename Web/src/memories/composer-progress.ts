import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { formatBytes } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { progressBar } from "../ui/progress.ts";
import type { ComposerStore } from "./composer-store.ts";

/** The progress of sending a new memory, with a button that cancels it. Hidden while nothing is sent. */
export function sendingProgress(store: ComposerStore, owner: AbortSignal): HTMLElement {
  const bar = progressBar(t("Sending"));
  const cancel = el(
    "button",
    { class: "button small", type: "button", onclick: () => store.cancel() },
    icon("close"),
    t("Cancel"),
  );
  const element = el("div", { class: "composer-progress", hidden: true }, bar.element, cancel);
  effect(() => {
    const progress = store.progress.value;
    element.hidden = !store.isSending.value || store.before !== null;
    if (!progress || progress.total === 0) return bar.set(null, progress?.what ?? t("Sending"));
    const { sent, total, what } = progress;
    bar.set(sent / total, t("{what}, {size} of {size2}", { what, size: formatBytes(sent), size2: formatBytes(total) }));
  }, owner);
  return element;
}
