/** The choice of what is put beside the model, and the model's dimensions. */

import { effect, signal } from "../../reactive/signal.ts";
import type { Box } from "../../core/vectors.ts";
import { el } from "../../ui/dom.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { spaceList } from "../rooms/space-list.ts";
import { personHeight } from "../stage/scale-reference.ts";
import type { ScaleStore } from "./scale-store.ts";

export interface ScaleSheetProps {
  store: ScaleStore;
  box: Box;
  hasLibrary: boolean;
}

export function scaleSheet({ store, box, hasLibrary }: ScaleSheetProps, owner: AbortSignal): HTMLElement {
  const [width, height, depth] = [0, 1, 2].map((axis) => box.max[axis]! - box.min[axis]!);
  const isListing = signal(false);
  const choice = (kind: "none" | "person" | "house", label: string): HTMLElement => {
    const button = el("button", {
      class: "button",
      type: "button",
      onclick: () => {
        isListing.value = false;
        store.choose(kind);
      },
    }, label);
    effect(() => button.setAttribute("aria-pressed", String(store.kind.value === kind)), owner);
    return button;
  };
  const choices = el(
    "div",
    { class: "exhibit-scale-choices", role: "group", "aria-label": "Beside the model" },
    choice("none", "Nothing"),
    choice("person", `Person, ${personHeight} m`),
    choice("house", "House, 8.6 m"),
  );
  const spaces = el("div", {});
  if (hasLibrary) {
    const button = el("button", {
      class: "button",
      type: "button",
      onclick: () => isListing.value = !isListing.peek(),
    }, "A scanned space");
    effect(() => button.setAttribute("aria-pressed", String(isListing.value || store.kind.value === "room")), owner);
    choices.append(button);
    effect(() => {
      spaces.replaceChildren(
        ...(isListing.value
          ? [spaceList((space) => {
            store.chooseSpace(space.id).catch((error) => notify(`Couldn't show ${space.name}: ${messageOf(error)}`));
          }, owner)]
          : []),
      );
    }, owner);
  }
  return el(
    "div",
    { class: "exhibit-scale" },
    el("p", {}, "Height ", el("strong", {}, metres(height!)), ", width ", metres(width!), ", depth ", metres(depth!)),
    choices,
    spaces,
  );
}

/** `98.1 m`, `0.42 m`. */
export function metres(value: number): string {
  return `${value < 1 ? value.toFixed(2) : value.toFixed(1)} m`;
}
