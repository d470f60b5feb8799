/** The page's elements over the camera's image: an instruction, the alignment's quality, two buttons. */

import { t } from "../i18n/messages.ts";
import { el, setText } from "../ui/dom.ts";

export interface AROverlay {
  element: HTMLElement;
  /** `quality` is empty without an alignment. */
  show(state: { instruction: string; quality: string; canRestart: boolean }): void;
}

export function arOverlay(act: { restart(): void; leave(): void }): AROverlay {
  const instruction = el("p", { class: "ar-words", role: "status" });
  const quality = el("p", { class: "ar-residual" });
  const restart = el(
    "button",
    { class: "button", type: "button", hidden: true, onclick: act.restart },
    t("Align again"),
  );
  const leave = el("button", { class: "button primary", type: "button", onclick: act.leave }, t("Leave"));
  const buttons = el("div", { class: "field-buttons" }, restart, leave);
  const element = el("div", { class: "ar-overlay" }, instruction, quality, buttons);
  // A tap on the overlay is not a tap on the room.
  element.addEventListener("beforexrselect", (event) => event.preventDefault());
  return {
    element,
    show(state): void {
      setText(instruction, state.instruction);
      setText(quality, state.quality);
      restart.hidden = !state.canRestart;
    },
  };
}
