/** Signing in with a passkey, or accepting an invitation with a new one: `/service#invitation=TEXT`. */

import { t } from "../i18n/messages.ts";
import { el, setText } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { hasPasskeys, signIn, signUp } from "./passkey.ts";
import { keep } from "./session.ts";

export function signInCard(done: () => void, owner: AbortSignal): HTMLElement {
  const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
  if (!hasPasskeys()) {
    return el(
      "div",
      { class: "message" },
      icon("warning"),
      el("h1", {}, t("Passkeys don't work here")),
      el("p", {}, t("Open this page by HTTPS, in a browser with passkeys.")),
    );
  }
  const problem = el("p", { class: "field-problem", role: "alert" });
  const attempt = async (button: HTMLButtonElement, work: () => Promise<void>): Promise<void> => {
    button.disabled = true;
    setText(problem, "");
    try {
      await work();
      // The invitation is spent: it leaves the address bar and the history.
      history.replaceState(history.state, "", location.pathname);
      if (!owner.aborted) done();
    } catch (error) {
      setText(problem, messageOf(error));
    }
    button.disabled = false;
  };
  return invitation === null ? signInForm(problem, attempt) : joinForm(invitation, problem, attempt);
}

type Attempt = (button: HTMLButtonElement, work: () => Promise<void>) => Promise<void>;

function signInForm(problem: HTMLElement, attempt: Attempt): HTMLElement {
  const button = el("button", { class: "button primary", type: "button" }, icon("person"), t("Sign in with a passkey"));
  button.addEventListener("click", () => void attempt(button, async () => keep(await signIn())));
  return el(
    "div",
    { class: "message" },
    icon("lock"),
    el("h1", {}, t("Processing service")),
    el("p", {}, t("Sign in to see the jobs, keys and people of your account.")),
    button,
    problem,
    el("p", { class: "quiet" }, t("New here? Open the invitation that you were sent.")),
  );
}

function joinForm(invitation: string, problem: HTMLElement, attempt: Attempt): HTMLElement {
  const name = el("input", { type: "text", autocomplete: "name", maxlength: 200, required: true });
  const button = el("button", { class: "button primary", type: "submit" }, icon("person"), t("Join with a passkey"));
  const submit = (event: Event): void => {
    event.preventDefault();
    const person = name.value.trim();
    if (person === "") return setText(problem, t("Enter your name first."));
    void attempt(button, async () => keep(await signUp(person, invitation)));
  };
  return el(
    "div",
    { class: "message" },
    icon("people"),
    el("h1", {}, t("You are invited")),
    el(
      "form",
      { class: "join-form", novalidate: true, onsubmit: submit },
      labelled(t("Your name"), name, t("The other members of the account see it.")),
      problem,
      button,
    ),
  );
}
