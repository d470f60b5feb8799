/** The page about people: for the owner the accounts and their permissions, for others who they are and signing out. */

import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { bones, panel } from "../ui/panel.ts";
import { topBar } from "../ui/top-bar.ts";
import { accountList } from "./account-list.ts";
import { AccountsStore } from "./accounts-store.ts";
import { grantsForm } from "./grants-form.ts";
import type { App, Page } from "./page.ts";
import { visitorCard } from "./visitor-card.ts";

export function accountsPage(app: App): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new AccountsStore(owner);
  const people = panel("people", "People", "people");
  const grants = panel("grants", "Permissions", "lock");
  for (const one of [people, grants]) one.body.replaceChildren(bones(4));
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const panels = el("div", { class: "panels" }, people.element, grants.element);
  const note = el("span", { class: "sheet-words" }, "Accounts of this server. Everyone else needs a link.");
  const main = { id: "main", class: "sheet", tabindex: -1 };
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("accounts"),
    el("main", main, el("h1", {}, "People"), el("p", { class: "sheet-note" }, note), trouble, panels),
  );
  effect(() => {
    const visitor = store.visitor.value;
    if (!visitor) return;
    if (visitor.kind === "owner") {
      people.body.replaceChildren(...accountList(store, owner));
      grants.body.replaceChildren(...grantsForm(store, owner));
    } else {
      people.body.replaceChildren(...visitorCard(app, visitor, owner));
      grants.element.remove();
    }
    element.dataset.state = "ready";
    for (const one of [people, grants]) one.element.setAttribute("aria-busy", "false");
  }, owner);
  effect(() => {
    const problem = store.problem.value;
    panels.hidden = problem !== "";
    trouble.hidden = problem === "";
    if (problem === "") return;
    element.dataset.state = "failed";
    const retry = (): void => void store.load();
    trouble.replaceChildren(
      icon("warning"),
      el("p", { class: "trouble-title" }, problem),
      el("button", { class: "button", type: "button", onclick: retry }, icon("retry"), "Try again"),
    );
  }, owner);
  return { element, title: "People", shown: () => void store.load(), dispose: () => controller.abort() };
}
