/** Starts the client: one page at a time, by the address. */

import { catalogueProblem } from "../i18n/catalogue.ts";
import { t } from "../i18n/messages.ts";
import { Imports } from "../uploads/imports.ts";
import { outbox } from "../memories/outbox.ts";
import { startOffline } from "../offline/register.ts";
import { type App, type Page, setTitle } from "../pages/page.ts";
import { listenForSearchKeys } from "../search/search-keys.ts";
import { exportedExhibit, exportedToken } from "../api/exported.ts";
import { me } from "../api/me.ts";
import { Router } from "./router.ts";
import type { Route } from "../ui/routes.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { notify } from "../ui/notice.ts";

const root = document.getElementById("app")!;
let page: Page | null = null;
/** Counts the routes that were opened: a page that is ready after the next route was opened is dropped. */
let generation = 0;

const router = new Router((route, moved) => void show(route, moved));
const app: App = { imports: new Imports(), navigate: (path) => router.navigate(path) };

/** The route that is shown or being opened. */
let current: Route | null = null;

async function show(route: Route, moved: boolean): Promise<void> {
  generation += 1;
  current = route;
  const requested = generation;
  const next = await open(route);
  if (requested !== generation) return next.dispose();
  page?.dispose();
  page = next;
  root.replaceChildren(next.element);
  setTitle(next.title);
  if (moved) {
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
    announce(next.title);
  }
  next.shown?.();
}

/** The page of a route. Its modules are loaded with it: three.js comes only with a space. */
async function open(route: Route): Promise<Page> {
  preload(route.page);
  try {
    return await pageOf(route);
  } catch {
    return brokenPage();
  }
}

async function pageOf(route: Route): Promise<Page> {
  switch (route.page) {
    case "library":
      return (await import("../pages/library.ts")).libraryPage(app);
    case "sync":
      return (await import("../pages/sync.ts")).syncPage();
    case "accounts":
      return (await import("../pages/accounts.ts")).accountsPage(app);
    case "trash":
      return (await import("../pages/trash.ts")).trashPage();
    case "sharing":
      return (await import("../pages/sharing.ts")).sharingPage();
    case "inbox":
      return await (await import("../requests/inbox/inbox-page.ts")).inboxPage(app);
    case "request":
      return await (await import("../requests/answer/request-page.ts")).requestPage(route.id);
    case "recording":
      return await (await import("../requests/answer/recording-page.ts")).recordingPage(app, route.id);
    case "workflows":
      return await (await import("../requests/workflows/workflows-page.ts")).workflowsPage(app);
    case "workflow":
      return await (await import("../requests/workflows/workflow-page.ts")).workflowPage(app, route.id);
    case "settings":
      return await (await import("../pages/settings.ts")).settingsPage();
    case "privacy":
      return await (await import("../pages/privacy.ts")).privacyPage();
    case "things":
      return await (await import("../things/list/things-page.ts")).thingsPage(app);
    case "thing":
      return await (await import("../things/thing/thing-page.ts")).thingPage(app, route.id);
    case "places":
      return (await import("../pages/places.ts")).placesPage(app);
    case "search":
      return (await import("../pages/search.ts")).searchPage();
    case "join":
      return (await import("../pages/join.ts")).joinPage(app);
    case "start":
      return (await import("../pages/start.ts")).startPage();
    case "service":
      return await (await import("../pages/service.ts")).servicePage();
    case "visit":
      return (await import("../pages/visit.ts")).visitPage(app, route.token, route.way);
    case "live":
      return (await import("../pages/live.ts")).livePage(app, route.code);
    case "exhibit":
      return (await import("../pages/exhibit.ts")).exhibitPage(app, route.id);
    case "exhibits":
      return (await import("../pages/exhibits.ts")).exhibitsPage(app);
    case "exhibit-edit":
      return await (await import("../pages/exhibit-edit.ts")).exhibitEditPage(app, route.id);
    case "guide":
      return await (await import("../pages/guide.ts")).guidePage(app, route.about);
    case "missing":
      return (await import("../pages/missing.ts")).missingPage();
    case "space":
      return (await import("../pages/space.ts")).spacePage(app, route.id);
  }
}

/**
 * Fetches all modules of a page at once; the build lists them in `index.html`. Without this each would be
 * discovered by the one before.
 */
function preload(name: Route["page"]): void {
  const modules = document.querySelector<HTMLTemplateElement>(`template[data-page="${name}"]`);
  if (!modules) return;
  document.head.append(modules.content);
  modules.remove();
}

/** A part of the client itself could not be loaded. */
function brokenPage(): Page {
  const again = el("button", { class: "button", type: "button", onclick: () => location.reload() }, t("Try again"));
  const words = el("p", {}, t("A part of this page couldn't be loaded. Is Diorama still running?"));
  const element = el(
    "main",
    { id: "main", class: "message", tabindex: -1 },
    el("h1", {}, t("Diorama can't be reached")),
    words,
    again,
  );
  return { element, title: t("Can't be reached"), dispose: () => {} };
}

const skipLink = document.querySelector(".skip-link");
if (skipLink) setText(skipLink, t("Skip to the content"));
// The skip link's target belongs to the page that is open now.
skipLink?.addEventListener("click", (event) => {
  event.preventDefault();
  const target = document.querySelector<HTMLElement>(".place-canvas:not([hidden])") ?? document.getElementById("main");
  target?.focus();
});

/** Pages of people who have no library here to search. */
const withoutSearch: readonly Route["page"][] = ["visit", "live", "start", "join", "service"];

listenForSearchKeys(
  () => exportedToken === null && exportedExhibit === null && current !== null && !withoutSearch.includes(current.page),
  () => void openSearch(),
);

async function openSearch(): Promise<void> {
  try {
    if ((await me()).kind !== "owner") return;
    (await import("../search/search-overlay.ts")).openSearchOverlay();
  } catch {
    notify(t("The search can't be opened. Is Diorama still running?"));
  }
}

router.start();
if (catalogueProblem !== null) notify(catalogueProblem);
void startOffline().then(async (visitor) => {
  if (visitor !== null) await outbox.start(visitor);
});
