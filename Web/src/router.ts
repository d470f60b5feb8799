/** Addresses of pages, and moving between them without loading the document anew. */

import { exportedToken } from "./exported.ts";

/** On a page of its own, in a frame of somebody else's, or as a folder that was exported. */
export type VisitWay = "link" | "frame" | "folder";

export type Route =
  | { page: "library" }
  | { page: "sync" }
  | { page: "accounts" }
  | { page: "join" }
  | { page: "space"; id: string }
  /** A space as visitors see it. */
  | { page: "visit"; token: string; way: VisitWay }
  | { page: "missing" };

/** The route of a path. Ids are KSUIDs: 27 letters and digits. */
export function parseRoute(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "library" };
  if (path === "/sync" || path === "/sync/") return { page: "sync" };
  if (path === "/accounts" || path === "/accounts/") return { page: "accounts" };
  if (path === "/join" || path === "/join/") return { page: "join" };
  const visit = /^\/(s|embed)\/([0-9A-Za-z_-]{8,128})\/?$/.exec(path);
  if (visit?.[2]) return { page: "visit", token: visit[2], way: visit[1] === "embed" ? "frame" : "link" };
  const space = /^\/spaces\/([0-9A-Za-z]{27})\/?$/.exec(path);
  return space?.[1] ? { page: "space", id: space[1] } : { page: "missing" };
}

export function libraryPath(): string {
  return "/";
}

export function syncPath(): string {
  return "/sync";
}

export function accountsPath(): string {
  return "/accounts";
}

export function spacePath(id: string): string {
  return `/spaces/${id}`;
}

/** The route of the present address. An exported space lies wherever its folder was put, and is its only page. */
function here(): Route {
  if (exportedToken !== null) return { page: "visit", token: exportedToken, way: "folder" };
  return parseRoute(location.pathname);
}

/** Calls `show` for the present address and for each later one: links, `navigate`, and the browser's own back and forward. */
export class Router {
  constructor(private readonly show: (route: Route, moved: boolean) => void) {}

  start(): void {
    addEventListener("popstate", () => this.show(here(), true));
    document.addEventListener("click", (event) => this.follow(event));
    this.show(here(), false);
  }

  navigate(path: string): void {
    history.pushState(null, "", path);
    this.show(here(), true);
  }

  /** Plain clicks on links to our own pages; all others are the browser's. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.hash !== "" || parseRoute(link.pathname).page === "missing") return;
    event.preventDefault();
    this.navigate(link.pathname + link.search);
  }
}
