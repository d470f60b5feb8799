/** A label for a control whose input is inside of it. */

import { el, freshID } from "../../ui/dom.ts";

export function labelledField(
  label: string,
  field: { element: HTMLElement; input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement },
  help: string | null = null,
): HTMLElement {
  field.input.id ||= freshID("field");
  if (help !== null) field.input.setAttribute("aria-describedby", `${field.input.id}-help`);
  return el(
    "div",
    { class: "field" },
    el("label", { for: field.input.id }, label),
    field.element,
    help !== null && el("p", { id: `${field.input.id}-help`, class: "field-help" }, help),
  );
}
