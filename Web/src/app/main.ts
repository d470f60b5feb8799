/** Starts the client: one page at a time, by the address. */

import { Imports } from "../uploads/imports.ts";
import { libraryPage } from "../pages/library.ts";
import { outbox } from "../memories/outbox.ts";
import { startOffline } from "../offline/register.ts";
import { missingPage } from "../pages/missing.ts";
import { type App, type Page, setTitle } from "../pages/page.ts";
import { accountsPage } from "../pages/accounts.ts";
import { joinPage } from "../pages/join.ts";
import { visitPage } from "../pages/visit.ts";
import { syncPage } from "../pages/sync.ts";
import { Router } from "./router.ts";
import type { Route } from "../ui/routes.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";

const root = document.getElementById("app")!;
let page: Page | null = null;
let turn = 0;

const router = new Router((route, moved) => void show(route, moved));
const app: App = { imports: new Imports(), navigate: (path) => router.navigate(path) };

async function show(route: Route, moved: boolean): Promise<void> {
  turn += 1;
  const mine = turn;
  const next = await open(route);
  if (mine !== turn) return next.dispose(); // another address was called meanwhile
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

async function open(route: Route): Promise<Page> {
  switch (route.page) {
    case "library":
      return libraryPage(app);
    case "sync":
      return syncPage();
    case "accounts":
      return accountsPage(app);
    case "join":
      return joinPage(app);
    case "visit":
      return visitPage(app, route.token, route.way);
    case "missing":
      return missingPage();
    case "space":
      try {
        // Only here is three.js loaded.
        const { spacePage } = await import("../pages/space.ts");
        return spacePage(app, route.id);
      } catch {
        return brokenPage();
      }
  }
}

/** A part of the client itself could not be loaded. */
function brokenPage(): Page {
  const again = el("button", { class: "button", type: "button", onclick: () => location.reload() }, "Try again");
  const words = el("p", {}, "A part of this page couldn't be loaded. Is Diorama still running?");
  const element = el(
    "main",
    { id: "main", class: "message", tabindex: -1 },
    el("h1", {}, "Diorama can't be reached"),
    words,
    again,
  );
  return { element, title: "Can't be reached", dispose: () => {} };
}

// The skip link's target belongs to the page that is open now.
document.querySelector(".skip-link")?.addEventListener("click", (event) => {
  event.preventDefault();
  const target = document.querySelector<HTMLElement>(".place-canvas:not([hidden])") ?? document.getElementById("main");
  target?.focus();
});

router.start();
void startOffline().then(async (visitor) => {
  if (visitor !== null) await outbox.start(visitor);
});
