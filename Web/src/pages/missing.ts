import { t } from "../i18n/messages.ts";
import { libraryPath } from "../ui/routes.ts";
import { el } from "../ui/dom.ts";
import { topBar } from "../ui/top-bar.ts";
import type { Page } from "./page.ts";

/** The page for unknown addresses. */
export function missingPage(): Page {
  const element = el(
    "div",
    { class: "page" },
    topBar(),
    el(
      "main",
      { id: "main", class: "message", tabindex: -1 },
      el("h1", {}, t("Page not found")),
      el("p", {}, t("Diorama has no page with this address.")),
      el("p", {}, el("a", { class: "button", href: libraryPath() }, t("All spaces"))),
    ),
  );
  return { element, title: t("Page not found"), dispose: () => {} };
}
