/** The models of the exhibit: adding, reordering, describing and removing them. */

import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { limits } from "../../api/generated.ts";
import { announce } from "../../ui/announce.ts";
import { el, setText } from "../../ui/dom.ts";
import { formatBytes, plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { fileURL } from "../exhibit-context.ts";
import { openAddModel } from "./add-model.ts";
import { numberField, textField } from "./bound-fields.ts";
import { conditionalButton, textButton } from "./buttons.ts";
import type { EditorStore } from "./editor-store.ts";
import { keyedList } from "./keyed-list.ts";
import { modelLens, optionalText, prop } from "./lens.ts";
import { moveModel, removeModel } from "./operations.ts";
import { flattened } from "./part-tree.ts";

export function modelsSection(store: EditorStore, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "model-list" });
  keyedList(
    list,
    () => store.document.value.models.map(({ id }) => id),
    (id, itemOwner) => modelItem(store, id, itemOwner),
    owner,
  );
  const empty = el(
    "p",
    { class: "section-empty" },
    t("No models yet. Add a model from a file, or a scan from your library."),
  );
  effect(() => void (empty.hidden = store.document.value.models.length > 0), owner);
  const add = textButton("add", t("Add a model"), () => openAddModel(store, owner), "primary");
  return el("div", { class: "editor-form" }, empty, list, el("div", { class: "section-actions" }, add));
}

function modelItem(store: EditorStore, id: string, owner: AbortSignal): HTMLElement {
  const lens = modelLens(id);
  const name = prop(lens, "name");
  const title = el("h3", {});
  const facts = el("p", { class: "quiet" });
  effect(() => {
    const model = lens.get(store.document.value);
    if (!model) return;
    setText(title, model.name || t("Model without a name"));
    const file = store.files.value.find(({ path }) => path === model.file);
    const size = file ? `${formatBytes(file.byteCount)} · ` : "";
    setText(
      facts,
      `${size}${plural(flattened(model.parts).length, { one: "{count} label", other: "{count} labels" })}`,
    );
  }, owner);
  return el(
    "li",
    { class: "model-item" },
    modelImage(store, id, owner),
    el("div", { class: "model-title" }, title, facts),
    modelButtons(store, id, owner),
    el(
      "div",
      { class: "model-fields" },
      textField(
        store,
        { label: t("Name"), lens: name, step: t("Rename a model"), max: limits.ExhibitModel.name.maxLength },
        owner,
      ),
      textField(
        store,
        {
          label: t("Description"),
          lens: prop(lens, "description"),
          step: t("Change a description"),
          max: limits.ExhibitModel.description.maxLength,
          rows: 3,
        },
        owner,
      ),
      textField(store, {
        label: t("Description of its image"),
        lens: optionalText(prop(lens, "imageDescription"), lens),
        step: t("Change a description"),
        help: t("Read aloud to visitors who don't see the image."),
      }, owner),
      numberField(store, {
        label: t("Scale on a table"),
        lens: prop(lens, "tableScale"),
        step: t("Change the scale"),
        min: 0.0001,
        max: 1000,
        digits: 4,
        help: t("The factor at which it is put on a table: 0.02 makes 50 m one metre."),
      }, owner),
    ),
  );
}

function modelImage(store: EditorStore, id: string, owner: AbortSignal): HTMLElement {
  const frame = el("div", { class: "model-image" });
  let shown: string | null | undefined;
  effect(() => {
    const url = fileURL({ files: store.files.value }, modelLens(id).get(store.document.value)?.image);
    if (url === shown) return;
    shown = url;
    frame.replaceChildren(url === null ? icon("exhibit") : el("img", { src: url, alt: "", decoding: "async" }));
  }, owner);
  return frame;
}

function modelButtons(store: EditorStore, id: string, owner: AbortSignal): HTMLElement {
  const index = (): number => store.document.value.models.findIndex((model) => model.id === id);
  const nameNow = (): string => modelLens(id).get(store.document.peek())?.name ?? t("the model");
  const move = (by: -1 | 1): void => {
    store.edit(t("Move a model"), moveModel(id, by));
    announce(
      t("{nameNow} is model {number} of {count}.", {
        nameNow: nameNow(),
        number: index() + 1,
        count: store.document.peek().models.length,
      }),
    );
  };
  const remove = (): void => {
    const name = nameNow();
    store.edit(t("Remove a model"), removeModel(id));
    announce(t("{name} is removed. Undo brings it back.", { name }));
  };
  const last = (): number => store.document.value.models.length - 1;
  return el(
    "div",
    { class: "item-buttons" },
    conditionalButton("up", t("Move the model up"), () => index() > 0, () => move(-1), owner),
    conditionalButton("down", t("Move the model down"), () => index() < last(), () => move(1), owner),
    conditionalButton("trash", t("Remove the model"), () => true, remove, owner),
  );
}
