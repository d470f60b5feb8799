/** Fields that the user has named, each with a type. */

import type { FieldType, ThingField } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, freshID } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon } from "../../ui/icons.ts";
import { dayOf, timeOf } from "../dates.ts";
import { moneyField } from "../fields/money-field.ts";
import { usualCurrency } from "../money.ts";
import { isSame } from "./autosave.ts";
import { fieldStatus } from "./field-status.ts";
import type { ThingStore } from "./thing-store.ts";

const types: readonly { type: FieldType; label: string; initial: () => ThingField["value"] }[] = [
  { type: "text", label: t("Text"), initial: () => "" },
  { type: "number", label: t("Number"), initial: () => 0 },
  { type: "date", label: t("Date"), initial: () => timeOf(new Date().toISOString().slice(0, 10))! },
  { type: "flag", label: t("Yes or no"), initial: () => false },
  { type: "money", label: t("Amount"), initial: () => ({ minorUnits: 0, currency: usualCurrency.peek() }) },
];

const longestFieldName = 100;

export function customFields(store: ThingStore, owner: AbortSignal): HTMLElement {
  const list = el("div", { class: "custom-fields" });
  const read = (): readonly ThingField[] => store.autosave.value("fields") ?? [];
  const change = (at: number, value: ThingField["value"]): void => {
    const fields = [...read()];
    const old = fields[at];
    if (!old || isSame(old.value, value)) return;
    fields[at] = { ...old, value };
    store.autosave.set("fields", fields);
  };
  let drawn: readonly ThingField[] = [];
  effect(() => {
    const fields = read();
    // While one is being written, the others aren't made anew.
    if (list.contains(document.activeElement) && hasSameNames(fields, drawn)) return void (drawn = fields);
    drawn = fields;
    list.hidden = fields.length === 0;
    list.replaceChildren(...fields.map((field, at) =>
      fieldElement(field, (value) => change(at, value), () => {
        store.autosave.set("fields", read().filter((_, index) => index !== at));
        add.focus();
      })
    ));
  }, owner);
  const add = el(
    "button",
    {
      class: "button small",
      type: "button",
      onclick: () => askForField(read(), (field) => store.autosave.set("fields", [...read(), field])),
    },
    icon("add"),
    t("Add a field"),
  );
  return el(
    "div",
    { class: "field", "data-field": "fields" },
    list,
    fieldStatus(store, "fields", t("Own fields"), owner),
    add,
  );
}

function hasSameNames(a: readonly ThingField[], b: readonly ThingField[]): boolean {
  return a.length === b.length && a.every(({ name, type }, at) => name === b[at]!.name && type === b[at]!.type);
}

function fieldElement(
  field: ThingField,
  change: (value: ThingField["value"]) => void,
  remove: () => void,
): HTMLElement {
  const { control, input } = valueControl(field, change);
  input.id ||= freshID("custom");
  return el(
    "div",
    { class: "custom-field" },
    el("label", { for: input.id }, field.name),
    control,
    iconButton("close", t("Remove the field {name}", { name: field.name }), remove),
  );
}

function valueControl(
  { name, type, value }: ThingField,
  change: (value: ThingField["value"]) => void,
): { control: HTMLElement; input: HTMLElement } {
  const plain = (input: HTMLElement): { control: HTMLElement; input: HTMLElement } => ({ control: input, input });
  if (type === "flag") {
    const box = el("input", { type: "checkbox", checked: value === true, onchange: () => change(box.checked) });
    return plain(box);
  }
  if (type === "money") {
    const field = moneyField(name, (money) => {
      if (money) change(money);
    });
    field.show(typeof value === "object" ? value : null);
    return { control: field.element, input: field.input };
  }
  if (type === "date") {
    const date = el("input", {
      type: "date",
      value: dayOf(String(value)),
      onchange: () => {
        const time = timeOf(date.value);
        if (time !== null) change(time);
      },
    });
    return plain(date);
  }
  if (type === "number") {
    const number = el("input", {
      type: "number",
      step: "any",
      value: Number(value),
      onchange: () => {
        if (Number.isFinite(number.valueAsNumber)) change(number.valueAsNumber);
      },
    });
    return plain(number);
  }
  // A value of a later version is shown and stays.
  const text = el("input", {
    type: "text",
    value: String(value),
    readonly: type === "other",
    maxlength: 20_000,
    onchange: () => change(text.value),
  });
  return plain(text);
}

function askForField(fields: readonly ThingField[], add: (field: ThingField) => void): void {
  const problem = el("p", { class: "field-problem", role: "alert" });
  const name = el("input", { type: "text", required: true, maxlength: longestFieldName, autocomplete: "off" });
  const kind = el("select", {}, ...types.map(({ type, label }) => el("option", { value: type }, label)));
  const submit = (event: Event): void => {
    event.preventDefault();
    const text = name.value.trim();
    const isTaken = fields.some((field) => field.name.toLowerCase() === text.toLowerCase());
    problem.textContent = text === ""
      ? t("Give the field a name.")
      : isTaken
      ? t("There is a field {text} already.", { text })
      : "";
    if (text === "" || isTaken) return;
    const chosen = types.find(({ type }) => type === kind.value)!;
    dialog.close();
    add({ name: text, type: chosen.type, value: chosen.initial() });
  };
  const dialog = openDialog(t("Add a field"), [
    el(
      "form",
      { class: "dialog-form", onsubmit: submit },
      labelled(t("Name"), name),
      labelled(t("Type"), kind),
      problem,
      el(
        "div",
        { class: "dialog-actions" },
        el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel")),
        el("button", { class: "button primary", type: "submit" }, icon("check"), t("Add")),
      ),
    ),
  ]);
  name.focus();
}
