/** A link, opened: its password where it has one, a plain word where it is closed, and then the space as a visitor sees it. */

import type { Visit } from "../api/generated.ts";
import { ApiError } from "../api/client.ts";
import { forgetMe } from "../api/me.ts";
import { database } from "../offline/database.ts";
import type { App, Page } from "./page.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { carryTicket } from "../api/visit-ticket.ts";
import type { VisitWay } from "../ui/routes.ts";
import { shareApi } from "../api/share-api.ts";

/** Before its end a ticket is fetched anew. */
const renewBefore = 10 * 60_000;

export function visitPage(app: App, token: string, way: VisitWay): Page {
  const life = new AbortController();
  let inner: Page | null = null;
  let renewing = 0;
  const element = el("div", { class: `visit by-${way}` });

  async function start(): Promise<void> {
    show(el("p", { class: "quiet", role: "status" }, "Opening…"));
    try {
      await enter(await shareApi.visit(token, null), null);
    } catch (error) {
      if (life.signal.aborted) return;
      if (!(error instanceof ApiError)) return fail("This page couldn't be opened", messageOf(error), true);
      if (error.status === 403 || error.status === 429) return askPassword();
      if (error.status === 404) {
        await forget();
        return fail(
          "This link is closed",
          "It may have been withdrawn or be over. Ask who gave it to you for a new one.",
          false,
        );
      }
      if (error.unreachable && await enterOffline()) return;
      fail(
        "Diorama can't be reached",
        error.unreachable ? "Are you online? It may also be switched off just now." : error.message,
        true,
      );
    }
  }

  async function enter(visit: Visit, password: string | null): Promise<void> {
    carryTicket(visit.visit);
    forgetMe();
    await remember(visit);
    renewLater(visit, password);
    await open(visit.space);
  }

  async function open(space: string): Promise<void> {
    const { spacePage } = await import("./space.ts");
    if (life.signal.aborted) return;
    inner = spacePage(app, space, { guest: true });
    element.replaceChildren(inner.element);
    inner.shown?.();
  }

  function renewLater(visit: Visit, password: string | null): void {
    const wait = Date.parse(visit.expires) - Date.now() - renewBefore;
    clearTimeout(renewing);
    renewing = setTimeout(async () => {
      const next = await shareApi.visit(token, password).catch(() => null);
      if (!next || life.signal.aborted) return;
      carryTicket(next.visit);
      renewLater(next, password);
    }, Math.min(2 ** 31 - 1, Math.max(60_000, wait)));
  }

  /** What was visited opens without a connection; frames in other pages and exported folders keep nothing. */
  async function remember(visit: Visit): Promise<void> {
    if (way === "link") await database.put("visits", token, visit).catch(() => {});
  }

  async function forget(): Promise<void> {
    await database.delete("visits", token).catch(() => {});
    navigator.serviceWorker?.controller?.postMessage({ forget: token });
  }

  async function enterOffline(): Promise<boolean> {
    const visit = way === "link" ? await database.get<Visit>("visits", token).catch(() => undefined) : undefined;
    if (!visit || life.signal.aborted) return false;
    carryTicket(visit.visit);
    forgetMe();
    await open(visit.space);
    return true;
  }

  function askPassword(): void {
    const id = freshID("password");
    const field = el("input", {
      id,
      type: "password",
      autocomplete: "current-password",
      maxlength: 200,
      required: true,
      "aria-describedby": `${id}-problem`,
    });
    const problem = el("p", { id: `${id}-problem`, class: "field-problem", role: "alert" });
    const go = el("button", { class: "button primary", type: "submit" }, "Open");
    const form = el(
      "form",
      { class: "password-form", novalidate: true, onsubmit: (event: Event) => void submit(event) },
      el("div", { class: "field" }, el("label", { for: id }, "Password"), field),
      problem,
      go,
    );
    async function submit(event: Event): Promise<void> {
      event.preventDefault();
      if (field.value === "") return setText(problem, "Type the password that came with the link.");
      go.disabled = true;
      setText(problem, "");
      try {
        await enter(await shareApi.visit(token, field.value), field.value);
      } catch (error) {
        setText(problem, messageOf(error));
        field.select();
        field.focus();
      } finally {
        go.disabled = false;
      }
    }
    show(icon("lock"), el("h1", {}, "This place has a password"), el("p", {}, "Who gave you the link has it."), form);
    field.focus();
  }

  function fail(title: string, next: string, again: boolean): void {
    show(
      icon("warning"),
      el("h1", {}, title),
      el("p", {}, next),
      again &&
        el("button", { class: "button", type: "button", onclick: () => void start() }, icon("retry"), "Try again"),
    );
  }

  function show(...content: (Node | false)[]): void {
    element.replaceChildren(el("main", { id: "main", class: "message visit-message", tabindex: -1 }, ...content));
  }

  return {
    element,
    title: "A shared place",
    shown: () => void start(),
    dispose(): void {
      life.abort();
      clearTimeout(renewing);
      inner?.dispose();
      carryTicket(null);
      forgetMe();
    },
  };
}
