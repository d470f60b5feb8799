/** A small form in a dialog, as for a loan or an entry of the maintenance log. */

import { t } from "../../i18n/messages.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { announce } from "../../ui/announce.ts";

export interface RecordForm {
  title: string;
  fields: HTMLElement[];
  confirm: string;
  /** Rejects with what is wrong; the form stays open then. Returns why it can't be saved yet, or nothing. */
  save: () => Promise<string | void>;
  focus: HTMLElement;
}

export function openRecordForm({ title, fields, confirm, save, focus }: RecordForm): void {
  const problem = el("p", { class: "field-problem", role: "alert" });
  const button = el("button", { class: "button primary", type: "submit" }, icon("check"), confirm);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = "";
    try {
      const reason = await save();
      if (reason) problem.textContent = reason;
      else dialog.close();
    } catch (error) {
      problem.textContent = messageOf(error);
    } finally {
      button.disabled = false;
    }
  };
  const dialog = openDialog(title, [
    el(
      "form",
      { class: "dialog-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
      ...fields,
      problem,
      el(
        "div",
        { class: "dialog-actions" },
        el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel")),
        button,
      ),
    ),
  ]);
  focus.focus();
}

/** Deletes an entry, and offers to take it back. */
export async function removeRecord(what: string, work: () => Promise<() => Promise<void>>): Promise<void> {
  try {
    const undo = await work();
    const message = t("{what} is in the trash.", { what });
    announce(message);
    undoNotice(message, undo);
  } catch (error) {
    notify(t("Couldn't delete it: {problem}", { problem: messageOf(error) }));
  }
}

/** Runs a change of an entry; a failure is shown. */
export async function attempt(what: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    notify(`${what}: ${messageOf(error)}`);
  }
}
