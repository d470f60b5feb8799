/** The keys of the page of things: `/` search, `n` a new one, Escape ends the selection, arrows enter the list. */

import type { ThingListStore } from "./list-store.ts";
import type { ThingListView } from "./list-view.ts";

export interface ListKeys {
  search: HTMLInputElement;
  add: () => void;
}

export function listenToKeys(store: ThingListStore, view: ThingListView, keys: ListKeys, owner: AbortSignal): void {
  const key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const isTyping = event.target instanceof HTMLElement &&
      event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
    if (event.key === "Escape") {
      if (event.target === keys.search) {
        if (keys.search.value === "") view.focusFirstVisible();
        return;
      }
      if (isTyping || store.selection.count.peek() === 0) return;
      store.selection.clear();
    } else if (event.target === keys.search && event.key === "ArrowDown") view.focusFirstVisible();
    else if (isTyping) return;
    else if (event.key === "/") {
      keys.search.focus();
      keys.search.select();
      event.stopPropagation(); // here it searches the things, elsewhere everything
    } else if (event.key === "n") keys.add();
    else if (
      (event.key === "j" || event.key === "k" || event.key === "ArrowDown") && view.focused === null && isOnPage(event)
    ) {
      view.focusFirstVisible();
    } else return;
    event.preventDefault();
  };
  // Before the keys of the whole client.
  document.addEventListener("keydown", key, { capture: true, signal: owner });
}

/** Nothing has the focus that arrows are for. */
function isOnPage(event: KeyboardEvent): boolean {
  return event.target === document.body || (event.target instanceof HTMLElement && event.target.id === "main");
}
