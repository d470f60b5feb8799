/** The search over any page: opened by / or Control-K, closed by Escape, a press beside it, or another page. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { searchedPath } from "./search-hit.ts";
import { SearchStore } from "./search-store.ts";
import { searchView } from "./search-view.ts";

let isOpen = false;

/** Opens it, unless it is open or another dialog is. */
export function openSearchOverlay(): void {
  if (isOpen || document.querySelector("dialog[open]")) return;
  isOpen = true;
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new SearchStore(owner);
  const view = searchView(store, owner);
  const all = el("a", { class: "button small" }, icon("forward"), t("Open as a page"));
  const close = el("button", { class: "button small", type: "button", onclick: () => dialog.close() }, t("Close"));
  const dialog = el(
    "dialog",
    { class: "search-dialog", "aria-label": t("Search") },
    view.element,
    el("div", { class: "search-foot" }, all, close),
  );
  effect(() => void (all.href = searchedPath(store.searched.value)), owner);
  const before = document.activeElement;
  let isLeaving = false;
  dialog.addEventListener("close", () => {
    isOpen = false;
    controller.abort();
    dialog.remove();
    if (!isLeaving && before instanceof HTMLElement && before.isConnected) before.focus();
  });
  // The first Escape in a search field would only empty it.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (event.target !== dialog && !link) return;
    isLeaving = link !== null;
    // After the router has followed the link.
    setTimeout(() => dialog.close());
  });
  document.body.append(dialog);
  dialog.showModal();
  view.field.focus();
}
