/**
 * The controls under a place: the way of looking and, in the free look, ceiling cut, zoom, reset. They show the state
 * and change it, nothing else.
 */

import type { Navigator } from "./navigator.ts";
import type { Mode } from "./address.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";

export interface PlaceControls {
  /** The bar below the place. */
  dock: HTMLElement;
  /** The cut's slider, over the place's edge. */
  slider: HTMLElement;
  update(): void;
  /** Shows or hides the unseen edges; null where there are none. */
  toggleRims: (() => void) | null;
}

const modes: { mode: Mode; label: string; icon: IconName }[] = [
  { mode: "look", label: "Look", icon: "look" },
  { mode: "explore", label: "Sand table", icon: "table" },
];

/** The way of looking, and how to change it. */
export interface Modes {
  readonly mode: Mode;
  /** Whether there is more than one. */
  readonly canExplore: boolean;
  setMode(mode: Mode): void;
}

/**
 * `showUnseenEdges` resolves when the unseen edges are drawn or gone; null where the place has none. `placeTools`
 * stand beside the ways of looking.
 */
export function placeControls(
  place: Modes,
  navigator: Navigator,
  showKeys: () => void,
  showUnseenEdges: ((on: boolean) => Promise<void>) | null,
  placeTools: HTMLElement | null = null,
): PlaceControls {
  const group = freshID("mode");
  const radios = modes.map(({ mode }) =>
    el("input", { type: "radio", name: group, value: mode, onchange: () => place.setMode(mode) })
  );
  const modeSwitch = el(
    "div",
    { class: "mode-switch", role: "radiogroup", "aria-label": "Way of looking", hidden: !place.canExplore },
    ...modes.map((entry, i) => el("label", {}, radios[i], el("span", {}, icon(entry.icon), entry.label))),
  );

  const cut = el(
    "button",
    { class: "button tool", type: "button", onclick: () => navigator.setCut({ on: !navigator.cut.on }) },
    icon("cut"),
    el("span", { class: "tool-label" }, "Ceiling cut"),
  );
  const rims = el(
    "button",
    { class: "button tool", type: "button", "aria-pressed": "false", onclick: () => toggleRims?.() },
    icon("rims"),
    el("span", { class: "tool-label" }, "Unseen edges"),
  );
  const toggleRims = showUnseenEdges && ((): void => {
    const on = rims.getAttribute("aria-pressed") !== "true";
    rims.setAttribute("aria-pressed", String(on));
    // What could not be fetched is not shown as being there.
    showUnseenEdges(on).catch(() => rims.setAttribute("aria-pressed", String(!on)));
  });
  const { lowest, highest } = navigator.cutRange;
  const range = el("input", {
    type: "range",
    min: lowest.toFixed(2),
    max: highest.toFixed(2),
    step: 0.01,
    "aria-label": "Height of the ceiling cut",
    oninput: () => navigator.setCut({ height: Number(range.value) }),
  });
  const height = el("output", { class: "cut-height" });
  const slider = el("div", { class: "cut-slider" }, range, height);

  const tool = (name: IconName, label: string, action: () => void): HTMLButtonElement =>
    el(
      "button",
      { class: "icon-button", type: "button", "aria-label": label, title: label, onclick: action },
      icon(name),
    );
  const tools = el(
    "div",
    { class: "tools" },
    cut,
    showUnseenEdges && rims,
    // Together in one row, also where it is another than that of the words.
    el(
      "div",
      { class: "step-tools" },
      tool("minus", "Zoom out", () => navigator.step({ factor: 1.25 })),
      tool("add", "Zoom in", () => navigator.step({ factor: 0.8 })),
      tool("reset", "Reset view", () => navigator.reset()),
      tool("keys", "Keys and gestures", showKeys),
    ),
  );
  const dock = el(
    "div",
    { class: "dock", role: "group", "aria-label": "View" },
    el("div", { class: "ways" }, modeSwitch, placeTools),
    tools,
  );

  const update = (): void => {
    radios.forEach((radio) => radio.checked = radio.value === place.mode);
    tools.hidden = place.mode !== "look";
    const { on, height: at } = navigator.cut;
    cut.setAttribute("aria-pressed", String(on));
    slider.hidden = !on || place.mode !== "look";
    const words = `${(at - navigator.floor).toFixed(2)} m`;
    range.value = at.toFixed(2);
    range.setAttribute("aria-valuetext", `${words} above the floor`);
    setText(height, words);
  };
  update();
  return { dock, slider, update, toggleRims };
}
