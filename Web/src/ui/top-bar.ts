import { accountsPath, libraryPath, syncPath } from "./routes.ts";
import { el } from "./dom.ts";
import { icon } from "./icons.ts";

/** The bar above every page except that of a space. */
export function topBar(here?: "sync" | "accounts"): HTMLElement {
  const name = "Devices and backup";
  return el(
    "header",
    { class: "top-bar" },
    el("a", { class: "wordmark", href: libraryPath() }, icon("place"), "Diorama"),
    el(
      "nav",
      { class: "top-links", "aria-label": "Pages" },
      el("a", {
        class: "icon-button",
        href: accountsPath(),
        "aria-label": "People",
        title: "People",
        "aria-current": here === "accounts" && "page",
      }, icon("people")),
      el("a", {
        class: "icon-button",
        href: syncPath(),
        "aria-label": name,
        title: name,
        "aria-current": here === "sync" && "page",
      }, icon("sync")),
    ),
  );
}
