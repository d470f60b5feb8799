/** The fields of a thing, edited where they are shown and saved as they are left. */

import { limits, type ThingWords } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect, type ReadonlySignal } from "../../reactive/signal.ts";
import { el, freshID } from "../../ui/dom.ts";
import { choice } from "../../ui/fields.ts";
import { dayOf, timeOf } from "../dates.ts";
import { moneyField } from "../fields/money-field.ts";
import { placeField } from "../fields/place-field.ts";
import { tagsField } from "../fields/tags-field.ts";
import { wordField } from "../fields/word-field.ts";
import type { FieldName } from "./autosave.ts";
import { customFields } from "./custom-fields.ts";
import { fieldStatus } from "./field-status.ts";
import type { ThingStore } from "./thing-store.ts";

type TextName = "brand" | "model" | "serial" | "condition" | "seller" | "category" | "warrantyNotes" | "notes" | "name";
type MoneyName = "value" | "price";
type DayName = "purchased" | "warrantyUntil";

/** All that the fields share. */
export interface FieldContext {
  store: ThingStore;
  words: ReadonlySignal<ThingWords>;
  owner: AbortSignal;
}

export function fieldGroups(context: FieldContext): HTMLElement[] {
  const { store } = context;
  return [
    group(t("Where"), [placeEditor(context), spaceLine(context)]),
    group(t("What"), [
      wordEditor(context, "category", t("Category")),
      wordEditor(context, "brand", t("Brand")),
      textEditor(context, "model", t("Model")),
      textEditor(context, "serial", t("Serial number")),
      quantityEditor(context),
      textEditor(context, "condition", t("Condition"), [t("New"), t("Good"), t("Used"), t("Broken")]),
    ]),
    group(t("Worth"), [moneyEditor(context, "value", t("Value of one")), insuredEditor(context)]),
    group(t("Bought"), [
      dayEditor(context, "purchased", t("Date")),
      moneyEditor(context, "price", t("Price")),
      textEditor(context, "seller", t("Seller")),
    ]),
    group(t("Warranty"), [
      dayEditor(context, "warrantyUntil", t("Until")),
      textEditor(context, "warrantyNotes", t("Terms")),
    ]),
    group(t("Tags and notes"), [tagsEditor(context), notesEditor(context)]),
    group(t("Own fields"), [customFields(store, context.owner)]),
  ];
}

export function group(title: string, content: HTMLElement[]): HTMLElement {
  const id = freshID("group");
  return el(
    "section",
    { class: "thing-group", "aria-labelledby": id },
    el("h2", { id }, title),
    el("div", { class: "group-fields" }, ...content),
  );
}

/** A control with its label, and whether it is saved. */
export function editor(
  store: ThingStore,
  name: FieldName,
  label: string,
  control: HTMLElement,
  input: HTMLElement,
  owner: AbortSignal,
): HTMLElement {
  input.id ||= freshID("field");
  return el(
    "div",
    { class: "field thing-field", "data-field": name },
    el("label", { for: input.id }, label),
    control,
    fieldStatus(store, name, label, owner),
  );
}

const suggestionID = (name: string): string => `suggestions-${name}`;

function textEditor(
  { store, owner }: FieldContext,
  name: TextName,
  label: string,
  suggestions: string[] = [],
): HTMLElement {
  const max = name === "warrantyNotes" || name === "notes" ? 20_000 : limits.ThingBody[name].maxLength;
  const input = el("input", {
    type: "text",
    autocomplete: "off",
    maxlength: max,
    list: suggestions.length > 0 ? suggestionID(name) : null,
    placeholder: "—",
    onchange: () => store.autosave.set(name, input.value.trim() || null),
    onkeydown: (event: KeyboardEvent) => leaveByKey(event, input, () => store.autosave.value(name) ?? ""),
  });
  effect(() => {
    const text = store.autosave.value(name) ?? "";
    if (document.activeElement !== input) input.value = text;
  }, owner);
  const options = suggestions.map((value) => el("option", { value }));
  const control = el("div", {}, input, options.length > 0 && el("datalist", { id: suggestionID(name) }, ...options));
  return editor(store, name, label, control, input, owner);
}

/** Enter saves; Escape restores the text that was there before. */
function leaveByKey(event: KeyboardEvent, input: HTMLInputElement, before: () => string): void {
  if (event.key === "Enter") {
    input.blur();
    input.focus();
  } else if (event.key === "Escape" && input.value !== before()) {
    event.preventDefault();
    event.stopPropagation();
    input.value = before();
  }
}

function wordEditor({ store, words, owner }: FieldContext, name: "category" | "brand", label: string): HTMLElement {
  const field = wordField({
    value: "",
    maxLength: limits.ThingBody[name].maxLength,
    words: () => name === "category" ? words.peek().categories : words.peek().brands,
    changed: (text) => store.autosave.set(name, text.trim() || null),
  });
  field.input.placeholder = "—";
  effect(() => {
    const text = store.autosave.value(name) ?? "";
    if (document.activeElement !== field.input) field.input.value = text;
  }, owner);
  return editor(store, name, label, field.element, field.input, owner);
}

function quantityEditor({ store, owner }: FieldContext): HTMLElement {
  const input = el("input", {
    type: "number",
    min: 1,
    max: 1_000_000_000,
    step: 1,
    inputmode: "numeric",
    onchange: () => {
      const count = input.valueAsNumber;
      if (Number.isInteger(count) && count >= 1) store.autosave.set("quantity", count);
      else input.value = String(store.autosave.value("quantity") ?? 1);
    },
  });
  effect(() => {
    const count = store.autosave.value("quantity") ?? 1;
    if (document.activeElement !== input) input.value = String(count);
  }, owner);
  return editor(store, "quantity", t("Number"), input, input, owner);
}

function moneyEditor({ store, owner }: FieldContext, name: MoneyName, label: string): HTMLElement {
  const field = moneyField(label, (money) => store.autosave.set(name, money));
  effect(() => field.show(store.autosave.value(name) ?? null), owner);
  return editor(store, name, label, field.element, field.input, owner);
}

function dayEditor({ store, owner }: FieldContext, name: DayName, label: string): HTMLElement {
  const input = el("input", {
    type: "date",
    min: "1800-01-01",
    max: "9999-12-31",
    onchange: () => {
      if (!input.validity.badInput) store.autosave.set(name, timeOf(input.value));
    },
  });
  effect(() => {
    const day = dayOf(store.autosave.value(name) ?? null);
    if (document.activeElement !== input) input.value = day;
  }, owner);
  return editor(store, name, label, input, input, owner);
}

function insuredEditor({ store, owner }: FieldContext): HTMLElement {
  const input = el("input", { type: "checkbox", onchange: () => store.autosave.set("insured", input.checked) });
  effect(() => void (input.checked = store.autosave.value("insured") ?? false), owner);
  return el(
    "div",
    { class: "field thing-field", "data-field": "insured" },
    choice(t("Insured"), input, t("The insurance report marks it.")),
    fieldStatus(store, "insured", t("Insured"), owner),
  );
}

function placeEditor({ store, owner }: FieldContext): HTMLElement {
  const path = computed(() => store.thing.value?.path ?? []);
  const field = placeField({ path, choose: (place) => store.autosave.set("place", place?.id ?? null) }, owner);
  return editor(store, "place", t("Place"), field.element, field.input, owner);
}

/** The space that it is in is shown by the links above. */
function spaceLine({ store, owner }: FieldContext): HTMLElement {
  const line = el("p", { class: "quiet" });
  effect(() => {
    const thing = store.thing.value;
    line.hidden = !thing?.spaceName;
    line.textContent = thing?.spaceName ? t("In the space {spaceName}", { spaceName: thing.spaceName }) : "";
  }, owner);
  return line;
}

function tagsEditor({ store, words, owner }: FieldContext): HTMLElement {
  const tags = computed(() => store.autosave.value("tags") ?? []);
  const field = tagsField(
    { tags, words: () => words.peek().tags, change: (next) => store.autosave.set("tags", next) },
    owner,
  );
  return editor(store, "tags", t("Tags"), field.element, field.input, owner);
}

function notesEditor({ store, owner }: FieldContext): HTMLElement {
  const area = el("textarea", {
    rows: 4,
    placeholder: "—",
    onchange: () => store.autosave.set("notes", area.value),
  });
  effect(() => {
    const text = store.autosave.value("notes") ?? "";
    if (document.activeElement !== area) area.value = text;
  }, owner);
  return editor(store, "notes", t("Notes"), area, area, owner);
}
