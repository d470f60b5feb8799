/** A joystick for thumb or mouse. Keys and gamepad do the same, so it is hidden from screen readers. */

import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import { joystickVector } from "./intent.ts";

export interface Joystick {
  element: HTMLElement;
  /** −1 to 1, to the right and ahead; zero when released. */
  readonly moveX: number;
  readonly moveY: number;
}

/** `changed` is called when it moves. */
export function joystick(changed: () => void): Joystick {
  const knob = el("div", { class: "joystick-knob" });
  const element = el("div", { class: "joystick", "aria-hidden": "true", title: t("Walk") }, knob);
  const state = { element, moveX: 0, moveY: 0 };
  let pointer = -1;

  const aim = (event: PointerEvent): void => {
    const box = element.getBoundingClientRect();
    const radius = box.width * 0.36;
    let dx = event.clientX - box.left - box.width / 2;
    let dy = event.clientY - box.top - box.height / 2;
    const size = Math.hypot(dx, dy);
    if (size > radius) [dx, dy] = [dx / size * radius, dy / size * radius];
    Object.assign(state, joystickVector(dx, dy, radius));
    knob.style.transform = `translate(${dx.toFixed(1)}px, ${dy.toFixed(1)}px)`;
    changed();
  };
  const release = (event: PointerEvent): void => {
    if (event.pointerId !== pointer) return;
    pointer = -1;
    element.classList.remove("held");
    state.moveX = state.moveY = 0;
    knob.style.transform = "";
    changed();
  };
  element.addEventListener("pointerdown", (event) => {
    if (pointer >= 0) return;
    pointer = event.pointerId;
    element.setPointerCapture(pointer);
    element.classList.add("held");
    aim(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (event.pointerId === pointer) aim(event);
  });
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  return state;
}
