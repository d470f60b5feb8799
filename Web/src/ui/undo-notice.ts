/** A message at the lower edge of the page with a button for ten seconds: usually one that undoes the last action. */

import { inSentence, t } from "../i18n/messages.ts";
import { el } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";
import { messageOf, notify } from "./notice.ts";

const displayTime = 10_000;

/** The time does not run while the notice has the pointer or the focus. */
export function undoNotice(
  message: string,
  undo: () => Promise<void>,
  button: { icon: IconName; label: string } = { icon: "undo", label: t("Undo") },
): void {
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    notice.remove();
    await undo().catch((error) =>
      notify(
        t("Couldn't {action}: {problem}", { action: inSentence(button.label), problem: messageOf(error) }),
      )
    );
  };
  const notice = el(
    "div",
    { class: "notice undo-notice" },
    icon(button.icon === "undo" ? "check" : "info"),
    el("p", {}, message),
    el("button", { class: "button small", type: "button", onclick: () => void run() }, icon(button.icon), button.label),
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
