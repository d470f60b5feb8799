/** A message at the lower edge of the page with a button that undoes the last action. */

import { el } from "./dom.ts";
import { icon } from "./icons.ts";
import { messageOf, notify } from "./notice.ts";

const displayTime = 10_000;

/** The time does not run while the notice has the pointer or the focus. */
export function undoNotice(message: string, undo: () => Promise<void>): void {
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    notice.remove();
    await undo().catch((error) => notify(`Couldn't undo: ${messageOf(error)}`));
  };
  const notice = el(
    "div",
    { class: "notice undo-notice" },
    icon("check"),
    el("p", {}, message),
    el("button", { class: "button small", type: "button", onclick: () => void run() }, icon("undo"), "Undo"),
  );
  let timer = 0;
  const startTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => notice.remove(), displayTime);
  };
  for (const event of ["pointerenter", "focusin"]) notice.addEventListener(event, () => clearTimeout(timer));
  for (const event of ["pointerleave", "focusout"]) notice.addEventListener(event, startTimer);
  document.getElementById("notices")?.append(notice);
  startTimer();
}
