import { libraryPath } from "../ui/routes.ts";
import { el } from "../ui/dom.ts";
import { topBar } from "../ui/top-bar.ts";
import type { Page } from "./page.ts";

/** For addresses that lead nowhere. */
export function missingPage(): Page {
  const element = el(
    "div",
    { class: "page" },
    topBar(),
    el(
      "main",
      { id: "main", class: "message", tabindex: -1 },
      el("h1", {}, "Nothing is here"),
      el("p", {}, "This address belongs to no page of Diorama."),
      el("p", {}, el("a", { class: "button", href: libraryPath() }, "To the spaces")),
    ),
  );
  return { element, title: "Nothing is here", dispose: () => {} };
}
