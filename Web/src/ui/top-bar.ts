/** The navigation of every page except that of a space: a bar at the top, on phones also one at the bottom. */

import type { Me } from "../api/generated.ts";
import { me } from "../api/me.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";
import { updateWaiting, waitingCount } from "./inbox-dot.ts";
import { menuButton, type MenuItem } from "./menu.ts";
import {
  accountsPath,
  addPath,
  exhibitsPath,
  guidePath,
  libraryPath,
  newThingPath,
  placesPath,
  searchPath,
  sharingPath,
  syncPath,
  thingsPath,
  trashPath,
} from "./routes.ts";

/** The page that is open. */
export type Here =
  | "spaces"
  | "things"
  | "places"
  | "search"
  | "exhibits"
  | "sync"
  | "accounts"
  | "sharing"
  | "trash";

type Visitor = Me["kind"] | "unknown";

export function topBar(here?: Here): HTMLElement {
  let visitor: Visitor = "unknown";
  const account = (): HTMLElement => menuButton("Account", () => accountItems(visitor), "account");
  const links = el(
    "nav",
    { class: "top-links", "aria-label": "Pages" },
    el(
      "div",
      { class: "top-main" },
      mainLink("Spaces", libraryPath(), "place", here === "spaces"),
      forOwners(mainLink("Things", thingsPath(), "thing", here === "things" || here === "places")),
      mainLink("Exhibits", exhibitsPath(), "exhibit", here === "exhibits"),
    ),
    el(
      "div",
      { class: "top-tools" },
      forOwners(searchLink(here === "search")),
      forOwners(inboxLink("icon-button top-inbox", here === "sharing", false)),
      forAccounts(account()),
    ),
  );
  const lower = el(
    "nav",
    { class: "bottom-bar", "aria-label": "Main pages" },
    lowerLink("Spaces", libraryPath(), "place", here === "spaces"),
    forOwners(lowerLink("Things", thingsPath(), "thing", here === "things" || here === "places")),
    forOwners(el("div", { class: "bottom-add" }, menuButton("Add", addItems, "add"))),
    forOwners(inboxLink("bottom-link", here === "sharing", true)),
    forAccounts(el("div", { class: "bottom-account" }, account(), el("span", { "aria-hidden": "true" }, "Account"))),
  );
  const element = el("header", { class: "top-bar" }, el("div", { class: "top-row" }, wordmark(), links), lower);
  // Until the visitor is known, and without the server, all are shown.
  void me().then(({ kind }) => {
    visitor = kind;
    for (const link of element.querySelectorAll<HTMLElement>("[data-for]")) {
      link.hidden = kind === "nobody" || (link.dataset.for === "owner" && kind !== "owner");
    }
    if (kind === "owner") void updateWaiting();
  }, () => {});
  return element;
}

function wordmark(): HTMLElement {
  return el(
    "a",
    { class: "wordmark", href: libraryPath() },
    icon("place"),
    el("span", { class: "wordmark-text" }, "Diorama"),
  );
}

function forOwners<Element extends HTMLElement>(element: Element): Element {
  element.dataset.for = "owner";
  return element;
}

/** For owners and people with an account. */
function forAccounts<Element extends HTMLElement>(element: Element): Element {
  element.dataset.for = "account";
  return element;
}

/** What is under Account, by who it is. */
export function accountItems(visitor: Visitor): MenuItem[] {
  const everyone: MenuItem[] = [
    { icon: "people", label: "People", page: accountsPath() },
    { icon: "ask", label: "Ask about your library", page: guidePath({ kind: "library" }) },
  ];
  if (visitor !== "owner" && visitor !== "unknown") return everyone;
  return [
    ...everyone,
    { icon: "shelves", label: "Places", page: placesPath() },
    { icon: "share", label: "Sharing", page: sharingPath() },
    { icon: "sync", label: "Devices and backup", page: syncPath() },
    { icon: "trash", label: "Trash", page: trashPath() },
  ];
}

/** What can be added on a phone. */
function addItems(): MenuItem[] {
  return [
    { icon: "scan", label: "Scan", page: addPath("scan") },
    { icon: "photo", label: "Photos", page: addPath("photos") },
    { icon: "thing", label: "Thing", page: newThingPath() },
    { icon: "memory", label: "Memory", page: addPath("memory") },
  ];
}

function searchLink(isHere: boolean): HTMLElement {
  return el("a", {
    class: "icon-button top-search",
    href: searchPath(),
    "aria-label": "Search",
    title: "Search (/)",
    "aria-keyshortcuts": "/ Control+K Meta+K",
    "aria-current": isHere && "page",
  }, icon("search"));
}

/** With a dot while something waits for an answer. */
function inboxLink(style: string, isHere: boolean, hasWords: boolean): HTMLElement {
  const dot = el("span", { class: "inbox-dot", hidden: true });
  const properties = { class: style, href: sharingPath(), "aria-current": isHere && "page" };
  const link = el("a", properties, el("span", { class: "inbox-icon" }, icon("inbox"), dot));
  if (hasWords) link.append(el("span", { "aria-hidden": "true" }, "Inbox"));
  let wasShown = false;
  // The effect of a link on a page that was left ends with the next change of the count.
  const stop = effect(() => {
    const count = waitingCount.value;
    if (wasShown && !link.isConnected) return void queueMicrotask(() => stop());
    wasShown ||= link.isConnected;
    dot.hidden = count === 0;
    const name = count === 0 ? "Inbox" : `Inbox, ${count} waiting`;
    link.setAttribute("aria-label", name);
    link.title = name;
  });
  return link;
}

/** A link with its name; on narrow pages the icon only. */
function mainLink(name: string, href: string, image: IconName, isHere: boolean): HTMLElement {
  return el(
    "a",
    { class: `top-link top-${name.toLowerCase()}`, href, title: name, "aria-current": isHere && "page" },
    icon(image),
    el("span", {}, name),
  );
}

/** A link of the bar at the bottom, with its name below the icon. */
function lowerLink(name: string, href: string, image: IconName, isHere: boolean): HTMLElement {
  return el(
    "a",
    { class: "bottom-link", href, "aria-current": isHere && "page" },
    icon(image),
    el("span", {}, name),
  );
}
