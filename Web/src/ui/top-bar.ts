import { libraryPath } from "../router.ts";
import { el } from "./dom.ts";
import { icon } from "./icons.ts";

/** The bar above every page but a place's own. */
export function topBar(): HTMLElement {
  return el(
    "header",
    { class: "top-bar" },
    el("a", { class: "wordmark", href: libraryPath() }, icon("place"), "Diorama"),
  );
}
