/** Keys while the measure tool is open, anywhere on the space's page. */

import { canFinish, isEmpty } from "./draft.ts";
import type { MeasureStore } from "./measure-store.ts";

export interface MeasureKeyActions {
  close(): void;
  undo(): void;
  redo(): void;
  /** Places a point at the crosshair. */
  placePoint(): void;
  /** An arrow key moves the view: the crosshair is needed. */
  arrow(): void;
}

/** True: the key is handled, and nothing else may react to it. */
export function handleMeasureKey(event: KeyboardEvent, store: MeasureStore, actions: MeasureKeyActions): boolean {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || event.altKey || target.closest(".plan-pane, .sheet-over, dialog")) return false;
  const inField = target.closest("input:not([type=radio]), textarea, select") !== null;
  if (event.ctrlKey || event.metaKey) return !inField && handleUndoKey(event, actions);
  const draft = store.draft.current.peek();
  if (event.key === "Escape") {
    if (isEmpty(draft)) actions.close();
    else store.draft.clear();
    return true;
  }
  if (inField) return false;
  const onControl = target.closest("button, a, input") !== null;
  switch (event.key) {
    case "Backspace":
    case "Delete":
      store.draft.removeLast();
      return true;
    case "Enter":
      if (onControl || !canFinish(draft)) return false;
      store.draft.finish();
      return true;
    case " ":
      if (onControl) return false;
      actions.placePoint();
      return true;
    default:
      if (event.key.startsWith("Arrow") && target.matches("canvas")) actions.arrow();
      return false;
  }
}

function handleUndoKey(event: KeyboardEvent, actions: MeasureKeyActions): boolean {
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return false;
  if (key === "y" || event.shiftKey) actions.redo();
  else actions.undo();
  return true;
}
