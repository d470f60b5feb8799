/** The page that accepts an invitation: `/join#TOKEN`. Browsers don't send the part after `#` to the server. */

import { limits } from "../api/generated.ts";
import { join } from "../api/me.ts";
import { t } from "../i18n/messages.ts";
import { clearDevice } from "../offline/register.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { libraryPath } from "../ui/routes.ts";
import { topBar } from "../ui/top-bar.ts";
import type { App, Page } from "./page.ts";

export function joinPage(app: App): Page {
  const token = location.hash.slice(1);
  // The token is removed from the address bar and the history.
  if (token !== "") history.replaceState(history.state, "", location.pathname);
  const form = token === "" ? null : joinForm(app, token);
  const content = form
    ? [
      icon("people"),
      el("h1", {}, t("You are invited")),
      el("p", {}, t("Join to see the spaces that are shared with you, and to pin memories in them.")),
      form,
    ]
    : [
      icon("warning"),
      el("h1", {}, t("This invitation is incomplete")),
      el("p", {}, t("Open the whole address that you were sent. Each works once.")),
    ];
  return {
    element: el(
      "div",
      { class: "page" },
      topBar(),
      el("main", { id: "main", class: "message", tabindex: -1 }, ...content),
    ),
    title: t("Invitation"),
    shown: () => form?.querySelector("input")?.focus(),
    dispose: () => {},
  };
}

function joinForm(app: App, token: string): HTMLFormElement {
  const name = el("input", { type: "text", autocomplete: "name", maxlength: limits.AccountName.name.maxLength });
  const problem = el("p", { class: "field-problem", role: "alert" });
  const button = el("button", { class: "button primary", type: "submit" }, t("Join"));
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    button.disabled = true;
    setText(problem, "");
    try {
      await join(token, name.value.trim());
      await clearDevice(); // data of another visitor
      announce(t("You have joined."));
      app.navigate(libraryPath());
    } catch (error) {
      setText(problem, messageOf(error));
      button.disabled = false;
    }
  };
  const help = t("Others see it beside your memories. Leave it empty to keep the name in the invitation.");
  return el(
    "form",
    { class: "join-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    labelled(t("Your name"), name, help),
    problem,
    button,
  );
}
