/** The button that shows and hides the edges of the scanned region. */

import { t } from "../i18n/messages.ts";
import { effect, signal } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";

/** `show` resolves when the edges are shown or hidden, and rejects where they can't be downloaded. */
export function unseenEdgesButton(
  show: (visible: boolean) => Promise<void>,
  owner: AbortSignal,
): { element: HTMLElement; toggle(): void } {
  const isOn = signal(false);
  const toggle = (): void => {
    const wanted = !isOn.peek();
    isOn.value = wanted;
    show(wanted).catch(() => isOn.value = !wanted);
  };
  const label = el("span", { class: "tool-label" }, t("Unseen edges"));
  const element = el("button", { class: "button tool", type: "button", onclick: toggle }, icon("edges"), label);
  effect(() => element.setAttribute("aria-pressed", String(isOn.value)), owner);
  return { element, toggle };
}
