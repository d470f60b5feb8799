/** A small button whose failure is shown as a notice. */

import { el } from "./dom.ts";
import { messageOf, notify } from "./notice.ts";

/** `label` is read aloud and names what `text` does it to. */
export function action(label: string, text: string, act: () => Promise<void>): HTMLElement {
  // It stays focusable: a dialog that `act` opens returns the focus to it.
  const run = async (): Promise<void> => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    try {
      await act();
    } catch (error) {
      notify(messageOf(error));
    } finally {
      button.removeAttribute("aria-disabled");
    }
  };
  const button = el(
    "button",
    { class: "button small", type: "button", "aria-label": label, onclick: () => void run() },
    text,
  );
  return button;
}
