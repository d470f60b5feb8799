/** Form fields: a control with its label and help text. */

import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import { el, freshID, setText } from "./dom.ts";

/** A control below its label, with an optional help text. The control gets an id. */
export function labelled(label: string, control: HTMLElement, help: string | null = null): HTMLElement {
  control.id ||= freshID("field");
  if (help !== null) control.setAttribute("aria-describedby", `${control.id}-help`);
  return el(
    "div",
    { class: "field" },
    el("label", { for: control.id }, label),
    control,
    help !== null && el("p", { id: `${control.id}-help`, class: "field-help" }, help),
  );
}

/** A checkbox or radio button beside its label, with an optional help text. */
export function choice(label: string, input: HTMLInputElement, help: string | null = null): HTMLElement {
  const id = freshID("help");
  if (help !== null) input.setAttribute("aria-describedby", id);
  return el(
    "label",
    { class: help === null ? "choice compact" : "choice" },
    input,
    el("span", { class: "choice-words" }, label, help !== null && el("span", { id, class: "field-help" }, help)),
  );
}

/** A line that says why input was rejected; it is read out when it changes. */
export function problemText(problem: ReadonlySignal<string>, owner: AbortSignal): HTMLElement {
  const element = el("p", { class: "field-problem", role: "alert" });
  effect(() => setText(element, problem.value), owner);
  return element;
}
