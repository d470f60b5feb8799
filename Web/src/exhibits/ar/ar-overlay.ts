/** The controls over the camera's image. */

import { t } from "../../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../../reactive/signal.ts";
import { el, setText } from "../../ui/dom.ts";
import type { FloorPlacement } from "./floor-placement.ts";

export interface ARCommands {
  confirm(): void;
  again(): void;
  toggleScale(): void;
  end(): void;
}

export interface AROverlay {
  /** The root of WebXR's DOM overlay. */
  element: HTMLElement;
  /** Below the buttons: it gets the fingers. */
  surface: HTMLElement;
}

/** Shows what to do next. */
export function arOverlay(
  placement: ReadonlySignal<FloorPlacement>,
  hasFloor: ReadonlySignal<boolean>,
  commands: ARCommands,
  owner: AbortSignal,
): AROverlay {
  const words = el("p", { class: "ar-words", role: "status" });
  const confirm = el("button", { class: "button primary", type: "button", onclick: commands.confirm }, t("Place here"));
  const again = el("button", { class: "button", type: "button", onclick: commands.again }, t("Move"));
  const scale = el("button", { class: "button", type: "button", onclick: commands.toggleScale });
  const end = el("button", { class: "button", type: "button", onclick: commands.end }, t("End|leaves AR"));
  effect(() => {
    const { isConfirmed, scale: current } = placement.value;
    setText(words, instruction(isConfirmed, hasFloor.value));
    confirm.hidden = isConfirmed || !hasFloor.value;
    again.hidden = !isConfirmed;
    setText(scale, current === "real" ? t("Table scale") : t("Real scale"));
  }, owner);
  const surface = el("div", { class: "exhibit-ar-surface" });
  const element = el(
    "div",
    { class: "ar-overlay exhibit-ar" },
    surface,
    words,
    el("div", { class: "field-buttons" }, confirm, again, scale, end),
  );
  // Taps on the overlay are handled by its elements; the end of a drag is not a tap.
  element.addEventListener("beforexrselect", (event) => event.preventDefault());
  return { element, surface };
}

function instruction(isConfirmed: boolean, hasFloor: boolean): string {
  if (isConfirmed) return t("Drag to move it, turn with two fingers, pinch to change its size.");
  return hasFloor
    ? t("Aim at a free surface, then place the model.")
    : t("Move the phone slowly until a surface is found.");
}
