/** The controls at the lower edge of the stage. */

import { t } from "../../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { icon, type IconName } from "../../ui/icons.ts";

export interface DockItem {
  icon: IconName;
  label: string;
  action: (event: MouseEvent) => void;
  /** For switches: whether it is on. */
  isOn?: ReadonlySignal<boolean>;
  isHidden?: ReadonlySignal<boolean>;
}

export function dock(items: readonly DockItem[], owner: AbortSignal): HTMLElement {
  return el(
    "div",
    { class: "exhibit-dock", role: "toolbar", "aria-label": t("View") },
    ...items.map((item) => dockButton(item, owner)),
  );
}

export function dockButton({ icon: image, label, action, isOn, isHidden }: DockItem, owner: AbortSignal): HTMLElement {
  const button = el(
    "button",
    { class: "exhibit-tool", type: "button", onclick: action },
    icon(image),
    el("span", {}, label),
  );
  effect(() => {
    if (isOn) button.setAttribute("aria-pressed", String(isOn.value));
    button.hidden = isHidden?.value ?? false;
  }, owner);
  return button;
}

/** The slider of the exploded view. */
export function explosionSlider(
  amount: ReadonlySignal<number>,
  change: (value: number) => void,
  owner: AbortSignal,
): HTMLElement {
  const input = el("input", {
    type: "range",
    min: 0,
    max: 100,
    step: 1,
    "aria-label": t("Exploded view"),
    oninput: () => change(Number(input.value) / 100),
  });
  const element = el("div", { class: "exhibit-slider", hidden: true }, input);
  effect(() => {
    const value = Math.round(100 * amount.value);
    element.hidden = value === 0 && document.activeElement !== input;
    if (Number(input.value) !== value) input.value = String(value);
    input.setAttribute("aria-valuetext", `${value} %`);
  }, owner);
  return element;
}
