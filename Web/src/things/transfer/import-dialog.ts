/** Importing a table: the file, what each column is, a preview, errors by row; then all rows or none. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, setText } from "../../ui/dom.ts";
import { labelled, problemText } from "../../ui/fields.ts";
import { plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { undoNotice } from "../../ui/undo-notice.ts";
import { fileButton } from "../fields/file-button.ts";
import { usualCurrency } from "../money.ts";
import { type DateOrder, ImportStore } from "./import-store.ts";
import { columnsTable, errorList, previewTable } from "./import-preview.ts";

const layouts: Readonly<Record<string, string>> = {
  diorama: "Diorama",
  homebox: "Homebox",
  inventree: "InvenTree",
  sortly: "Sortly",
};

/** `changed` is called after an import and after its undoing. */
export function openImportDialog(changed: () => Promise<void>): void {
  const closed = new AbortController();
  const store = new ImportStore(usualCurrency.peek());
  const run = async (): Promise<void> => {
    if (!await store.import()) return;
    const count = store.result.peek()?.imported ?? 0;
    dialog.close();
    const message = t("{things} imported.", {
      things: plural(count, { one: "{count} thing", other: "{count} things" }),
    });
    announce(message);
    undoNotice(message, async () => {
      await store.undo();
      await changed();
    });
    await changed();
  };
  const start = el("button", { class: "button primary", type: "button", onclick: () => void run() }, icon("check"));
  const label = el("span", {});
  start.append(label);
  const cancel = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"));
  const dialog = openDialog(t("Import things"), [
    chooseFile(store, closed.signal),
    options(store, closed.signal),
    preview(store, closed.signal),
    problemText(store.problem, closed.signal),
    el("div", { class: "dialog-actions" }, cancel, start),
  ]);
  dialog.classList.add("wide-dialog", "import-dialog");
  dialog.addEventListener("close", () => {
    store.cancel();
    closed.abort();
  });
  effect(() => {
    const rows = store.preview.value?.rows ?? 0;
    start.disabled = !store.canImport.value;
    start.hidden = store.preview.value === null;
    setText(
      label,
      store.busy.value === "import"
        ? t("Importing…")
        : t("Import {things}", { things: plural(rows, { one: "{count} thing", other: "{count} things" }) }),
    );
  }, closed.signal);
}

function chooseFile(store: ImportStore, owner: AbortSignal): HTMLElement {
  const name = el("p", { class: "import-file" });
  const help = el(
    "p",
    { class: "field-help" },
    t(
      "CSV from Homebox, InvenTree, Sortly, a spreadsheet or Diorama, or its JSON. Nothing is " +
        "imported before you have seen it.",
    ),
  );
  const choose = (files: File[]): void => void store.choose(files[0]!);
  const button = fileButton({
    label: t("Choose a file"),
    icon: "file",
    accept: ".csv,.json,.tsv,.txt,text/csv,application/json",
    chosen: choose,
  });
  const element = el("div", { class: "drop-file" }, button, name, help);
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    const files = [...event.dataTransfer?.files ?? []];
    if (files.length > 0) choose(files);
  });
  effect(() => {
    const file = store.file.value;
    name.hidden = file === null;
    help.hidden = file !== null;
    setText(name, file?.name ?? "");
  }, owner);
  return element;
}

const dateOrders: readonly { value: DateOrder; label: string }[] = [
  { value: "dayMonthYear", label: t("Day, month, year") },
  { value: "monthDayYear", label: t("Month, day, year") },
];

function options(store: ImportStore, owner: AbortSignal): HTMLElement {
  const currency = el("input", {
    type: "text",
    value: store.currency.peek(),
    maxlength: 3,
    autocapitalize: "characters",
    spellcheck: "false",
    onchange: () => void store.setCurrency(currency.value),
  });
  const dates = el(
    "select",
    { onchange: () => void store.setDates((dates.value || null) as DateOrder | null) },
    el("option", { value: "" }, t("Detected")),
    ...dateOrders.map(({ value, label }) => el("option", { value }, label)),
  );
  const element = el(
    "div",
    { class: "field-pair", hidden: true },
    labelled(t("Currency of amounts without one"), currency),
    labelled(t("Order of dates"), dates),
  );
  effect(() => {
    element.hidden = store.file.value === null;
    const code = store.currency.value;
    if (document.activeElement !== currency) currency.value = code;
  }, owner);
  return element;
}

function preview(store: ImportStore, owner: AbortSignal): HTMLElement {
  const words = el("p", { class: "import-words", role: "status" });
  const body = el("div", { class: "import-body" });
  const element = el("div", { class: "import-preview" }, words, body);
  effect(() => {
    const result = store.preview.value;
    const busy = store.busy.value;
    element.setAttribute("aria-busy", String(busy !== null));
    element.hidden = store.file.value === null;
    if (result === null) {
      setText(words, busy === null ? "" : t("Reading the file…"));
      return body.replaceChildren();
    }
    const layout = layouts[result.layout.toLowerCase()];
    const errors = result.errors.length;
    const rows = plural(result.rows, { one: "{count} row", other: "{count} rows" });
    const found = layout ? t("{rows} as {layout} exports them", { rows, layout }) : rows;
    setText(
      words,
      errors === 0 ? t("{found}, without errors.", { found }) : t("{found}; {errors}: nothing can be imported yet.", {
        found,
        errors: plural(errors, { one: "{count} error", other: "{count} errors" }),
      }),
    );
    words.classList.toggle("bad", errors > 0);
    const focused = focusedColumn(body);
    const isOpen = body.querySelector<HTMLDetailsElement>(".import-columns")?.open ?? false;
    body.replaceChildren(
      ...errorList(result.errors),
      ...(result.notes.length > 0
        ? [el("ul", { class: "import-notes quiet" }, ...result.notes.map((note) => el("li", {}, note)))]
        : []),
      previewTable(result.preview, result.rows),
      columnsTable(store, result, isOpen),
    );
    if (focused !== null) body.querySelector<HTMLElement>(`select[data-column="${focused}"]`)?.focus();
  }, owner);
  return element;
}

/** The column whose choice has the focus: it keeps it when the preview is drawn again. */
function focusedColumn(body: HTMLElement): string | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && body.contains(activeElement)
    ? activeElement.dataset.column ?? null
    : null;
}
