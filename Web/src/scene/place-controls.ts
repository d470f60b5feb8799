/** The controls below a space: the mode and, in the free look, ceiling cut, unseen edges, zoom and reset. */

import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import { el, freshID } from "../ui/dom.ts";
import { iconButton } from "../ui/icon-button.ts";
import { icon, type IconName } from "../ui/icons.ts";
import type { Mode } from "./address.ts";
import { cutButton, cutSlider } from "./cut-controls.ts";
import type { Navigator } from "./navigator.ts";
import { unseenEdgesButton } from "./unseen-edges-button.ts";

export interface PlaceControlsProps {
  mode: ReadonlySignal<Mode>;
  /** Whether the sand table is available. */
  canExplore: boolean;
  setMode(mode: Mode): void;
  navigator: Navigator;
  showKeys(): void;
  /** Resolves when the unseen edges are shown or hidden; null where the space has none. */
  showUnseenEdges: ((visible: boolean) => Promise<void>) | null;
  /** What is beside the mode: the buttons of tools, and the switch of mesh and splats. */
  tools: HTMLElement[];
}

export interface PlaceControls {
  /** The bar below the space. */
  dock: HTMLElement;
  /** The slider of the cut, at the edge of the space. */
  slider: HTMLElement;
  /** Shows or hides the unseen edges; null where there are none. */
  toggleUnseenEdges: (() => void) | null;
}

export function placeControls(props: PlaceControlsProps, owner: AbortSignal): PlaceControls {
  const { mode, navigator, showUnseenEdges } = props;
  const edges = showUnseenEdges && unseenEdgesButton(showUnseenEdges, owner);
  const lookTools = el(
    "div",
    { class: "tools" },
    cutButton(navigator, owner),
    edges?.element,
    stepButtons(navigator, props.showKeys),
  );
  effect(() => void (lookTools.hidden = mode.value !== "look"), owner);
  const dock = el(
    "div",
    { class: "dock", role: "group", "aria-label": t("View") },
    el("div", { class: "ways" }, modeSwitch(props, owner), ...props.tools),
    lookTools,
  );
  return { dock, slider: cutSlider(navigator, mode, owner), toggleUnseenEdges: edges?.toggle ?? null };
}

const modes: { mode: Mode; label: string; icon: IconName }[] = [
  { mode: "look", label: t("Look"), icon: "look" },
  { mode: "explore", label: t("Sand table"), icon: "table" },
];

function modeSwitch({ mode, canExplore, setMode }: PlaceControlsProps, owner: AbortSignal): HTMLElement {
  const name = freshID("mode");
  const radios = modes.map((each) =>
    el("input", { type: "radio", name, value: each.mode, onchange: () => setMode(each.mode) })
  );
  effect(() => radios.forEach((radio) => radio.checked = radio.value === mode.value), owner);
  return el(
    "div",
    { class: "mode-switch", role: "radiogroup", "aria-label": t("Mode"), hidden: !canExplore },
    ...modes.map((each, i) => el("label", {}, radios[i], el("span", {}, icon(each.icon), each.label))),
  );
}

/** One row, also where the other buttons are in a row above. */
function stepButtons(navigator: Navigator, showKeys: () => void): HTMLElement {
  return el(
    "div",
    { class: "step-tools" },
    iconButton("minus", t("Zoom out"), () => navigator.step({ factor: 1.25 })),
    iconButton("add", t("Zoom in"), () => navigator.step({ factor: 0.8 })),
    iconButton("reset", t("Reset view"), () => navigator.reset()),
    iconButton("keys", t("Keys and gestures"), showKeys),
  );
}
