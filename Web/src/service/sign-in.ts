/** Signing in with a passkey or an OpenID Connect issuer, or accepting an invitation with one: `/service#invitation=TEXT`. */

import type { SignInMethods } from "../api/service-generated.ts";
import { t } from "../i18n/messages.ts";
import { el, setText } from "../ui/dom.ts";
import { labelled } from "../ui/fields.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { askIssuer } from "./openid.ts";
import { hasPasskeys, signIn, signUp } from "./passkey.ts";
import { keep } from "./session.ts";

/** `refusal`: why an issuer's answer signed nobody in, if it did not. */
export function signInCard(methods: SignInMethods, refusal: string, done: () => void, owner: AbortSignal): HTMLElement {
  const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
  const problem = el("p", { class: "field-problem", role: "alert" }, refusal);
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
  const withPasskey = methods.passkeys && hasPasskeys();
  const issuers = methods.issuers.map((issuer) =>
    el(
      "button",
      { class: "button", type: "button", onclick: () => askIssuer(issuer, invitation) },
      icon("person"),
      t("Sign in with {issuer}", { issuer: issuer.name }),
    )
  );
  if (!withPasskey && issuers.length === 0) return unavailable(methods);
  return invitation === null
    ? signInForm(withPasskey, issuers, problem, attempt)
    : joinForm(invitation, withPasskey, issuers, problem, attempt);
}

type Attempt = (button: HTMLButtonElement, work: () => Promise<void>) => Promise<void>;

function unavailable(methods: SignInMethods): HTMLElement {
  return el(
    "div",
    { class: "message" },
    icon("warning"),
    ...(methods.passkeys
      ? [
        el("h1", {}, t("Passkeys don't work here")),
        el("p", {}, t("Open this page by HTTPS, in a browser with passkeys.")),
      ]
      : [
        el("h1", {}, t("Processing service")),
        el("p", {}, t("Nobody signs in here: programs use the service with keys.")),
      ]),
  );
}

function signInForm(withPasskey: boolean, issuers: HTMLElement[], problem: HTMLElement, attempt: Attempt): HTMLElement {
  const button = el("button", { class: "button primary", type: "button" }, icon("person"), t("Sign in with a passkey"));
  button.addEventListener("click", () => void attempt(button, async () => keep(await signIn())));
  return el(
    "div",
    { class: "message" },
    icon("lock"),
    el("h1", {}, t("Processing service")),
    el("p", {}, t("Sign in to see the jobs, keys and people of your account.")),
    ...(withPasskey ? [button] : []),
    ...issuers,
    problem,
    el("p", { class: "quiet" }, t("New here? Open the invitation that you were sent.")),
  );
}

function joinForm(
  invitation: string,
  withPasskey: boolean,
  issuers: HTMLElement[],
  problem: HTMLElement,
  attempt: Attempt,
): HTMLElement {
  const name = el("input", { type: "text", autocomplete: "name", maxlength: 200, required: true });
  const button = el("button", { class: "button primary", type: "submit" }, icon("person"), t("Join with a passkey"));
  const submit = (event: Event): void => {
    event.preventDefault();
    const person = name.value.trim();
    if (person === "") return setText(problem, t("Enter your name first."));
    void attempt(button, async () => keep(await signUp(person, invitation)));
  };
  const form = el(
    "form",
    { class: "join-form", novalidate: true, onsubmit: submit },
    labelled(t("Your name"), name, t("The other members of the account see it.")),
    button,
  );
  return el(
    "div",
    { class: "message" },
    icon("people"),
    el("h1", {}, t("You are invited")),
    ...(withPasskey ? [form] : []),
    ...issuers,
    problem,
  );
}
