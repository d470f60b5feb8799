/** The tree of a model's parts: selecting, and moving them by dragging. Buttons for moving are in the form. */

import { t } from "../../i18n/messages.ts";
import { computed, effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el, setAttribute, setText } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import type { EditorStore } from "./editor-store.ts";
import { keyedList } from "./keyed-list.ts";
import { modelLens } from "./lens.ts";
import { changeParts } from "./operations.ts";
import { dropPart, flattened, type LocatedPart } from "./part-tree.ts";

export function partList(store: EditorStore, owner: AbortSignal): HTMLElement {
  const list = el("ol", { class: "part-list", "aria-label": t("Labels") });
  const parts = computed(() =>
    flattened(modelLens(store.selectedModel.value ?? "").get(store.document.value)?.parts ?? [])
  );
  keyedList(
    list,
    () => parts.value.map(({ part }) => part.id),
    (id, itemOwner) =>
      partItem(store, () => parts.value.findIndex(({ part }) => part.id === id), () => parts.value, itemOwner),
    owner,
  );
  dragParts(list, store);
  return list;
}

function partItem(
  store: EditorStore,
  index: () => number,
  parts: () => readonly LocatedPart[],
  owner: AbortSignal,
): HTMLElement {
  const number = el("span", { class: "part-number", "aria-hidden": "true" });
  const name = el("span", { class: "part-name" });
  const inside = el("span", { class: "visually-hidden" });
  const button = el(
    "button",
    { class: "part-button", type: "button", onclick: () => store.selectedPart.value = element.dataset.part ?? null },
    number,
    name,
    inside,
  );
  const element = el("li", { class: "part-item", draggable: "true" }, button, icon("parts"));
  effect(() => {
    const at = index();
    const found = parts()[at];
    if (!found) return;
    const { part, depth, parent } = found;
    element.dataset.part = part.id;
    element.style.setProperty("--depth", String(depth));
    element.classList.toggle("has-node", part.node !== undefined);
    setText(number, String(at + 1));
    setText(name, part.name || t("Label without a name"));
    setText(inside, parent ? t(", inside {name}", { name: parent.name }) : "");
    setAttribute(button, "aria-current", store.selectedPart.value === part.id && "true");
  }, owner);
  return element;
}

/** Dropped on the upper part of another: before it; below: inside it. */
function dragParts(list: HTMLElement, store: EditorStore): void {
  let dragged: string | null = null;
  const itemAt = (event: DragEvent): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>(".part-item") : null;
  const isInside = (event: DragEvent, item: HTMLElement): boolean => {
    const { top, height } = item.getBoundingClientRect();
    return event.clientY - top > height * 0.4;
  };
  const clear = (): void => {
    for (const item of list.children) item.classList.remove("drop-before", "drop-inside");
  };
  list.addEventListener("dragstart", (event) => {
    dragged = itemAt(event)?.dataset.part ?? null;
    if (event.dataTransfer && dragged !== null) event.dataTransfer.setData("text/plain", dragged);
  });
  list.addEventListener("dragover", (event) => {
    const item = itemAt(event);
    if (dragged === null || !item) return;
    event.preventDefault();
    clear();
    item.classList.add(isInside(event, item) ? "drop-inside" : "drop-before");
  });
  list.addEventListener("dragend", () => {
    dragged = null;
    clear();
  });
  list.addEventListener("drop", (event) => {
    const item = itemAt(event);
    const model = store.selectedModel.peek();
    const onto = item?.dataset.part;
    if (dragged === null || !item || model === null || onto === undefined) return;
    event.preventDefault();
    const id = dragged;
    const inside = isInside(event, item);
    store.edit(t("Move a part"), changeParts(model, (parts) => dropPart(parts, id, onto, inside)));
    announce(t("The part is moved."));
    clear();
  });
}
