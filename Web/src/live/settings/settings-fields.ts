/** The fields of the settings: a slider and a row of choices. */

import { effect } from "../../reactive/signal.ts";
import { el, freshID, setAttribute, setText } from "../../ui/dom.ts";
import type { StoredSetting } from "../../ui/stored-setting.ts";
import { percentText } from "./settings-text.ts";

/** A slider from 0 to 1 with its value in percent. `settled` is called when the user lets go of it. */
export function slider(
  label: string,
  setting: StoredSetting<number>,
  owner: AbortSignal,
  settled: () => void = () => {},
): { element: HTMLElement; input: HTMLInputElement } {
  const id = freshID("slider");
  const input = el("input", {
    id,
    type: "range",
    min: 0,
    max: 100,
    step: 5,
    oninput: () => setting.set(Number(input.value) / 100),
    onchange: settled,
  });
  const value = el("output", { for: id, class: "slider-value" });
  effect(() => {
    const percent = Math.round(100 * setting.value);
    if (Number(input.value) !== percent) input.value = String(percent);
    setAttribute(input, "aria-valuetext", percentText(setting.value));
    setText(value, `${percent} %`);
  }, owner);
  const element = el(
    "div",
    { class: "field live-slider" },
    el("label", { for: id }, label),
    el("div", { class: "live-slider-line" }, input, value),
  );
  return { element, input };
}

/** Radio buttons in a row. */
export function choiceRow<T extends string>(
  label: string,
  names: Readonly<Record<T, string>>,
  setting: StoredSetting<T>,
  owner: AbortSignal,
): HTMLElement {
  const group = freshID("choice");
  const radios = (Object.keys(names) as T[]).map((value) =>
    el("input", { type: "radio", name: group, value, onchange: () => setting.set(value) })
  );
  effect(() => radios.forEach((radio) => radio.checked = radio.value === setting.value), owner);
  const choices = radios.map((radio) =>
    el("label", { class: "kind-choice" }, radio, el("span", {}, names[radio.value as T]))
  );
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, label),
    el("div", { class: "kind-choices" }, ...choices),
  );
}
