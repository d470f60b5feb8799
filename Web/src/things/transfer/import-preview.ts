/** What an import would do: the rows as things, the columns with their meaning, the errors. */

import type { ImportedThing, ImportMessage, ThingImport } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import { formatCount } from "../../ui/format.ts";
import { pathText } from "../fields/places.ts";
import { formatMoney } from "../money.ts";
import {
  customField,
  type CustomType,
  customTypes,
  fieldLabel,
  importErrorText,
  type ImportStore,
} from "./import-store.ts";

const maxErrors = 50;

export function errorList(errors: readonly ImportMessage[]): HTMLElement[] {
  if (errors.length === 0) return [];
  const shown = errors.slice(0, maxErrors).map((each) => el("li", {}, importErrorText(each)));
  const more = errors.length - shown.length;
  if (more > 0) shown.push(el("li", {}, t("and {more} more", { more: formatCount(more) })));
  return [el("ul", { class: "import-errors", tabindex: 0, "aria-label": t("Errors") }, ...shown)];
}

/** The first rows as they would be imported. */
export function previewTable(things: readonly ImportedThing[], rows: number): HTMLElement {
  if (things.length === 0) {
    return el("p", { class: "quiet" }, rows === 0 ? t("The table has no rows.") : t("No row can be read yet."));
  }
  const row = (thing: ImportedThing): HTMLElement =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, thing.name),
      el("td", {}, pathText(thing.path)),
      el("td", {}, formatCount(thing.quantity)),
      el("td", {}, thing.value === null ? "" : formatMoney(thing.value)),
    );
  const head = [t("Name"), t("Place"), t("Number"), t("Value")].map((title) => el("th", { scope: "col" }, title));
  const caption = rows > things.length
    ? t("The first {count} of {rows} things", { count: things.length, rows: formatCount(rows) })
    : t("The things");
  return el(
    "div",
    { class: "table-scroll", tabindex: 0, role: "region", "aria-label": t("Preview") },
    el(
      "table",
      { class: "plain-table" },
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...head)),
      el("tbody", {}, ...things.map(row)),
    ),
  );
}

/** Each column of the table with what it is; any of it can be changed. */
export function columnsTable(store: ImportStore, result: ThingImport, isOpen: boolean): HTMLElement {
  const row = (column: ThingImport["columns"][number], at: number): HTMLElement =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, column.header === "" ? t("Column {number}", { number: at + 1 }) : column.header),
      el("td", {}, fieldSelect(store, result, at)),
      el("td", { class: "quiet samples" }, column.samples.slice(0, 3).join(" · ")),
    );
  const head = [t("Column"), t("Is imported as"), t("Examples")].map((title) => el("th", { scope: "col" }, title));
  return el(
    "details",
    { class: "import-columns", open: isOpen || result.layout === "unknown" || result.errors.length > 0 },
    el("summary", {}, t("Columns")),
    el("button", { class: "button small", type: "button", onclick: () => void store.resetMapping() }, t("As proposed")),
    el(
      "div",
      { class: "table-scroll" },
      el(
        "table",
        { class: "plain-table" },
        el("thead", {}, el("tr", {}, ...head)),
        el("tbody", {}, ...result.columns.map(row)),
      ),
    ),
  );
}

const typeLabels: Readonly<Record<CustomType, string>> = {
  text: "text",
  number: "number",
  date: "date",
  flag: t("yes or no"),
  money: "amount",
};

function fieldSelect(store: ImportStore, result: ThingImport, at: number): HTMLSelectElement {
  const column = result.columns[at]!;
  const name = (customField(column.field)?.name ?? column.header).slice(0, 100) ||
    t("Column {number}", { number: at + 1 });
  const customs = customTypes.map((type) => ({
    value: `custom.${type}:${name}`,
    label: t("Custom field ({typeLabels})", { typeLabels: typeLabels[type] }),
  }));
  const current = customField(column.field) ? `custom.${customField(column.field)!.type}:${name}` : column.field;
  const standard = result.fields.filter((field) => customField(field) === null && !field.startsWith("custom"));
  const select = el(
    "select",
    {
      "data-column": at,
      "aria-label": t("{name}: is imported as", { name }),
      onchange: () => void store.map(at, select.value),
    },
    ...standard.map((field) => el("option", { value: field }, fieldLabel(field))),
    ...customs.map(({ value, label }) => el("option", { value }, label)),
  );
  select.value = current;
  return select;
}
