/** The keys of the 3D view. */

import { exhibitMotion } from "../../core/exhibit.ts";
import { t } from "../../i18n/messages.ts";
import { listenToPageKeys } from "../page-keys.ts";
import type { ExhibitStage } from "../stage/exhibit-stage.ts";

export interface ViewerCommands {
  reset(): void;
  toggleLabels(): void;
  toggleExploded(): void;
  toggleParts(): void;
}

export const viewerKeyHelp: [string, string][] = [
  ["← → ↑ ↓", t("turn|what a key does")],
  [t("Shift and arrows"), t("move|what a key does")],
  ["+ −", t("zoom|what a key does")],
  [t("R or Home"), t("reset the view")],
  ["L", t("labels|what a key does")],
  ["E", t("exploded view")],
  ["P", t("parts|what a key does")],
];

/** Pixels that a key moves the image. */
const panStep = 48;

export function listenToViewerKeys(stage: ExhibitStage, commands: ViewerCommands, owner: AbortSignal): void {
  listenToPageKeys((event) => turnsCamera(event, stage) || runsCommand(event, commands), owner);
}

function turnsCamera({ key, shiftKey }: KeyboardEvent, stage: ExhibitStage): boolean {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  if (step) {
    const [x = 0, y = 0] = step;
    const { keyTurn } = exhibitMotion;
    // The camera moves in the arrow's direction, the content in the opposite one.
    if (shiftKey) stage.steer((orbit) => orbit.pan(-x * panStep, y * panStep, stage.metresPerPixel));
    else stage.steer((orbit) => orbit.turn(x * keyTurn, y * keyTurn));
    return true;
  }
  if (key === "+" || key === "=") stage.steer((orbit) => orbit.zoom(exhibitMotion.keyZoom));
  else if (key === "-" || key === "−") stage.steer((orbit) => orbit.zoom(1 / exhibitMotion.keyZoom));
  else return false;
  return true;
}

function runsCommand({ key }: KeyboardEvent, commands: ViewerCommands): boolean {
  switch (key) {
    case "r":
    case "R":
    case "Home":
      commands.reset();
      return true;
    case "l":
    case "L":
      commands.toggleLabels();
      return true;
    case "e":
    case "E":
      commands.toggleExploded();
      return true;
    case "p":
    case "P":
      commands.toggleParts();
      return true;
    default:
      return false;
  }
}
