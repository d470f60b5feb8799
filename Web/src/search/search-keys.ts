/** The keys that open the search on any page. */

const fields = "input, textarea, select, [contenteditable], [role=menu]";

/** Whether a key press asks for the search: Control-K, ⌘K, or / outside of fields. */
export function opensSearch(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "defaultPrevented">,
  isInField: boolean,
): boolean {
  if (event.defaultPrevented || event.altKey) return false;
  if (event.key.toLowerCase() === "k") return (event.ctrlKey || event.metaKey) && !event.shiftKey;
  return event.key === "/" && !event.ctrlKey && !event.metaKey && !isInField;
}

/** Calls `open` for these keys, where `isAllowed` permits it. */
export function listenForSearchKeys(isAllowed: () => boolean, open: () => void): void {
  document.addEventListener("keydown", (event) => {
    const isInField = event.target instanceof Element && event.target.closest(fields) !== null;
    if (!opensSearch(event, isInField) || !isAllowed()) return;
    event.preventDefault();
    open();
  });
}
