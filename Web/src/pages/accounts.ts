/** The page about people: for the owner the accounts and their permissions, for others who they are and signing out. */

import { t } from "../i18n/messages.ts";
import { computed, effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { panel } from "../ui/panel.ts";
import { topBar } from "../ui/top-bar.ts";
import { accountList } from "./account-list.ts";
import { AccountsStore } from "./accounts-store.ts";
import { ownAccount } from "./own-account.ts";
import { grantsForm } from "./grants-form.ts";
import type { App, Page } from "./page.ts";
import { visitorCard } from "./visitor-card.ts";

export function accountsPage(app: App): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new AccountsStore(owner);
  const isLoaded = computed(() => store.visitor.value !== null);
  const isOwner = (): boolean => store.visitor.peek()?.kind === "owner";
  const people = panel(
    { name: "people", title: t("People"), icon: "people", lines: 4, isLoaded },
    () => isOwner() ? accountList(store, owner) : visitorCard(app, store.visitor.peek()!, owner),
    owner,
  );
  const own = panel(
    { name: "own", title: t("You"), icon: "device", lines: 3, isLoaded },
    () => isOwner() ? ownAccount(store, owner) : [],
    owner,
  );
  const grants = panel(
    { name: "grants", title: t("Permissions"), icon: "lock", lines: 4, isLoaded },
    () => isOwner() ? grantsForm(store, owner) : [],
    owner,
  );
  const trouble = el("div", { class: "trouble", role: "alert", hidden: true });
  const panels = el("div", { class: "panels" }, own, people, grants);
  const note = el("span", { class: "sheet-words" }, t("Accounts of this server. Everyone else needs a link."));
  const main = { id: "main", class: "sheet", tabindex: -1 };
  const element = el(
    "div",
    { class: "page", "data-state": "loading" },
    topBar("accounts"),
    el("main", main, el("h1", {}, t("People")), el("p", { class: "sheet-note" }, note), trouble, panels),
  );
  effect(() => {
    if (!isLoaded.value) return;
    if (!isOwner()) grants.remove();
    if (!isOwner() || store.own.value === null) own.remove();
    element.dataset.state = "ready";
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
      el("button", { class: "button", type: "button", onclick: retry }, icon("retry"), t("Try again")),
    );
  }, owner);
  return { element, title: t("People"), shown: () => void store.load(), dispose: () => controller.abort() };
}
