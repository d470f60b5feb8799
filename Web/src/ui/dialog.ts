/** Questions and explanations in the browser's modal dialog: it keeps the focus, and Escape closes it. */

import { t } from "../i18n/messages.ts";
import { type Child, el, freshID } from "./dom.ts";

export interface Question {
  title: string;
  /** What is deleted, or what happens. */
  body: string;
  confirm: string;
  cancel?: string;
}

/** Resolves with whether the user confirmed. */
export function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const no = el(
      "button",
      { class: "button", type: "button", value: "no", onclick: () => dialog.close("no") },
      question.cancel ?? t("Keep it"),
    );
    const yes = el(
      "button",
      { class: "button danger", type: "button", onclick: () => dialog.close("yes") },
      question.confirm,
    );
    const dialog = openDialog(question.title, [
      el("p", {}, question.body),
      el("div", { class: "dialog-actions" }, no, yes),
    ]);
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"));
    no.focus();
  });
}

/** Shows an explanation, with a close button. */
export function explain(title: string, ...content: Child[]): void {
  const close = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Close"));
  const dialog = openDialog(title, [...content, el("div", { class: "dialog-actions" }, close)]);
  close.focus();
}

/** Opens a modal dialog; it is removed when it closes, and the focus returns to where it was. */
export function openDialog(title: string, content: Child[]): HTMLDialogElement {
  const heading = freshID("dialog");
  const dialog = el(
    "dialog",
    { class: "dialog", "aria-labelledby": heading },
    el("h2", { id: heading }, title),
    ...content,
  );
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  // The target of a press on the backdrop is the dialog itself.
  dialog.addEventListener("pointerdown", (event) => {
    const box = dialog.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (event.target === dialog && !inside) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
