/** The control of a field of a step, by its kind. */

import type { Money, RecordingField } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { dayOf, timeOf } from "../../things/dates.ts";
import { moneyField } from "../../things/fields/money-field.ts";
import { labelledField } from "../../things/fields/labelled-field.ts";
import { el, freshID } from "../../ui/dom.ts";
import { choice, labelled } from "../../ui/fields.ts";
import type { FieldAnswer } from "./recording-store.ts";

/** `changed` is called with each value that was entered, or null for none. */
export function fieldInput(field: RecordingField, changed: (value: FieldAnswer | null) => void): HTMLElement {
  const label = field.required ? field.title : t("{title} (optional)", { title: field.title });
  switch (field.kind) {
    case "flag":
      return flagInput(label, field.value === true, field.value === false, changed);
    case "money": {
      const money = moneyField(label, changed);
      money.show(typeof field.value === "object" ? field.value as Money | null : null);
      return labelledField(label, money);
    }
    case "choice":
      return labelled(label, choiceInput(field, changed));
    case "number":
      return labelled(label, numberInput(field, changed), rangeText(field));
    case "date": {
      const input = el("input", { type: "date", onchange: () => changed(timeOf(input.value)) });
      input.value = dayOf(typeof field.value === "string" ? field.value : null);
      return labelled(label, input);
    }
    case "text": {
      const area = el("textarea", {
        rows: 2,
        maxlength: 10_000,
        onchange: () => changed(area.value.trim() === "" ? null : area.value),
      });
      area.value = typeof field.value === "string" ? field.value : "";
      return labelled(label, area);
    }
  }
}

function rangeText({ minimum, maximum }: RecordingField): string | null {
  if (minimum !== null && maximum !== null) return t("{minimum} to {maximum}", { minimum, maximum });
  if (minimum !== null) return t("{minimum} or more", { minimum });
  return maximum === null ? null : t("{maximum} or less", { maximum });
}

function numberInput(field: RecordingField, changed: (value: FieldAnswer | null) => void): HTMLInputElement {
  const input = el("input", {
    type: "number",
    step: "any",
    inputmode: "decimal",
    min: field.minimum,
    max: field.maximum,
    onchange: () => {
      const isWrong = input.validity.badInput;
      input.setAttribute("aria-invalid", String(isWrong));
      if (!isWrong) changed(input.value === "" ? null : input.valueAsNumber);
    },
  });
  if (typeof field.value === "number") input.value = String(field.value);
  return input;
}

function choiceInput(field: RecordingField, changed: (value: FieldAnswer | null) => void): HTMLSelectElement {
  const select = el(
    "select",
    { onchange: () => changed(select.value || null) },
    el("option", { value: "" }, "–"),
    ...field.choices.map((each) => el("option", { value: each }, each)),
  );
  select.value = typeof field.value === "string" ? field.value : "";
  return select;
}

function flagInput(
  label: string,
  isYes: boolean,
  isNo: boolean,
  changed: (value: FieldAnswer) => void,
): HTMLElement {
  const name = freshID("flag");
  const option = (text: string, value: boolean, isChecked: boolean): HTMLElement =>
    choice(text, el("input", { type: "radio", name, checked: isChecked, onchange: () => changed(value) }));
  return el(
    "fieldset",
    { class: "field flag-field" },
    el("legend", {}, label),
    option(t("Yes"), true, isYes),
    option(t("No"), false, isNo),
  );
}
