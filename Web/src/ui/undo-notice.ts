/** A message at the page's lower edge that offers to take back what was just done, for ten seconds. */

import { el } from "./dom.ts";
import { icon } from "./icons.ts";
import { messageOf, notify } from "./notice.ts";

const stays = 10_000;

/** `undo` takes it back; it may fail, which is told. The time stands still while the notice has the pointer or the focus. */
export function undoNotice(message: string, undo: () => Promise<void>): void {
  const region = document.getElementById("notices");
  if (!region) return;
  const notice = el(
    "div",
    { class: "notice undo-notice" },
    icon("check"),
    el("p", {}, message),
    el("button", { class: "button small", type: "button", onclick: () => void take() }, icon("undo"), "Undo"),
  );
  let timer = 0;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => notice.remove(), stays);
  };
  async function take(): Promise<void> {
    clearTimeout(timer);
    notice.remove();
    try {
      await undo();
    } catch (error) {
      notify(`Couldn't undo it: ${messageOf(error)}`);
    }
  }
  for (const event of ["pointerenter", "focusin"]) notice.addEventListener(event, () => clearTimeout(timer));
  for (const event of ["pointerleave", "focusout"]) notice.addEventListener(event, wait);
  region.append(notice);
  wait();
}
