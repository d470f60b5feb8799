/** The page of a live session: opens its space in mode Live. People without access to the space get a ticket by the code. */

import { api, ApiError } from "../api/client.ts";
import { me } from "../api/me.ts";
import { t } from "../i18n/messages.ts";
import { liveApi } from "../live/api.ts";
import { effect, signal } from "../reactive/signal.ts";
import { type Child, el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { libraryPath } from "../ui/routes.ts";
import type { App, Page } from "./page.ts";
import { VisitStore } from "./visit-store.ts";

type LiveState =
  | { state: "opening" }
  | { state: "open"; space: string; isGuest: boolean }
  | { state: "failed"; title: string; remedy: string };

export function livePage(app: App, code: string): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const state = signal<LiveState>({ state: "opening" });
  const element = el("div", { class: "visit by-link" });
  effect(() => {
    const current = state.value;
    if (current.state === "open") return showSpace(app, element, { ...current, code });
    element.replaceChildren(
      el("main", { id: "main", class: "message visit-message", tabindex: -1 }, ...content(current)),
    );
    return undefined;
  }, owner);
  const open = async (): Promise<void> => {
    try {
      const session = await liveApi.session(code);
      if (await hasAccess(session.space)) {
        state.value = { state: "open", space: session.space, isGuest: false };
        return;
      }
      visitSpace(code, state, owner);
    } catch (error) {
      if (!owner.aborted) state.value = failure(error);
    }
  };
  return { element, title: t("Live session"), shown: () => void open(), dispose: () => controller.abort() };
}

/** Whether the visitor sees the space without a ticket. */
async function hasAccess(space: string): Promise<boolean> {
  const { kind } = await me();
  if (kind === "owner") return true;
  if (kind !== "account") return false;
  return await api.space(space).then(() => true, () => false);
}

/** Opens the space by the ticket of the session's code, and renews the ticket. */
function visitSpace(code: string, state: { value: LiveState }, owner: AbortSignal): void {
  const none = { get: () => Promise.resolve(undefined), put: () => Promise.resolve(), delete: () => Promise.resolve() };
  const visit = new VisitStore(code, false, owner, { visit: () => liveApi.visit(code), stored: none });
  effect(() => {
    const current = visit.state.value;
    if (current.state === "open") state.value = { state: "open", space: current.opened.id, isGuest: true };
    if (current.state === "failed") state.value = { state: "failed", title: current.title, remedy: current.remedy };
    if (current.state === "password") state.value = failure(new ApiError(429, t("Too many attempts.")));
  }, owner);
  void visit.start();
}

/** Returns a function that ends the space's page. */
function showSpace(
  app: App,
  element: HTMLElement,
  { space, isGuest, code }: { space: string; isGuest: boolean; code: string },
): () => void {
  let page: Page | null = null;
  let isEnded = false;
  const show = async (): Promise<void> => {
    const { spacePage } = await import("./space.ts");
    if (isEnded) return;
    page = spacePage(app, space, { guest: isGuest, liveCode: code });
    element.replaceChildren(page.element);
    page.shown?.();
  };
  void show().catch(() => location.reload());
  return () => {
    isEnded = true;
    page?.dispose();
  };
}

function failure(error: unknown): LiveState {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 404) {
    const remedy = t("It has ended, or the code is mistyped. Ask the host for a new invitation.");
    return { state: "failed", title: t("There is no such live session"), remedy };
  }
  if (status === 429) return { state: "failed", title: t("Too many wrong codes"), remedy: messageOf(error) };
  const remedy = t("Are you online? The server may also be switched off.");
  return { state: "failed", title: t("Diorama can't be reached"), remedy };
}

function content(state: Exclude<LiveState, { state: "open" }>): Child[] {
  if (state.state === "opening") return [el("p", { class: "quiet", role: "status" }, t("Opening…"))];
  const retry = (): void => location.reload();
  return [
    icon("live"),
    el("h1", {}, state.title),
    el("p", {}, state.remedy),
    el("button", { class: "button primary", type: "button", onclick: retry }, icon("retry"), t("Try again")),
    el("a", { class: "button", href: libraryPath() }, t("Spaces")),
  ];
}
