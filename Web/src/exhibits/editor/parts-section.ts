/** Parts and labels of a model: the 3D view, the tree of parts, and the form of the selected one. */

import { t } from "../../i18n/messages.ts";
import { effect, untracked } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el, freshID } from "../../ui/dom.ts";
import { textButton } from "./buttons.ts";
import type { EditorStore } from "./editor-store.ts";
import type { StageHit } from "./model-stage.ts";
import { modelLens } from "./lens.ts";
import { modelSelect } from "./model-select.ts";
import { addPart, editPart, newPart, newPartID } from "./operations.ts";
import { partForm } from "./part-form.ts";
import { partList } from "./part-list.ts";
import { findPart, flattened } from "./part-tree.ts";
import type { StageTool, StageView } from "./stage-view.ts";

export function partsSection(store: EditorStore, stage: StageView, slot: HTMLElement, owner: AbortSignal): HTMLElement {
  /** The part whose label is placed again; null: a new one is placed. */
  let moved: string | null = null;
  const placeNew = (): void => {
    moved = null;
    startPlacing(stage);
  };
  const placeAgain = (part: string): void => {
    moved = part;
    startPlacing(stage);
  };
  stage.onHit = (hit, tool) => useHit(store, stage, hit, tool, moved);
  const form = el("div", { class: "part-form-slot" });
  /** Ended when another part is selected. */
  let formOwner = new AbortController();
  owner.addEventListener("abort", () => formOwner.abort(), { once: true });
  const empty = el(
    "p",
    { class: "section-empty" },
    t("No labels yet. Choose “Add a label”, then press on the model."),
  );
  effect(() => {
    const model = store.selectedModel.value;
    const part = store.selectedPart.value;
    const parts = modelLens(model ?? "").get(store.document.value)?.parts ?? [];
    empty.hidden = parts.length > 0 || model === null;
    const isKnown = model !== null && part !== null && findPart(parts, part) !== null;
    const key = isKnown ? `${model}/${part}` : "";
    if (form.dataset.part === key) return;
    form.dataset.part = key;
    formOwner.abort();
    formOwner = new AbortController();
    const { signal } = formOwner;
    if (!isKnown) form.replaceChildren();
    else form.replaceChildren(untracked(() => partForm(store, stage, { model, part, placeAgain }, signal)));
  }, owner);
  const add = textButton("add", t("Add a label"), placeNew, "primary");
  effect(() => void (add.disabled = !stage.isReady.value), owner);
  const side = el(
    "div",
    { class: "parts-side" },
    modelSelect(store, owner),
    el("div", { class: "section-actions" }, add),
    empty,
    partList(store, owner),
    form,
  );
  return el(
    "div",
    { class: "stage-section" },
    el("div", { class: "stage-column" }, slot, explodeField(store, stage, owner)),
    side,
  );
}

function startPlacing(stage: StageView): void {
  stage.exploded.value = 0; // surfaces are where the file has them
  stage.tool.value = "place";
  stage.focus();
}

function useHit(store: EditorStore, stage: StageView, hit: StageHit, tool: StageTool, moved: string | null): void {
  const id = store.selectedModel.peek();
  const model = modelLens(id ?? "").get(store.document.peek());
  if (!model) return;
  if (tool === "select") {
    const found = flattened(model.parts).find(({ part }) => part.node !== undefined && part.node === hit.node);
    if (found) store.selectedPart.value = found.part.id;
    return;
  }
  stage.tool.value = "select";
  const selected = store.selectedPart.peek();
  if (tool === "node") {
    const { node } = hit;
    if (node === null || selected === null) return announce(t("This piece has no name in the file."));
    store.edit(t("Choose a piece"), editPart(model.id, selected, (part) => ({ ...part, node })));
    return announce(t("{node} belongs to the part.", { node }));
  }
  const point = hit.point.map((metres) => Math.round(metres * 1e4) / 1e4) as [number, number, number];
  if (moved !== null) {
    store.edit(t("Move a label"), editPart(model.id, moved, (part) => ({ ...part, position: point })));
    return announce(t("The label is moved."));
  }
  const name = t("Label {number}", { number: flattened(model.parts).length + 1 });
  const added = newPartID(model, name);
  store.edit(t("Add a label"), addPart(model.id, newPart(added, name, point, hit.node), null));
  store.selectedPart.value = added;
  announce(t("The label is placed. Write its name."));
  // Once the form is there.
  queueMicrotask(() => {
    const field = document.querySelector<HTMLInputElement>(".part-form input");
    field?.focus({ preventScroll: matchMedia("(min-width: 60rem)").matches });
    field?.select();
  });
}

function explodeField(store: EditorStore, stage: StageView, owner: AbortSignal): HTMLElement {
  const id = freshID("explode");
  const slider = el("input", {
    id,
    type: "range",
    min: 0,
    max: 1,
    step: 0.01,
    oninput: () => stage.exploded.value = slider.valueAsNumber,
  });
  const element = el("div", { class: "explode-field" }, el("label", { for: id }, t("Exploded view")), slider);
  effect(() => {
    slider.value = String(stage.exploded.value);
    slider.setAttribute("aria-valuetext", `${Math.round(stage.exploded.value * 100)} %`);
    const parts = modelLens(store.selectedModel.value ?? "").get(store.document.value)?.parts ?? [];
    element.hidden = !flattened(parts).some(({ part }) => part.offset && part.node !== undefined);
  }, owner);
  return element;
}
