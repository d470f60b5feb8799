/** The keys of the free look. They work while the focus is in the space's part of the page. */

import { t } from "../i18n/messages.ts";
import type { Navigator } from "./navigator.ts";

const turn = Math.PI / 24;

/** What each key does, for the help as well. */
export const keyHelp: [string, string][] = [
  ["← →", t("turn|what a key does")],
  ["↑ ↓", t("tilt|what a key does")],
  [t("Shift and arrows"), t("move|what a key does")],
  ["+ −", t("zoom|what a key does")],
  ["T", t("sand table")],
  ["C", t("ceiling cut")],
  ["U", t("unseen edges, where the scan marks them")],
  ["I", t("about the scan")],
  ["P", t("plan|what a key does")],
  ["M", t("measure|what a key does")],
  ["L", t("live session")],
  ["R", t("reset the view")],
];

export const gestureHelp: [string, string][] = [
  [t("Drag, or one finger"), t("turn|what a key does")],
  [t("Right button, or two fingers"), t("move|what a key does")],
  [t("Wheel, or pinch"), t("zoom|what a key does")],
];

/** `active`: whether the free look has the keys at present. */
export function listenToKeys(
  area: HTMLElement,
  navigator: Navigator,
  active: () => boolean,
  signal: AbortSignal,
): void {
  area.addEventListener("keydown", (event) => {
    if (!active() || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const field = event.target instanceof HTMLInputElement ? event.target.type : "";
    if (field !== "" && field !== "radio" && field !== "range") return;
    // Radio buttons and sliders use the arrows themselves.
    if (field !== "" && event.key.startsWith("Arrow")) return;
    if (act(event, navigator)) event.preventDefault();
  }, { signal });
}

function act(event: KeyboardEvent, navigator: Navigator): boolean {
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [0, 0];
  if (x !== 0 || y !== 0) {
    // The camera moves in the arrow's direction, the content in the opposite one.
    if (event.shiftKey) navigator.step({ right: -(x ?? 0) * 0.08, up: -(y ?? 0) * 0.08 });
    else navigator.step({ turn: (x ?? 0) * turn, tilt: (y ?? 0) * turn });
    return true;
  }
  switch (event.key) {
    case "+":
    case "=":
      navigator.step({ factor: 0.85 });
      return true;
    case "-":
    case "−":
    case "_":
      navigator.step({ factor: 1 / 0.85 });
      return true;
    case "c":
    case "C":
      navigator.setCut({ on: !navigator.cut.peek().on });
      return true;
    case "r":
    case "R":
      navigator.reset();
      return true;
    default:
      return false;
  }
}
