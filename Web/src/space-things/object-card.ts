/** The sheet of an object of the space: its thing, its memories, and adding both. */

import type { SceneObject, SpaceThing } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { titleOf } from "../memories/memory-text.ts";
import type { Memory } from "../memories/types.ts";
import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import { type Child, el } from "../ui/dom.ts";
import { formatDimensions } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";

export interface ObjectCardProps {
  object: SceneObject;
  /** The thing that it is; null: none yet, or things aren't shown. */
  thing: ReadonlySignal<SpaceThing | null>;
  memories: Promise<readonly Memory[]>;
  openThing(thing: SpaceThing): void;
  openMemory(id: string): void;
  /** Null where the visitor may not add things. */
  addThing: (() => void) | null;
  /** Null where the visitor may not pin memories. */
  addMemory: (() => void) | null;
}

export function objectCard(props: ObjectCardProps, owner: AbortSignal): Child[] {
  const { object, thing, addThing, addMemory } = props;
  const [width, height, depth] = object.size;
  const it = el("div", { class: "object-thing" });
  effect(() => {
    const found = thing.value;
    it.hidden = found === null && addThing === null;
    it.replaceChildren(...(found ? [thingButton(found, props)] : addThing ? [addButton(addThing)] : []));
  }, owner);
  return [
    el("p", { class: "quiet" }, formatDimensions(width, depth, height)),
    it,
    el("h3", {}, t("Memories")),
    memoryList(props, owner),
    addMemory !== null &&
    el("button", { class: "button", type: "button", onclick: addMemory }, icon("memory"), t("New memory here")),
  ];
}

function thingButton(thing: SpaceThing, props: ObjectCardProps): HTMLElement {
  const open = (): void => props.openThing(thing);
  return el("button", { class: "choice-row", type: "button", onclick: open }, icon("thing"), thing.name);
}

function addButton(add: () => void): HTMLElement {
  return el("button", { class: "button primary", type: "button", onclick: add }, icon("add"), t("Add as a thing"));
}

function memoryList({ memories, openMemory }: ObjectCardProps, owner: AbortSignal): HTMLElement {
  const list = el("ul", { class: "choice-rows", "aria-busy": "true" }, el("li", { class: "quiet" }, t("Loading…")));
  const row = (memory: Memory): HTMLElement => {
    const open = (): void => openMemory(memory.id);
    return el(
      "li",
      {},
      el("button", { class: "choice-row", type: "button", onclick: open }, icon("memory"), titleOf(memory)),
    );
  };
  void memories.then((found) => {
    if (owner.aborted) return;
    list.removeAttribute("aria-busy");
    list.replaceChildren(
      ...(found.length > 0 ? found.map(row) : [el("li", { class: "quiet" }, t("None is pinned to it."))]),
    );
  });
  return list;
}
