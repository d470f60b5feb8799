/** The dialog that asks for the title of a new exhibit. */

import { t } from "../../i18n/messages.ts";
import { signal } from "../../reactive/signal.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el } from "../../ui/dom.ts";
import { labelled, problemText } from "../../ui/fields.ts";
import { messageOf } from "../../ui/notice.ts";
import { limits } from "../../api/generated.ts";
import { textProblem } from "../editor/problems.ts";

/** `create` makes the exhibit; the dialog stays open and shows why where that fails. */
export function askForNewExhibit(create: (title: string) => Promise<void>): void {
  const owner = new AbortController();
  const problem = signal("");
  const title = el("input", { type: "text", autocomplete: "off", enterkeyhint: "done" });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    problem.value =
      textProblem(title.value.trim(), limits.NewExhibit.title.maxLength, t("Give the exhibit a title.")) ??
        "";
    if (problem.value !== "") return title.focus();
    confirm.disabled = true;
    try {
      await create(title.value.trim());
      dialog.close();
    } catch (error) {
      problem.value = messageOf(error);
      confirm.disabled = false;
    }
  };
  const confirm = el("button", { class: "button primary", type: "submit" }, t("Create"));
  const cancel = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"));
  const form = el(
    "form",
    { class: "exhibit-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    el("div", {}, labelled(t("Title"), title), problemText(problem, owner.signal)),
    el("div", { class: "dialog-actions" }, cancel, confirm),
  );
  const dialog = openDialog(t("New exhibit"), [form]);
  dialog.addEventListener("close", () => owner.abort());
  title.focus();
}
