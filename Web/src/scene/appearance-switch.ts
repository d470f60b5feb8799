/** The switch between a space's surface and its splats; hidden where the space has only one of them. */

import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import { el, freshID } from "../ui/dom.ts";
import { type Appearance, appearances } from "./appearance.ts";

const labels: Record<Appearance, string> = { mesh: t("Mesh"), splats: t("Splats"), both: t("Both") };

export interface AppearanceSwitchProps {
  appearance: ReadonlySignal<Appearance>;
  hasBoth: ReadonlySignal<boolean>;
  show(appearance: Appearance): void;
}

export function appearanceSwitch(props: AppearanceSwitchProps, owner: AbortSignal): HTMLElement {
  const name = freshID("appearance");
  const radios = appearances.map((value) =>
    el("input", { type: "radio", name, value, onchange: () => props.show(value) })
  );
  const element = el(
    "div",
    { class: "mode-switch appearance-switch", role: "radiogroup", "aria-label": t("Shown") },
    ...appearances.map((value, i) => el("label", {}, radios[i], el("span", {}, labels[value]))),
  );
  effect(() => void (element.hidden = !props.hasBoth.value), owner);
  effect(() => radios.forEach((radio) => radio.checked = radio.value === props.appearance.value), owner);
  return element;
}
