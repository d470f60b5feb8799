/** The form of a part: name, description, piece of the model, anchor, offset in the exploded view, location in the tree. */

import { limits } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import type { IconName } from "../../ui/icons.ts";
import type { Exhibit, Vec3 } from "../document.ts";
import { numberField, selectField, textField } from "./bound-fields.ts";
import { conditionalButton, textButton } from "./buttons.ts";
import type { EditorStore } from "./editor-store.ts";
import { type Lens, modelLens, optionalText, partLens, prop } from "./lens.ts";
import { changeParts, deletePart } from "./operations.ts";
import { canMove, findPart, movePart, type PartMove } from "./part-tree.ts";
import type { StageView } from "./stage-view.ts";

export interface PartFormProps {
  model: string;
  part: string;
  /** Places its label again. */
  placeAgain(part: string): void;
}

const axisNames = ["x", "y", "z"] as const;
/** Metres; the server's limit. */
const maxCoordinate = 1e6;

export function partForm(store: EditorStore, stage: StageView, props: PartFormProps, owner: AbortSignal): HTMLElement {
  const lens = partLens(props.model, props.part);
  const { name, description } = limits.ExhibitPart;
  return el(
    "div",
    { class: "part-form", role: "group", "aria-label": t("The selected label") },
    el("div", { class: "item-buttons" }, ...partButtons(store, props, owner)),
    textField(
      store,
      { label: t("Name"), lens: prop(lens, "name"), step: t("Rename a part"), max: name.maxLength },
      owner,
    ),
    textField(store, {
      label: t("Description"),
      lens: optionalText(prop(lens, "description"), lens),
      step: t("Change a description"),
      max: description.maxLength,
      rows: 3,
    }, owner),
    el(
      "fieldset",
      { class: "field axis-field" },
      el("legend", {}, t("Label at, in metres")),
      axisFields(store, prop(lens, "position"), t("Move a label"), owner),
      textButton("move", t("Place it again"), () => props.placeAgain(props.part), "small"),
    ),
    nodeField(store, stage, props, owner),
    el(
      "fieldset",
      { class: "field axis-field" },
      el("legend", {}, t("Movement in the exploded view, in metres")),
      axisFields(store, prop(lens, "offset"), t("Move a part in the exploded view"), owner),
      offsetSlider(store, stage, lens, owner),
    ),
  );
}

function axisLens(lens: Lens<Vec3> | Lens<Vec3 | undefined>, axis: number, removesZero: boolean): Lens<number> {
  const vector = lens as Lens<Vec3 | undefined>;
  return {
    get: (document) => vector.get(document)?.[axis] ?? 0,
    set(document, value): Exhibit {
      const changed = [...vector.get(document) ?? [0, 0, 0]] as [number, number, number];
      changed[axis] = value;
      const isZero = removesZero && changed.every((metres) => metres === 0);
      return vector.set(document, isZero ? undefined : changed);
    },
    path: (document) => `${lens.path(document)}[${axis}]`,
  };
}

function axisFields(
  store: EditorStore,
  lens: Lens<Vec3> | Lens<Vec3 | undefined>,
  step: string,
  owner: AbortSignal,
): HTMLElement {
  const isOptional = step !== "Move a label";
  const fields = axisNames.map((label, axis) =>
    numberField(
      store,
      { label, lens: axisLens(lens, axis, isOptional), step, min: -maxCoordinate, max: maxCoordinate, digits: 4 },
      owner,
    )
  );
  return el("div", { class: "axis-fields" }, ...fields);
}

/** Lengthens the movement in its direction; without one, it begins upwards. */
function offsetSlider(
  store: EditorStore,
  stage: StageView,
  part: ReturnType<typeof partLens>,
  owner: AbortSignal,
): HTMLElement {
  const lens = prop(part, "offset");
  const slider = el("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.005,
    "aria-label": t("Distance in the exploded view"),
  });
  const reach = (): number => stage.size * 0.75;
  slider.addEventListener("input", () => {
    const metres = slider.valueAsNumber * reach();
    const old = lens.get(store.document.peek()) ?? stage.outward(part.get(store.document.peek())!);
    const length = Math.hypot(...old) || 1;
    const rounded = (value: number): number => Math.round(value * metres / length * 1e4) / 1e4;
    const changed: Vec3 = [rounded(old[0]), rounded(old[1]), rounded(old[2])];
    store.edit(
      t("Move a part in the exploded view"),
      (document) => lens.set(document, metres === 0 ? undefined : changed),
      lens.path(store.document.peek()),
    );
    stage.exploded.value = 1;
  });
  slider.addEventListener("change", () => store.seal());
  effect(() => {
    void stage.isReady.value; // then its size is known
    const offset = lens.get(store.document.value);
    const distance = offset ? Math.hypot(...offset) : 0;
    slider.value = String(Math.min(1, distance / Math.max(1e-6, reach())));
    slider.setAttribute("aria-valuetext", `${distance.toFixed(2)} m`);
  }, owner);
  return slider;
}

function nodeField(store: EditorStore, stage: StageView, props: PartFormProps, owner: AbortSignal): HTMLElement {
  const lens = partLens(props.model, props.part);
  const choose = (): void => {
    stage.exploded.value = 0;
    stage.tool.value = "node";
    stage.focus();
  };
  const select = selectField(store, {
    label: t("Piece of the model"),
    lens: optionalText(prop(lens, "node"), lens),
    step: t("Choose a piece"),
    help: t("It lights up when the part is selected, and moves in the exploded view."),
    options: () => {
      const known = stage.nodes.value.map(({ name, depth }) => ({
        value: name,
        label: `${"\u2003".repeat(depth)}${name}`,
      }));
      const current = prop(lens, "node").get(store.document.value);
      const isMissing = current !== undefined && !known.some(({ value }) => value === current);
      const missing = isMissing ? [{ value: current, label: t("{current} (not in the file)", { current }) }] : [];
      return [{ value: "", label: t("None") }, ...known, ...missing];
    },
  }, owner);
  const button = textButton("look", t("Choose it in the model"), choose, "small");
  const element = el("div", { class: "node-field" }, select, button);
  effect(() => void (element.hidden = stage.nodes.value.length === 0), owner);
  return element;
}

const moves: readonly { move: PartMove; icon: IconName; label: string }[] = [
  { move: "up", icon: "up", label: t("Move the part up") },
  { move: "down", icon: "down", label: t("Move the part down") },
  { move: "in", icon: "forward", label: t("Move the part into the one before") },
  { move: "out", icon: "back", label: t("Move the part out of the one around it") },
];

function partButtons(store: EditorStore, { model, part }: PartFormProps, owner: AbortSignal): HTMLElement[] {
  const parts = () => modelLens(model).get(store.document.value)?.parts ?? [];
  const buttons = moves.map(({ move, icon, label }) =>
    conditionalButton(icon, label, () => canMove(parts(), part, move), () => {
      store.edit(t("Move a part"), changeParts(model, (old) => movePart(old, part, move)));
      announce(t("The part is moved."));
    }, owner)
  );
  const remove = (): void => {
    const name = findPart(parts(), part)?.part.name ?? t("The part");
    store.edit(t("Remove a part"), deletePart(model, part));
    store.selectedPart.value = null;
    announce(t("{name} is removed. Undo brings it back.", { name }));
    document.querySelector<HTMLElement>(".parts-side .button.primary")?.focus();
  };
  return [...buttons, conditionalButton("trash", t("Remove the part"), () => true, remove, owner)];
}
