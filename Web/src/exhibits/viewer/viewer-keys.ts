/** The keys of the 3D view. They work while the focus is in the exhibit's page. */

import { exhibitMotion } from "../../core/exhibit.ts";
import type { ExhibitStage } from "../stage/exhibit-stage.ts";

export interface ViewerCommands {
  reset(): void;
  toggleLabels(): void;
  toggleExploded(): void;
  toggleParts(): void;
}

export const viewerKeyHelp: [string, string][] = [
  ["← → ↑ ↓", "turn"],
  ["Shift and arrows", "move"],
  ["+ −", "zoom"],
  ["R or Home", "reset the view"],
  ["L", "labels"],
  ["E", "exploded view"],
  ["P", "parts"],
];

/** Pixels that a key moves the image. */
const panStep = 48;

export function listenToViewerKeys(
  area: HTMLElement,
  stage: ExhibitStage,
  commands: ViewerCommands,
  signal: AbortSignal,
): void {
  area.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (turnsCamera(event, stage) || runsCommand(event, commands)) event.preventDefault();
  }, { signal });
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
