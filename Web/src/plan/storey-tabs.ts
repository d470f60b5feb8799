/** One tab per storey; hidden where there is only one. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import type { PlanStore } from "./plan-store.ts";
import { storeyName } from "./plan-text.ts";

export function storeyTabs(store: PlanStore, signal: AbortSignal): HTMLElement {
  const { storeys, storeyIndex } = store;
  const element = el("div", { class: "plan-tabs", role: "tablist", "aria-label": t("Storeys") });
  element.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    store.showStorey(storeyIndex.peek() + step);
  });
  effect(() => {
    const all = storeys.value.length < 2 ? [] : storeys.value;
    const hadFocus = element.contains(document.activeElement);
    element.hidden = all.length === 0;
    element.replaceChildren(
      ...all.map((storey, i) =>
        el("button", {
          class: "plan-tab",
          type: "button",
          role: "tab",
          "aria-selected": String(i === storeyIndex.value),
          tabindex: i === storeyIndex.value ? 0 : -1,
          onclick: () => store.showStorey(i),
        }, storeyName(storey, i))
      ),
    );
    // The selected tab is a new element.
    if (hadFocus) element.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }, signal);
  return element;
}
