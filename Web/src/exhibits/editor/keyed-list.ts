/** Lists whose elements stay while their keys stay; the focus is kept when they are reordered. */

import { effect, untracked } from "../../reactive/signal.ts";

interface Item {
  element: HTMLElement;
  controller: AbortController;
}

/** `make` gets a key and a signal that aborts when the key is gone. */
export function keyedList(
  list: HTMLElement,
  keys: () => readonly string[],
  make: (key: string, owner: AbortSignal) => HTMLElement,
  owner: AbortSignal,
): void {
  const items = new Map<string, Item>();
  const makeItem = (key: string): Item => {
    const controller = new AbortController();
    return { element: untracked(() => make(key, controller.signal)), controller };
  };
  effect(() => {
    const wanted = keys();
    const focused = document.activeElement;
    for (const [key, { element, controller }] of items) {
      if (wanted.includes(key)) continue;
      controller.abort();
      element.remove();
      items.delete(key);
    }
    wanted.forEach((key, index) => {
      const item = items.get(key) ?? makeItem(key);
      items.set(key, item);
      if (list.children[index] !== item.element) list.insertBefore(item.element, list.children[index] ?? null);
    });
    // A moved element loses the focus.
    if (focused instanceof HTMLElement && focused !== document.activeElement && list.contains(focused)) focused.focus();
  }, owner);
  owner.addEventListener("abort", () => items.forEach(({ controller }) => controller.abort()), { once: true });
}

/** The keys of a list without ids: its indices. */
export function indexKeys(length: number): string[] {
  return Array.from({ length }, (_, index) => String(index));
}
