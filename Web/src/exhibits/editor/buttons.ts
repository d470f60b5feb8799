/** Buttons of the editor. One that isn't possible at present stays focusable and does nothing. */

import { effect } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon, type IconName } from "../../ui/icons.ts";

/** `isPossible` reads signals. */
export function conditionalButton(
  name: IconName,
  label: string,
  isPossible: () => boolean,
  action: () => void,
  owner: AbortSignal,
): HTMLButtonElement {
  const button = iconButton(name, label, () => {
    if (button.getAttribute("aria-disabled") !== "true") action();
  });
  effect(() => button.setAttribute("aria-disabled", String(!isPossible())), owner);
  return button;
}

export function textButton(name: IconName, label: string, action: () => void, style = ""): HTMLButtonElement {
  return el("button", { class: `button ${style}`.trim(), type: "button", onclick: action }, icon(name), label);
}
