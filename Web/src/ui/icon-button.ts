/** A button that shows an icon only; its label is read aloud and shown as a tooltip. */

import { el } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";

export function iconButton(name: IconName, label: string, action: () => void): HTMLButtonElement {
  return el(
    "button",
    { class: "icon-button", type: "button", "aria-label": label, title: label, onclick: action },
    icon(name),
  );
}
