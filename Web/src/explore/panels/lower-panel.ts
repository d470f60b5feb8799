/**
 * The sand table's lower window: joystick, the slot for the strip of memories, and what a task (placing, hanging)
 * puts in their place.
 */

import { el } from "../../ui/dom.ts";
import { icon, type IconName } from "../../ui/icons.ts";

export interface LowerPanel {
  element: HTMLElement;
  strip: HTMLElement;
  /** Shows a task's controls in place of the strip; null: the strip again. */
  show(task: HTMLElement | null): void;
}

export function lowerPanel(joystick: HTMLElement): LowerPanel {
  const strip = el("div", { class: "deck-strip" });
  const element = el("div", { class: "deck", hidden: true }, joystick, strip);
  return {
    element,
    strip,
    show(task): void {
      element.replaceChildren(joystick, task ?? strip);
      element.classList.toggle("has-task", task !== null);
    },
  };
}

export interface Toolbar {
  element: HTMLElement;
  showSound(on: boolean): void;
}

/** The column of buttons at the edge of the space. */
export function toolbar(act: {
  zoom(factor: number): void;
  reset(): void;
  sound(): void;
  help(): void;
}): Toolbar {
  const tool = (name: IconName, label: string, action: () => void): HTMLButtonElement =>
    el(
      "button",
      { class: "icon-button", type: "button", "aria-label": label, title: label, onclick: action },
      icon(name),
    );
  const sound = tool("silence", "Sound", act.sound);
  const element = el(
    "div",
    { class: "explore-tools", role: "group", "aria-label": "Sand table" },
    tool("add", "Zoom in", () => act.zoom(0.8)),
    tool("minus", "Zoom out", () => act.zoom(1.25)),
    tool("reset", "Back to where you came in", act.reset),
    sound,
    tool("keys", "Keys and gestures", act.help),
  );
  return {
    element,
    showSound(on): void {
      sound.setAttribute("aria-pressed", String(on));
      sound.title = on ? "Sound is on" : "Sound is off";
      sound.replaceChildren(icon(on ? "sound" : "silence"));
    },
  };
}
