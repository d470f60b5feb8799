/** Fields that show and edit a value of the document, with counter, help and problem. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { el, freshID, setText } from "../../ui/dom.ts";
import { characterCount } from "../document.ts";
import type { EditorStore } from "./editor-store.ts";
import type { Lens } from "./lens.ts";
import type { Operation } from "./operations.ts";

export interface BoundProps<T> {
  label: string;
  lens: Lens<T>;
  /** Of the undo step: "Change the title". */
  step: string;
  help?: string;
}

export interface TextFieldProps extends BoundProps<string> {
  /** Characters. */
  max?: number;
  /** With several rows it is a text area. */
  rows?: number;
}

export function textField(store: EditorStore, props: TextFieldProps, owner: AbortSignal): HTMLElement {
  const { lens } = props;
  const control = props.rows
    ? el("textarea", { rows: props.rows })
    : el("input", { type: "text", autocomplete: "off" });
  control.addEventListener("input", () => {
    const path = lens.path(store.document.peek());
    store.edit(props.step, (document) => lens.set(document, control.value), path);
  });
  control.addEventListener("blur", () => store.seal());
  const count = props.max === undefined ? null : counter(store, lens, props.max, control, owner);
  const field = fieldOf(store, props, control, owner, count);
  effect(() => {
    const value = lens.get(store.document.value);
    if (value !== undefined && control.value !== value) control.value = value;
  }, owner);
  return field;
}

function counter(
  store: EditorStore,
  lens: Lens<string>,
  max: number,
  control: HTMLElement,
  owner: AbortSignal,
): HTMLElement {
  const element = el("p", { class: "field-counter", id: freshID("counter") });
  addDescription(control, element.id);
  effect(() => {
    const count = characterCount(lens.get(store.document.value) ?? "");
    setText(element, t("{count} of {max} characters", { count, max }));
    element.classList.toggle("over", count > max);
  }, owner);
  return element;
}

export interface NumberFieldProps extends BoundProps<number> {
  min: number;
  max: number;
  /** Decimals that are shown. */
  digits: number;
  /** What an empty field does; without it nothing. */
  whenEmpty?: Operation;
}

/** A number; what is typed is applied where it is within the limits. */
export function numberField(store: EditorStore, props: NumberFieldProps, owner: AbortSignal): HTMLElement {
  const { lens } = props;
  const control = el("input", { type: "number", min: props.min, max: props.max, step: "any", inputmode: "decimal" });
  control.addEventListener("input", () => {
    const value = control.valueAsNumber;
    if (control.value === "" && control.validity.valid && props.whenEmpty) store.edit(props.step, props.whenEmpty);
    if (!Number.isFinite(value) || value < props.min || value > props.max) return;
    store.edit(props.step, (document) => lens.set(document, value), lens.path(store.document.peek()));
  });
  const show = (): void => {
    const value = lens.get(store.document.peek());
    if (value !== undefined && control.valueAsNumber !== value) {
      control.value = String(roundedTo(value, 10 ** -props.digits));
    }
  };
  control.addEventListener("blur", () => {
    store.seal();
    show();
  });
  effect(() => {
    void store.document.value;
    show();
  }, owner);
  return fieldOf(store, props, control, owner);
}

function roundedTo(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12));
}

export interface SelectFieldProps<T extends string> extends BoundProps<T> {
  /** Read again when the document changes. */
  options(): readonly { value: T; label: string }[];
}

export function selectField<T extends string>(
  store: EditorStore,
  props: SelectFieldProps<T>,
  owner: AbortSignal,
): HTMLElement {
  const { lens } = props;
  const control = el("select", {
    onchange: () => {
      store.edit(props.step, (document) => lens.set(document, control.value as T));
    },
  });
  let shown = "";
  effect(() => {
    const value = lens.get(store.document.value);
    const options = props.options();
    const content = JSON.stringify(options);
    if (content !== shown) {
      shown = content;
      control.replaceChildren(...options.map((option) => el("option", { value: option.value }, option.label)));
    }
    if (value !== undefined) control.value = value;
  }, owner);
  return fieldOf(store, props, control, owner);
}

/** Label, control, help and problem. Required texts are asked for once the field was left. */
function fieldOf<T>(
  store: EditorStore,
  props: BoundProps<T>,
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  owner: AbortSignal,
  count: HTMLElement | null = null,
): HTMLElement {
  control.id = freshID("field");
  const problem = el("p", { class: "field-problem", id: freshID("problem") });
  const help = props.help === undefined ? null : el("p", { class: "field-help", id: freshID("help") }, props.help);
  addDescription(control, problem.id);
  if (help) addDescription(control, help.id);
  let isLeft = false;
  const show = (): void => {
    const path = props.lens.path(store.document.peek());
    control.dataset.path = path;
    const found = store.problems.peek().find((each) => each.path === path);
    const message = found && (isLeft || control.value !== "" || found.location === "") ? found.message : "";
    setText(problem, message);
    if (message === "") control.removeAttribute("aria-invalid");
    else control.setAttribute("aria-invalid", "true");
  };
  control.addEventListener("blur", () => {
    isLeft = true;
    show();
  });
  effect(() => {
    void store.problems.value;
    show();
  }, owner);
  // The line below a text is there from the start: a problem that appears moves nothing.
  const foot = el("div", { class: "field-foot" }, problem, count);
  return el("div", { class: "field" }, el("label", { for: control.id }, props.label), control, foot, help);
}

function addDescription(control: HTMLElement, id: string): void {
  const ids = control.getAttribute("aria-describedby");
  control.setAttribute("aria-describedby", ids ? `${ids} ${id}` : id);
}
