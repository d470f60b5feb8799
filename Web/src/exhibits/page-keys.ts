/** Keys of an exhibit's view. They work wherever the focus is on the page, but not in fields, dialogs and sheets. */

/** `act` returns whether it used the key. */
export function listenToPageKeys(act: (event: KeyboardEvent) => boolean, owner: AbortSignal): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.closest("input, select, textarea, dialog, .sheet-over")) return;
    if (act(event)) event.preventDefault();
  }, { signal: owner });
}
