/** The page of the processing service: signing in, then jobs, usage, keys, the team and passkeys of the account. */

import { ApiError } from "../api/client.ts";
import type { Account, SignInMethods, Tokens } from "../api/service-generated.ts";
import { t } from "../i18n/messages.ts";
import { type Page, setTitle } from "./page.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import { messageOf } from "../ui/notice.ts";
import { jobsPanel } from "../service/jobs-panel.ts";
import { keysPanel } from "../service/keys-panel.ts";
import { takeAnswer } from "../service/openid.ts";
import { passkeysPanel } from "../service/passkeys-panel.ts";
import { call, get, isSignedIn, keep, signOut } from "../service/session.ts";
import { signInCard } from "../service/sign-in.ts";
import { teamPanel } from "../service/team-panel.ts";
import { usagePanel } from "../service/usage-panel.ts";

export async function servicePage(): Promise<Page> {
  let answer = takeAnswer();
  await loadStyle("settings.css");
  const controller = new AbortController();
  const main = el("main", { id: "main", class: "sheet service", tabindex: -1 });
  const tools = el("div", { class: "top-tools" });
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    el("header", { class: "top-bar" }, el("div", { class: "top-row" }, wordmark(), tools)),
    main,
  );

  function show(title: string, ...content: HTMLElement[]): void {
    main.replaceChildren(el("h1", {}, title), ...content);
    setTitle(title);
  }

  async function askToSignIn(refusal = ""): Promise<void> {
    let methods: SignInMethods;
    try {
      methods = await get<SignInMethods>("/auth/methods", controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) fail(error);
      return;
    }
    tools.replaceChildren();
    main.replaceChildren(signInCard(methods, refusal, () => void open(), controller.signal));
    element.dataset.state = "signed-out";
  }

  /** The answer of an issuer begins a session, once. */
  async function begin(tokens: () => Promise<Tokens>): Promise<void> {
    answer = null;
    try {
      keep(await tokens());
    } catch (error) {
      return askToSignIn(messageOf(error));
    }
    return open();
  }

  async function open(): Promise<void> {
    if (answer !== null) return begin(answer);
    if (!isSignedIn()) return askToSignIn();
    let account: Account;
    try {
      account = await call<Account>("GET", "/account", undefined, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof ApiError && error.status === 401) return askToSignIn();
      return fail(error);
    }
    const leave = async (): Promise<void> => {
      await signOut().catch(() => {}); // The session has ended here in any case.
      location.reload();
    };
    tools.replaceChildren(
      el("button", { class: "button", type: "button", onclick: () => void leave() }, t("Sign out")),
    );
    const isAdmin = account.scopes.includes("team");
    const usage = usagePanel(controller.signal);
    show(
      account.name,
      el("p", { class: "sheet-note" }, t("Tier: {tier}", { tier: account.tier })),
      el(
        "div",
        { class: "panels" },
        jobsPanel(account, () => void usage.change(() => Promise.resolve()), controller.signal),
        usage.element,
        ...(account.scopes.includes("keys") ? [keysPanel(controller.signal)] : []),
        ...(isAdmin ? [teamPanel(account, controller.signal)] : []),
        passkeysPanel(controller.signal),
      ),
    );
    element.dataset.state = "ready";
  }

  function fail(error: unknown): void {
    element.dataset.state = "failed";
    show(
      t("Processing service"),
      el(
        "div",
        { class: "trouble", role: "alert" },
        icon("warning"),
        el("p", { class: "trouble-title" }, messageOf(error)),
        el("button", { class: "button", type: "button", onclick: () => void open() }, icon("retry"), t("Try again")),
      ),
    );
  }

  return {
    element,
    title: t("Processing service"),
    shown: () => void open(),
    dispose: () => controller.abort(),
  };
}

function wordmark(): HTMLElement {
  return el(
    "a",
    { class: "wordmark", href: "/service" },
    icon("place"),
    el("span", { class: "wordmark-text" }, "Diorama"),
  );
}
