/** Lists inside a form: points of a card, sources, credits. */

import { t } from "../../i18n/messages.ts";
import { computed, effect } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { iconButton } from "../../ui/icon-button.ts";
import type { Credit } from "../document.ts";
import { textField } from "./bound-fields.ts";
import { textButton } from "./buttons.ts";
import type { EditorStore } from "./editor-store.ts";
import { indexKeys, keyedList } from "./keyed-list.ts";
import { at, type Lens, optionalText, prop } from "./lens.ts";

interface ListFieldProps<T> {
  legend: string;
  lens: Lens<T[]>;
  /** What one item is called: "point". */
  item: string;
  empty: () => T;
  max?: number;
  min?: number;
  fields: (index: number, owner: AbortSignal) => HTMLElement[];
}

function listField<T>(store: EditorStore, props: ListFieldProps<T>, owner: AbortSignal): HTMLElement {
  const { lens, item } = props;
  const count = computed(() => lens.get(store.document.value)?.length ?? 0);
  const list = el("ol", { class: "list-field" });
  const change = (step: string, edit: (items: T[]) => T[]): void =>
    store.edit(step, (document) => lens.set(document, edit(lens.get(document) ?? [])));
  keyedList(list, () => indexKeys(count.value), (key, itemOwner) => {
    const index = Number(key);
    const remove = iconButton("trash", t("Remove {item} {number}", { item, number: index + 1 }), () => {
      change(t("Remove a {item}", { item }), (items) => items.toSpliced(index, 1));
      (list.children[Math.min(index, list.children.length - 1)]?.querySelector<HTMLElement>("input, textarea") ?? add)
        .focus();
    });
    effect(() => void (remove.hidden = count.value <= (props.min ?? 0)), itemOwner);
    return el("li", {}, el("div", { class: "list-item-fields" }, ...props.fields(index, itemOwner)), remove);
  }, owner);
  const add = textButton("add", t("Add a {item}", { item }), () => {
    change(t("Add a {item}", { item }), (items) => [...items, props.empty()]);
    list.lastElementChild?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, "small");
  effect(() => void (add.hidden = count.value >= (props.max ?? Infinity)), owner);
  return el("fieldset", { class: "field list-fieldset" }, el("legend", {}, props.legend), list, add);
}

export interface BulletProps {
  legend: string;
  lens: Lens<string[]>;
  bullets: number;
  characters: number;
}

export function bulletsField(store: EditorStore, props: BulletProps, owner: AbortSignal): HTMLElement {
  const { lens } = props;
  return listField(store, {
    legend: props.legend,
    lens,
    item: t("point|an item of a list"),
    empty: () => "",
    min: 1,
    max: props.bullets,
    fields: (index, itemOwner) => [
      textField(
        store,
        {
          label: t("Point {number}", { number: index + 1 }),
          lens: at(lens, index),
          step: t("Change a point"),
          max: props.characters,
          rows: 2,
        },
        itemOwner,
      ),
    ],
  }, owner);
}

export function creditsField(
  store: EditorStore,
  props: { legend: string; lens: Lens<Credit[]>; item: string },
  owner: AbortSignal,
): HTMLElement {
  const { lens, item } = props;
  return listField(store, {
    ...props,
    empty: (): Credit => ({ text: "" }),
    fields: (index, itemOwner) => {
      const credit = at(lens, index);
      return [
        textField(
          store,
          { label: t("Text"), lens: prop(credit, "text"), step: t("Change a {item}", { item }) },
          itemOwner,
        ),
        textField(
          store,
          {
            label: t("Address"),
            lens: optionalText(prop(credit, "url"), credit),
            step: t("Change a {item}", { item }),
          },
          itemOwner,
        ),
      ];
    },
  }, owner);
}
