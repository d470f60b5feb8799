/** Metric or imperial, for the whole page. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el, freshID } from "./dom.ts";
import { lengthUnitChoices, type LengthUnits, type Units, units } from "./units.ts";

const choices: { value: Units; label: string; name: string }[] = [
  { value: "metric", label: "m", name: t("Metres") },
  { value: "imperial", label: "ft", name: t("Feet and inches") },
];

export function unitsSwitch(signal: AbortSignal): HTMLElement {
  const group = freshID("units");
  const radios = choices.map(({ value, name }) =>
    el("input", { type: "radio", name: group, value, "aria-label": name, onchange: () => units.set(value) })
  );
  effect(() => radios.forEach((radio) => radio.checked = radio.value === units.value), signal);
  return el(
    "div",
    { class: "units-switch", role: "radiogroup", "aria-label": t("Units") },
    ...choices.map(({ label, name }, i) =>
      el("label", { title: name }, radios[i], el("span", { "aria-hidden": "true" }, label))
    ),
  );
}

/** All units of lengths, for measurements. */
export function lengthUnitsSelect(signal: AbortSignal): HTMLSelectElement {
  const select = el(
    "select",
    { class: "units-select", "aria-label": t("Units"), onchange: () => units.lengths.set(select.value as LengthUnits) },
    ...lengthUnitChoices.map(({ value, label }) => el("option", { value }, label)),
  );
  effect(() => void (select.value = units.lengths.value), signal);
  return select;
}
