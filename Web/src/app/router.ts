/** Navigates between pages without loading the document again. */

import { exportedExhibit, exportedToken } from "../api/exported.ts";
import { parseRoute, type Route } from "../ui/routes.ts";

/** The route of the current address. An exported space or exhibit can be in any folder and is its only page. */
function here(): Route {
  if (exportedExhibit !== null) return { page: "exhibit", id: exportedExhibit };
  if (exportedToken !== null) return { page: "visit", token: exportedToken, way: "folder" };
  return parseRoute(location.pathname);
}

/** Calls `show` for the current address and for each later one: links, `navigate`, and the browser's own back and forward. */
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
