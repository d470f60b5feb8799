/** What a card, event or step points at: a model and a part of it. */

import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import type { Exhibit, Target } from "../document.ts";
import { selectField } from "./bound-fields.ts";
import type { EditorStore } from "./editor-store.ts";
import type { Lens } from "./lens.ts";
import { flattened } from "./part-tree.ts";

interface Option {
  value: string;
  label: string;
}

function modelOptions({ models }: Exhibit): Option[] {
  return [{ value: "", label: t("Nothing") }, ...models.map(({ id, name }) => ({ value: id, label: name || id }))];
}

function partOptions({ models }: Exhibit, target: Target | undefined): Option[] {
  const parts = flattened(models.find(({ id }) => id === target?.model)?.parts ?? []);
  const indent = (depth: number): string => "\u2003".repeat(depth);
  return [
    { value: "", label: t("The whole model") },
    ...parts.map(({ part, depth }) => ({ value: part.id, label: `${indent(depth)}${part.name || part.id}` })),
  ];
}

export function targetField(
  store: EditorStore,
  lens: Lens<Target | undefined>,
  step: string,
  owner: AbortSignal,
): HTMLElement {
  const model: Lens<string> = {
    get: (document) => lens.get(document)?.model ?? "",
    set: (document, value) => lens.set(document, value === "" ? undefined : { model: value }),
    path: (document) => `${lens.path(document)}.model`,
  };
  const part: Lens<string> = {
    get: (document) => lens.get(document)?.part ?? "",
    set: (document, value) => {
      const target = lens.get(document);
      if (!target) return document;
      return lens.set(document, value === "" ? { model: target.model } : { model: target.model, part: value });
    },
    path: (document) => `${lens.path(document)}.part`,
  };
  const current = (): Exhibit => store.document.value;
  return el(
    "div",
    { class: "field-pair" },
    selectField(store, { label: t("Points at"), lens: model, step, options: () => modelOptions(current()) }, owner),
    selectField(
      store,
      { label: t("Part"), lens: part, step, options: () => partOptions(current(), lens.get(current())) },
      owner,
    ),
  );
}
