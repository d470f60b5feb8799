/** Downloading the things: as a table, as JSON, or as an insurance report to print. */

import { t } from "../../i18n/messages.ts";
import { effect, signal } from "../../reactive/signal.ts";
import { openDialog } from "../../ui/dialog.ts";
import { el, freshID, setAttribute } from "../../ui/dom.ts";
import { choice, labelled } from "../../ui/fields.ts";
import { icon } from "../../ui/icons.ts";
import { placeSelect } from "../fields/place-select.ts";
import { exportAddress, type ExportQuery } from "../things-api.ts";

type Format = NonNullable<ExportQuery["format"]>;
type Paper = NonNullable<ExportQuery["paper"]>;

const formats: readonly { format: Format; label: string; help: string }[] = [
  { format: "csv", label: t("Table (CSV)"), help: t("All fields, for spreadsheets; can be imported again.") },
  { format: "homebox", label: t("Table for Homebox (CSV)"), help: t("With the columns that Homebox imports.") },
  { format: "json", label: "JSON", help: t("Everything of things, places, loans and maintenance, for programs.") },
  {
    format: "pdf",
    label: t("Insurance report (PDF)"),
    help: t("By place, with photos, serial numbers, values and receipts."),
  },
];

/** Letter where it is usual. */
export function usualPaper(locale: string = navigator.language): Paper {
  return /-(US|CA|MX|PH)\b/i.test(locale) ? "letter" : "a4";
}

/** `place`: the one that the list is filtered by. */
export function openExportDialog(place: string | null): void {
  const closed = new AbortController();
  const format = signal<Format>("csv");
  const paper = signal<Paper>(usualPaper());
  const chosenPlace = signal(place);
  const group = freshID("format");
  const options = formats.map((each) =>
    choice(
      each.label,
      el("input", {
        type: "radio",
        name: group,
        value: each.format,
        checked: each.format === format.peek(),
        onchange: () => format.value = each.format,
      }),
      each.help,
    )
  );
  const papers = el(
    "select",
    { onchange: () => paper.value = papers.value as Paper },
    el("option", { value: "a4" }, "A4"),
    el("option", { value: "letter" }, t("Letter")),
  );
  papers.value = paper.peek();
  const paperField = labelled(t("Paper"), papers);
  const link = el(
    "a",
    { class: "button primary", download: "", onclick: () => dialog.close() },
    icon("download"),
    t("Download"),
  );
  const cancel = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"));
  const dialog = openDialog(t("Export things"), [
    el("fieldset", { class: "export-formats" }, el("legend", { class: "visually-hidden" }, t("Format")), ...options),
    labelled(t("Things"), placeSelect(t("All things"), chosenPlace, closed.signal)),
    paperField,
    el("div", { class: "dialog-actions" }, cancel, link),
  ]);
  dialog.addEventListener("close", () => closed.abort());
  effect(() => {
    paperField.hidden = format.value !== "pdf";
    const query: ExportQuery = {
      format: format.value,
      ...(chosenPlace.value === null ? {} : { place: chosenPlace.value }),
      ...(format.value === "pdf" ? { paper: paper.value } : {}),
    };
    setAttribute(link, "href", exportAddress(query));
  }, closed.signal);
}
