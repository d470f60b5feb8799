/** Printing labels whose code opens the thing: the sheet, and the first label of it that isn't used yet. */

import { t } from "../../i18n/messages.ts";
import { effect, type Signal, signal } from "../../reactive/signal.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, freshID, setAttribute, setText } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import { plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { choiceFormat, storedSetting } from "../../ui/stored-setting.ts";
import { placeSelect } from "../fields/place-select.ts";
import { type LabelQuery, labelsAddress } from "../things-api.ts";

type Sheet = NonNullable<LabelQuery["sheet"]>;
type Code = NonNullable<LabelQuery["code"]>;

interface SheetInfo {
  name: string;
  columns: number;
  rows: number;
}

/** The sheets as the server prints them. */
const sheets: Readonly<Record<Sheet, SheetInfo>> = {
  l4731: { name: "Avery L4731: 189 of 25 × 10 mm", columns: 7, rows: 27 },
  l7651: { name: "Avery L7651: 65 of 38 × 21 mm", columns: 5, rows: 13 },
  l7160: { name: "Avery L7160: 21 of 64 × 38 mm", columns: 3, rows: 7 },
  l7163: { name: "Avery L7163: 14 of 99 × 38 mm", columns: 2, rows: 7 },
  "5160": { name: "Avery 5160: 30 of 2⅝ × 1 in", columns: 3, rows: 10 },
  "5163": { name: "Avery 5163: 10 of 4 × 2 in", columns: 2, rows: 5 },
  "22806": { name: "Avery 22806: 12 of 2 × 2 in", columns: 3, rows: 4 },
  "a4-70x37": { name: "A4, 24 of 70 × 37 mm (Avery 3474)", columns: 3, rows: 8 },
  "a4-105x42": { name: "A4, 14 of 105 × 42 mm (Herma 4200)", columns: 2, rows: 7 },
  "a4-grid": { name: t("Plain A4 paper to be cut: 24 of 60 × 32 mm"), columns: 3, rows: 8 },
  "roll-62": { name: t("Roll of 62 mm"), columns: 1, rows: 1 },
};

/** In the order of the choice: those for A4 paper first. */
const names: readonly Sheet[] = [
  "l7160",
  "l4731",
  "l7651",
  "l7163",
  "a4-70x37",
  "a4-105x42",
  "5160",
  "5163",
  "22806",
  "a4-grid",
  "roll-62",
];
/** As many as one request can have. */
const maxThings = 1000;

const usualSheet = storedSetting<Sheet>("diorama.label-sheet", choiceFormat(names, "l7160"));

/** What labels are printed for. */
export type LabelSubject = { ids: string[] } | { place: string | null };

export function openLabelsDialog(subject: LabelSubject): void {
  const closed = new AbortController();
  const sheet = signal<Sheet>(usualSheet.peek());
  const code = signal<Code>("qr");
  const start = signal(1);
  const place = signal("place" in subject ? subject.place : null);
  const ids = "ids" in subject ? subject.ids.slice(0, maxThings) : null;
  const kinds = el(
    "select",
    {
      onchange: () => {
        sheet.value = kinds.value as Sheet;
        usualSheet.set(sheet.peek());
        start.value = 1;
      },
    },
    ...names.map((name) => el("option", { value: name }, sheets[name].name)),
  );
  kinds.value = sheet.peek();
  const codes = el(
    "select",
    { onchange: () => code.value = codes.value as Code },
    el("option", { value: "qr" }, t("QR code")),
    el("option", { value: "datamatrix" }, t("Data Matrix (smaller)")),
  );
  const link = el("a", { class: "button primary", download: "labels.pdf" }, icon("download"), t("Download PDF"));
  const close = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Close"));
  const words = ids === null ? "" : plural(ids.length, { one: "{count} label", other: "{count} labels" });
  const left = "ids" in subject ? subject.ids.length - maxThings : 0;
  const dialog = openDialog(ids?.length === 1 ? t("Print a label") : t("Print labels"), [
    ids === null
      ? labelled(t("Things"), placeSelect(t("All things, up to {maxThings}", { maxThings }), place, closed.signal))
      : el("p", {}, words),
    left > 0 &&
    el("p", { class: "field-problem" }, t("Only the first {maxThings} things can be printed at once.", { maxThings })),
    labelled(t("Sheet"), kinds),
    startPicker(sheet, start, closed.signal),
    labelled(t("Code"), codes, t("Scanned with a phone, it opens the thing.")),
    el("div", { class: "dialog-actions" }, close, link),
  ]);
  dialog.addEventListener("close", () => closed.abort());
  effect(() => {
    const from = ids !== null ? { ids: ids.join(",") } : place.value === null ? {} : { place: place.value };
    setAttribute(link, "href", labelsAddress({ ...from, sheet: sheet.value, start: start.value, code: code.value }));
  }, closed.signal);
}

/** The labels of a sheet: those before the chosen one are used already. */
function startPicker(sheet: Signal<Sheet>, start: Signal<number>, owner: AbortSignal): HTMLElement {
  const number = el("input", {
    id: freshID("start"),
    type: "number",
    min: 1,
    step: 1,
    inputmode: "numeric",
    onchange: () => choose(Math.round(number.valueAsNumber) || 1),
  });
  const picture = el("div", { class: "label-sheet", "aria-hidden": "true" });
  const help = el("p", { class: "field-help" });
  const choose = (value: number): void => {
    const { columns, rows } = sheets[sheet.peek()];
    start.value = Math.min(columns * rows, Math.max(1, value));
    number.value = String(start.peek());
  };
  picture.addEventListener("click", (event) => {
    const cell = event.target instanceof HTMLElement ? event.target.dataset.label : undefined;
    if (cell !== undefined) choose(Number(cell));
  });
  const element = el(
    "div",
    { class: "field" },
    el("label", { for: number.id }, t("First free label")),
    el("div", { class: "label-start" }, number, picture),
    help,
  );
  effect(() => {
    const { columns, rows } = sheets[sheet.value];
    const count = columns * rows;
    element.hidden = count === 1;
    number.max = String(count);
    number.value = String(start.value);
    picture.style.setProperty("--count-columns", String(columns));
    const cells = Array.from(
      { length: count },
      (_, at) => el("span", { class: at + 1 < start.value ? "used" : "", "data-label": at + 1 }),
    );
    picture.replaceChildren(...cells);
    setText(help, t("The sheet has {count} labels; begin further on where some are used.", { count }));
  }, owner);
  return element;
}
