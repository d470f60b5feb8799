/** The page of the search. Its address has the text and the kinds. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { searchedFromQuery, searchedPath } from "../search/search-hit.ts";
import { SearchStore } from "../search/search-store.ts";
import { searchView } from "../search/search-view.ts";
import { el } from "../ui/dom.ts";
import { topBar } from "../ui/top-bar.ts";
import type { Page } from "./page.ts";

export function searchPage(): Page {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new SearchStore(owner);
  store.open(searchedFromQuery(location.search));
  const view = searchView(store, owner);
  const main = el(
    "main",
    { id: "main", class: "sheet search-page", tabindex: -1 },
    el("h1", {}, t("Search")),
    view.element,
  );
  const element = el("div", { class: "page", "data-state": "loading" }, topBar("search"), main);
  effect(() => {
    const { state } = store.phase.value;
    element.dataset.state = state === "idle" ? "ready" : state;
  }, owner);
  const shown = (): void => {
    view.field.focus();
    // From now on: the page is shown, so the address is its own.
    effect(() => {
      const path = searchedPath(store.searched.value);
      if (path !== location.pathname + location.search) history.replaceState(history.state, "", path);
    }, owner);
  };
  return { element, title: t("Search"), shown, dispose: () => controller.abort() };
}
