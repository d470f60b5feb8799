/** The keyboard of a space's page: shortcuts, the hint for screen readers, the table of keys. */

import { exploreGestureHelp, exploreKeyHelp } from "../explore/panels/help.ts";
import { t } from "../i18n/messages.ts";
import type { Mode } from "../scene/address.ts";
import { gestureHelp, keyHelp } from "../scene/keys.ts";
import { explain } from "../ui/dialog.ts";
import { el } from "../ui/dom.ts";

/** What the keys do, for screen readers. */
export const keyHints: Record<Mode, string> = {
  look: t(
    "Arrow keys turn, shift and arrow keys move, plus and minus zoom, T sand table, C ceiling " +
      "cut, U unseen edges, I scan report, P plan, M measure, L live session, R reset.",
  ),
  explore: t(
    "Arrow keys or W, A, S, D walk, Q and E turn around, Tab goes through the memories, the " +
      "nearest first, Enter opens one, T leaves the sand table.",
  ),
};

export function showKeys(mode: Mode): void {
  const table = (rows: [string, string][]): HTMLElement =>
    el("dl", { class: "key-list" }, ...rows.flatMap(([key, does]) => [el("dt", {}, key), el("dd", {}, does)]));
  const help = mode === "look" ? [gestureHelp, keyHelp] : [exploreGestureHelp, exploreKeyHelp];
  explain(t("Keys and gestures"), ...help.map(table));
}

/** Calls the action of a key; null where it has none now. */
export function handleShortcuts(
  area: HTMLElement,
  action: (key: string) => (() => void) | null,
  owner: AbortSignal,
): void {
  area.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const textFields = "input:not([type=radio]):not([type=range]), textarea";
    if (event.target instanceof HTMLElement && event.target.closest(textFields)) return;
    const act = action(event.key.toLowerCase());
    if (!act) return;
    event.preventDefault();
    act();
  }, { signal: owner });
}
