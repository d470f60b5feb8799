/** Everything in the library as one archive: made with progress, downloaded, removed. */

import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { problemText } from "../ui/fields.ts";
import { formatBytes, formatDate, plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { progressBar } from "../ui/progress.ts";
import { exportFilePath } from "./privacy-api.ts";
import type { PrivacyStore } from "./privacy-store.ts";

export function exportPanel(store: PrivacyStore, owner: AbortSignal): HTMLElement[] {
  const bar = progressBar(t("Making the archive"));
  const state = el("p", { class: "quiet" });
  const make = el("button", { class: "button", type: "button", onclick: () => void store.startExport() });
  make.append(icon("folder"), t("Make the archive"));
  const cancel = el(
    "button",
    { class: "button", type: "button", onclick: () => void store.removeExport() },
    t("Cancel"),
  );
  const download = el(
    "a",
    { class: "button primary", href: exportFilePath, download: "" },
    icon("download"),
    t("Download"),
  );
  const remove = el("button", { class: "button", type: "button", onclick: () => void store.removeExport() });
  remove.append(icon("trash"), t("Remove the archive"));
  const failure = el("p", { class: "field-problem", role: "alert" });
  effect(() => {
    const now = store.export.value;
    if (!now) return;
    const { run, archive } = now;
    bar.element.hidden = cancel.hidden = run === null;
    if (run) bar.set(run.fraction, run.what);
    make.hidden = run !== null || archive !== null;
    download.hidden = remove.hidden = archive === null;
    failure.textContent = now.problem === null ? "" : t("It couldn't be made: {problem}", { problem: now.problem });
    state.hidden = archive === null;
    if (!archive) return;
    const facts = [
      t("Made {date}", { date: formatDate(new Date(archive.made)) }),
      formatBytes(archive.byteCount),
      plural(archive.files, { one: "{count} file", other: "{count} files" }),
    ];
    if (archive.missing > 0) {
      facts.push(plural(archive.missing, { one: "{count} file is missing", other: "{count} files are missing" }));
    }
    state.textContent = facts.join(" · ");
  }, owner);
  return [
    el("p", {}, t("Rows as JSON, things also as a table, files under readable names, in one zip file.")),
    bar.element,
    state,
    el("div", { class: "panel-buttons" }, make, cancel, download, remove),
    failure,
    problemText(store.exportProblem, owner),
  ];
}
