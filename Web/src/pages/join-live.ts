/** Joining a live session by its code, from the spaces page. */

import { t } from "../i18n/messages.ts";
import { codeLength, liveApi, tidyCode } from "../live/api.ts";
import { openDialog } from "../ui/dialog.ts";
import { el, setText } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { livePath } from "../ui/routes.ts";
import type { App } from "./page.ts";

export function joinLiveButton(app: App): HTMLElement {
  return el(
    "button",
    { class: "button small join-live", type: "button", onclick: () => askForCode(app) },
    icon("live"),
    t("Join a live session"),
  );
}

function askForCode(app: App): void {
  const field = el("input", {
    class: "live-code-field",
    type: "text",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 16,
  });
  const problem = el("p", { class: "field-problem", role: "alert" });
  const join = el("button", { class: "button primary", type: "submit" }, t("Join"));
  const cancel = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"));
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const code = tidyCode(field.value);
    if (code.length !== codeLength) {
      return setText(problem, t("A code has {codeLength} letters and digits.", { codeLength }));
    }
    join.disabled = true;
    setText(problem, "");
    try {
      const session = await liveApi.session(code);
      dialog.close();
      app.navigate(livePath(session.code));
    } catch (error) {
      setText(problem, messageOf(error));
      join.disabled = false;
      field.select();
    }
  };
  const form = el(
    "form",
    { class: "join-live-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    labelled(t("Code"), field, t("The host sees it under Invite.")),
    problem,
    el("div", { class: "dialog-actions" }, cancel, join),
  );
  const dialog = openDialog(t("Join a live session"), [form]);
  field.focus();
}
