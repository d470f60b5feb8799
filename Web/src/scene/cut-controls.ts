/** The ceiling cut: a button that switches it, and a slider for its height. */

import { t } from "../i18n/messages.ts";
import { formatDecimal } from "../i18n/numbers.ts";
import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import type { Mode } from "./address.ts";
import type { Navigator } from "./navigator.ts";

export function cutButton(navigator: Navigator, owner: AbortSignal): HTMLElement {
  const toggle = (): void => navigator.setCut({ on: !navigator.cut.peek().on });
  const label = el("span", { class: "tool-label" }, t("Ceiling cut"));
  const button = el("button", { class: "button tool", type: "button", onclick: toggle }, icon("cut"), label);
  effect(() => button.setAttribute("aria-pressed", String(navigator.cut.value.on)), owner);
  return button;
}

/** Shown in the free look while there is a cut. */
export function cutSlider(navigator: Navigator, mode: ReadonlySignal<Mode>, owner: AbortSignal): HTMLElement {
  const { lowest, highest } = navigator.cutRange;
  const range = el("input", {
    type: "range",
    min: lowest.toFixed(2),
    max: highest.toFixed(2),
    step: 0.01,
    "aria-label": t("Height of the ceiling cut"),
    oninput: () => navigator.setCut({ height: Number(range.value) }),
  });
  const output = el("output", { class: "cut-height" });
  const slider = el("div", { class: "cut-slider" }, range, output);
  effect(() => {
    const { on, height } = navigator.cut.value;
    slider.hidden = !on || mode.value !== "look";
    const text = `${formatDecimal(height - navigator.floor, 2)} m`;
    range.value = height.toFixed(2);
    range.setAttribute("aria-valuetext", t("{height} above the floor", { height: text }));
    setText(output, text);
  }, owner);
  return slider;
}
