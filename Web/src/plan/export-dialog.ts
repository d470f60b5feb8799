/** Exports the plan: a preview of the sheet, its options, and a link for each file format. */

import { t } from "../i18n/messages.ts";
import { computed, effect, type ReadonlySignal, type Signal, signal } from "../reactive/signal.ts";
import { openDialog } from "../ui/dialog.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { type Units, units } from "../ui/units.ts";
import { scaleOf } from "./mapping.ts";
import { pageName } from "./page-name.ts";
import { planApi, planFileURL, type PlanFormat } from "./plan-api.ts";
import type { PlanStore } from "./plan-store.ts";
import { storeyName } from "./plan-text.ts";

const formats: { format: PlanFormat; name: string; description: string }[] = [
  { format: "pdf", name: "PDF", description: t("to print, all storeys, to scale") },
  { format: "svg", name: "SVG", description: t("scalable vector drawing") },
  { format: "png", name: "PNG", description: "image" },
  { format: "dxf", name: "DXF", description: t("for CAD programs, with layers") },
  { format: "dwg", name: "DWG", description: t("for AutoCAD and compatible programs") },
  { format: "ifc", name: "IFC", description: t("building model with spaces and quantities") },
  { format: "json", name: "JSON", description: t("the plan's data") },
];

export interface ExportOptions {
  storey: number;
  units: Units;
  measurements: boolean;
  version: number;
}

export function showPlanExport(store: PlanStore): void {
  const owner = new AbortController();
  const options = signal<ExportOptions>({
    storey: store.storeyIndex.peek(),
    units: units.peek(),
    measurements: false,
    version: store.loaded.peek().version,
  });
  const links = el("ul", { class: "plan-formats" });
  effect(
    () => links.replaceChildren(...formats.map((one) => formatLink(store.space, one, options.value))),
    owner.signal,
  );
  const close = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Close"));
  const dialog = openDialog(t("Export the plan"), [
    ...preview(store, options, owner.signal),
    exportOptions(store, options),
    links,
    el("div", { class: "dialog-actions" }, close),
  ]);
  dialog.classList.add("plan-export");
  dialog.addEventListener("close", () => owner.abort());
  links.querySelector<HTMLElement>("a")?.focus();
}

function exportOptions(store: PlanStore, options: Signal<ExportOptions>): HTMLElement {
  const storeyID = freshID("export");
  const unitsID = freshID("export");
  const measurementsID = freshID("export");
  const change = (changed: Partial<ExportOptions>): void => void (options.value = { ...options.peek(), ...changed });
  const { storey, units } = options.peek();
  const storeys = el(
    "select",
    { id: storeyID, onchange: () => change({ storey: Number(storeys.value) }) },
    ...store.storeys.peek().map((one, i) => el("option", { value: i, selected: i === storey }, storeyName(one, i))),
  );
  const unit = el(
    "select",
    { id: unitsID, onchange: () => change({ units: unit.value as Units }) },
    el("option", { value: "metric", selected: units === "metric" }, t("Metric")),
    el("option", { value: "imperial", selected: units === "imperial" }, t("Feet and inches")),
  );
  const measurements = el("input", {
    id: measurementsID,
    type: "checkbox",
    onchange: () => change({ measurements: measurements.checked }),
  });
  const hasStoreys = store.storeys.peek().length > 1;
  return el(
    "div",
    { class: "plan-export-options" },
    hasStoreys && el("label", { for: storeyID }, t("Storey")),
    hasStoreys && storeys,
    el("label", { for: unitsID }, t("Units")),
    unit,
    el("label", { for: measurementsID, class: "plan-check" }, measurements, t("With the saved measurements")),
  );
}

/** The sheet, and its page size and scale, which depend on the units. */
function preview(
  store: PlanStore,
  options: ReadonlySignal<ExportOptions>,
  owner: AbortSignal,
): HTMLElement[] {
  const image = el("img", { class: "plan-preview", alt: t("Preview of the sheet") });
  const facts = el("p", { class: "quiet", role: "status" });
  image.addEventListener("error", () => setText(facts, t("The preview didn't load. Is Diorama still running?")));
  effect(() => {
    image.src = planFileURL(store.space, { ...options.value, format: "svg", download: false });
  }, owner);
  const sheetOptions = computed(() => `${options.value.storey} ${options.value.units}`);
  effect(() => {
    void sheetOptions.value;
    const request = new AbortController();
    void showFacts(request.signal);
    return () => request.abort();
  }, owner);

  async function showFacts(request: AbortSignal): Promise<void> {
    const { storey, units } = options.peek();
    const loaded = store.loaded.peek();
    const answer = units === loaded.sheetUnits
      ? loaded
      : await planApi.load(store.space, units, false, request).catch(() => null);
    if (request.aborted) return;
    const sheet = answer?.sheets.find((one) => one.storey === storey);
    setText(facts, sheet ? `${pageName(sheet)}, 1 : ${scaleOf(sheet)}.` : t("Page and scale are in the title block."));
  }

  return [el("div", { class: "plan-preview-frame" }, image), facts];
}

function formatLink(
  space: string,
  { format, name, description }: typeof formats[number],
  options: ExportOptions,
): HTMLElement {
  return el(
    "li",
    {},
    el(
      "a",
      {
        class: "button",
        href: planFileURL(space, { ...options, format, download: true }),
        download: "",
        "aria-label": `${name}: ${description}`,
      },
      icon("download"),
      el("span", {}, el("strong", {}, name), el("span", { class: "quiet" }, description)),
    ),
  );
}
