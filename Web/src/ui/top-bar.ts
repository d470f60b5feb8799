/** The navigation of every page except that of a space: a bar at the top, on phones also one at the bottom. */

import type { Me } from "../api/generated.ts";
import { me } from "../api/me.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";
import { updateWaiting, waitingCount } from "./inbox-dot.ts";
import { adoptSettings } from "./adopt-settings.ts";
import { menuButton, type MenuItem } from "./menu.ts";
import {
  accountsPath,
  addPath,
  exhibitsPath,
  guidePath,
  inboxPath,
  libraryPath,
  newThingPath,
  placesPath,
  searchPath,
  settingsPath,
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
  | "inbox"
  | "settings"
  | "trash";

type Visitor = Me["kind"] | "unknown";

export function topBar(here?: Here): HTMLElement {
  let visitor: Visitor = "unknown";
  const account = (): HTMLElement => menuButton(t("Account"), () => accountItems(visitor), "account");
  const links = el(
    "nav",
    { class: "top-links", "aria-label": t("Pages") },
    el(
      "div",
      { class: "top-main" },
      mainLink({ key: "spaces", name: t("Spaces"), href: libraryPath(), image: "place", isHere: here === "spaces" }),
      forOwners(
        mainLink({
          key: "things",
          name: t("Things"),
          href: thingsPath(),
          image: "thing",
          isHere: here === "things" || here === "places",
        }),
      ),
      mainLink({
        key: "exhibits",
        name: t("Exhibits"),
        href: exhibitsPath(),
        image: "exhibit",
        isHere: here === "exhibits",
      }),
    ),
    el(
      "div",
      { class: "top-tools" },
      forOwners(searchLink(here === "search")),
      forOwners(inboxLink("icon-button top-inbox", here === "inbox", false)),
      forAccounts(account()),
    ),
  );
  const lower = el(
    "nav",
    { class: "bottom-bar", "aria-label": t("Main pages") },
    lowerLink(t("Spaces"), libraryPath(), "place", here === "spaces"),
    forOwners(lowerLink(t("Things"), thingsPath(), "thing", here === "things" || here === "places")),
    forOwners(el("div", { class: "bottom-add" }, menuButton(t("Add"), addItems, "add"))),
    forOwners(inboxLink("bottom-link", here === "inbox", true)),
    forAccounts(el("div", { class: "bottom-account" }, account(), el("span", { "aria-hidden": "true" }, t("Account")))),
  );
  const element = el("header", { class: "top-bar" }, el("div", { class: "top-row" }, wordmark(), links), lower);
  // Until the visitor is known, and without the server, all are shown.
  void me().then((who) => {
    const { kind } = who;
    visitor = kind;
    adoptSettings(who);
    if (who.isDemo) element.prepend(demoNote());
    for (const link of element.querySelectorAll<HTMLElement>("[data-for]")) {
      link.hidden = kind === "nobody" || (link.dataset.for === "owner" && kind !== "owner");
    }
    if (kind === "owner" && who.notifications) void updateWaiting();
  }, () => {});
  return element;
}

/** Whose library this is, while the demo library is shown. */
function demoNote(): HTMLElement {
  return el(
    "p",
    { class: "demo-note" },
    el("span", {}, t("This is the demo library.")),
    el("a", { href: settingsPath() }, t("Back to yours")),
  );
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
    { icon: "people", label: t("People"), page: accountsPath() },
    { icon: "ask", label: t("Ask about your library"), page: guidePath({ kind: "library" }) },
  ];
  if (visitor !== "owner" && visitor !== "unknown") return everyone;
  return [
    ...everyone,
    { icon: "shelves", label: t("Places"), page: placesPath() },
    { icon: "share", label: t("Sharing"), page: sharingPath() },
    { icon: "sync", label: t("Devices and backup"), page: syncPath() },
    { icon: "trash", label: t("Trash"), page: trashPath() },
    { icon: "settings", label: t("Settings"), page: settingsPath() },
  ];
}

/** What can be added on a phone. */
function addItems(): MenuItem[] {
  return [
    { icon: "scan", label: t("Scan"), page: addPath("scan") },
    { icon: "photo", label: t("Photos"), page: addPath("photos") },
    { icon: "thing", label: t("Thing"), page: newThingPath() },
    { icon: "memory", label: t("Memory"), page: addPath("memory") },
  ];
}

function searchLink(isHere: boolean): HTMLElement {
  return el("a", {
    class: "icon-button top-search",
    href: searchPath(),
    "aria-label": t("Search"),
    title: t("Search (/)"),
    "aria-keyshortcuts": "/ Control+K Meta+K",
    "aria-current": isHere && "page",
  }, icon("search"));
}

/** With a dot while something waits for an answer. */
function inboxLink(style: string, isHere: boolean, hasWords: boolean): HTMLElement {
  const dot = el("span", { class: "inbox-dot", hidden: true });
  const properties = { class: style, href: inboxPath(), "aria-current": isHere && "page" };
  const link = el("a", properties, el("span", { class: "inbox-icon" }, icon("inbox"), dot));
  if (hasWords) link.append(el("span", { "aria-hidden": "true" }, t("Inbox")));
  let wasShown = false;
  // The effect of a link on a page that was left ends with the next change of the count.
  const stop = effect(() => {
    const count = waitingCount.value;
    if (wasShown && !link.isConnected) return void queueMicrotask(() => stop());
    wasShown ||= link.isConnected;
    dot.hidden = count === 0;
    const name = count === 0 ? t("Inbox") : t("Inbox, {count} waiting", { count });
    link.setAttribute("aria-label", name);
    link.title = name;
  });
  return link;
}

/** A link with its name; on narrow pages the icon only. */
function mainLink(
  { key, name, href, image, isHere }: { key: string; name: string; href: string; image: IconName; isHere: boolean },
): HTMLElement {
  return el(
    "a",
    { class: `top-link top-${key}`, href, title: name, "aria-current": isHere && "page" },
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
