/**
 * The lower panel of the sand table: the joystick and the strip of memories, or the controls of a placement task.
 */

import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon } from "../../ui/icons.ts";

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
  feedback(): void;
  help(): void;
}): Toolbar {
  const sound = iconButton("silence", t("Sound"), act.sound);
  const element = el(
    "div",
    { class: "explore-tools", role: "group", "aria-label": t("Sand table") },
    iconButton("add", t("Zoom in"), () => act.zoom(0.8)),
    iconButton("minus", t("Zoom out"), () => act.zoom(1.25)),
    iconButton("reset", t("Back to the start"), act.reset),
    sound,
    iconButton("settings", t("Sound and vibration"), act.feedback),
    iconButton("keys", t("Keys and gestures"), act.help),
  );
  return {
    element,
    showSound(on): void {
      sound.setAttribute("aria-pressed", String(on));
      sound.title = on ? t("Sound is on") : t("Sound is off");
      sound.replaceChildren(icon(on ? "sound" : "silence"));
    },
  };
}
