/** Taking up an invitation: `/join#TOKEN`. The token is in the part of the address that browsers send to nobody. */

import { join } from "../api/me.ts";
import { clearDevice } from "../offline/register.ts";
import type { App, Page } from "./page.ts";
import { libraryPath } from "../ui/routes.ts";
import { announce } from "../ui/announce.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { topBar } from "../ui/top-bar.ts";

export function joinPage(app: App): Page {
  const token = location.hash.slice(1);
  // Nobody who looks at the screen or the history takes it.
  if (token !== "") history.replaceState(history.state, "", location.pathname);
  const id = freshID("name");
  const field = el("input", {
    id,
    type: "text",
    autocomplete: "name",
    maxlength: 100,
    "aria-describedby": `${id}-help`,
  });
  const problem = el("p", { class: "field-problem", role: "alert" });
  const go = el("button", { class: "button primary", type: "submit" }, "Come in");
  const form = el(
    "form",
    { class: "join-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
    el(
      "div",
      { class: "field" },
      el("label", { for: id }, "Your name"),
      field,
      el(
        "p",
        { id: `${id}-help`, class: "field-help" },
        "Others read it beside your memories. Leave it empty to keep the one you were invited by.",
      ),
    ),
    problem,
    go,
  );

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    go.disabled = true;
    setText(problem, "");
    try {
      await join(token, field.value.trim());
      await clearDevice(); // what another person left on this device
      announce("You are in.");
      app.navigate(libraryPath());
    } catch (error) {
      setText(problem, messageOf(error));
      go.disabled = false;
    }
  }

  const content = token === ""
    ? [
      icon("warning"),
      el("h1", {}, "This invitation isn't whole"),
      el("p", {}, "Open the whole address that you were sent; each works once."),
    ]
    : [
      icon("people"),
      el("h1", {}, "You are invited"),
      el("p", {}, "Come in to see the places that are shared with you, and to pin memories in them."),
      form,
    ];
  return {
    element: el(
      "div",
      { class: "page" },
      topBar(),
      el("main", { id: "main", class: "message", tabindex: -1 }, ...content),
    ),
    title: "Invitation",
    shown: () => token !== "" && field.focus(),
    dispose: () => {},
  };
}
