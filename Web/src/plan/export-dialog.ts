/** Handing the plan on: the sheet as it will be, and the formats to have it in. */

import { el, freshID, setAttribute, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { type Units, units } from "../ui/units.ts";
import { scaleOf } from "./mapping.ts";
import { planApi, planFileURL, type PlanFormat } from "./plan-api.ts";
import type { PlanStore } from "./plan-store.ts";
import type { Sheet } from "./types.ts";

const formats: { format: PlanFormat; name: string; means: string; drawn: boolean }[] = [
  { format: "pdf", name: "PDF", means: "to print, all storeys, to scale", drawn: true },
  { format: "svg", name: "SVG", means: "a drawing that scales", drawn: true },
  { format: "png", name: "PNG", means: "a picture", drawn: true },
  { format: "dxf", name: "DXF", means: "for CAD programs, layered", drawn: true },
  { format: "dwg", name: "DWG", means: "for AutoCAD and its kin", drawn: true },
  { format: "ifc", name: "IFC", means: "a building model with spaces and quantities", drawn: false },
  { format: "json", name: "JSON", means: "the plan's numbers", drawn: false },
];

/** `A3 landscape`, or its size in millimetres. */
export function pageName({ width, height }: Pick<Sheet, "width" | "height">): string {
  const known: [string, number, number][] = [
    ["A4", 210, 297],
    ["A3", 297, 420],
    ["A2", 420, 594],
    ["A1", 594, 841],
    ["A0", 841, 1189],
    ["Letter", 215.9, 279.4],
    ["Tabloid", 279.4, 431.8],
  ];
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const found = known.find(([, a, b]) => Math.abs(a - short) < 1.5 && Math.abs(b - long) < 1.5);
  return `${found?.[0] ?? `${width.toFixed(0)} × ${height.toFixed(0)} mm`} ${
    width > height ? "landscape" : "portrait"
  }`;
}

export function showPlanExport(store: PlanStore): void {
  const heading = freshID("export");
  const [inUnits, withMeasurements] = [freshID("export-units"), freshID("export-measurements")];
  const storeyField = freshID("export-storey");
  const preview = el("img", { class: "plan-preview", alt: "The sheet as it will be" });
  const facts = el("p", { class: "quiet", role: "status" });
  const storey = el(
    "select",
    { id: storeyField, onchange: () => refresh() },
    ...store.storeys.map((one, i) =>
      el("option", { value: i, selected: i === store.storeyIndex }, one.name || `Storey ${i + 1}`)
    ),
  );
  const unit = el(
    "select",
    { id: inUnits, onchange: () => refresh() },
    el("option", { value: "metric", selected: units.current === "metric" }, "Metric"),
    el("option", { value: "imperial", selected: units.current === "imperial" }, "Feet and inches"),
  );
  const measurements = el("input", { id: withMeasurements, type: "checkbox", onchange: () => refresh() });
  const links = el("ul", { class: "plan-formats" });
  const close = el("button", { class: "button", type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = el(
    "dialog",
    { class: "dialog plan-export", "aria-labelledby": heading },
    el("h2", { id: heading }, "Export the plan"),
    el("div", { class: "plan-preview-frame" }, preview),
    facts,
    el(
      "div",
      { class: "plan-export-options" },
      store.storeys.length > 1 && el("label", { for: storeyField }, "Storey"),
      store.storeys.length > 1 && storey,
      el("label", { for: inUnits }, "Units"),
      unit,
      el("label", { for: withMeasurements, class: "plan-check" }, measurements, "With the saved measurements"),
    ),
    links,
    el("div", { class: "dialog-actions" }, close),
  );

  function refresh(): void {
    const index = Number(storey.value || store.storeyIndex);
    const common = {
      storey: index,
      units: unit.value as Units,
      measurements: measurements.checked,
      version: store.version,
    };
    preview.src = planFileURL(store.space, { ...common, format: "svg", download: false });
    void tell(index, common.units);
    links.replaceChildren(...formats.map(({ format, name, means }) =>
      el(
        "li",
        {},
        el(
          "a",
          {
            class: "button",
            href: planFileURL(store.space, { ...common, format, download: true }),
            download: "",
            "aria-label": `${name}: ${means}`,
          },
          icon("download"),
          el("span", {}, el("strong", {}, name), el("span", { class: "quiet" }, means)),
        ),
      )
    ));
  }

  /** Page and scale follow from the units. */
  async function tell(index: number, inUnits: Units): Promise<void> {
    const answer = inUnits === store.units
      ? store.answer
      : await planApi.load(store.space, inUnits, false).catch(() => null);
    if (Number(storey.value || store.storeyIndex) !== index || unit.value !== inUnits) return;
    const sheet = answer?.sheets.find((one) => one.storey === index);
    setText(facts, sheet ? `${pageName(sheet)}, 1 : ${scaleOf(sheet)}.` : "Page and scale stand in the title block.");
  }

  preview.addEventListener("error", () => setText(facts, "The preview didn't load. Is Diorama still running?"));
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  document.body.append(dialog);
  refresh();
  dialog.showModal();
  setAttribute(close, "autofocus", true);
  links.querySelector<HTMLElement>("a")?.focus();
}
