/** The choice of what is put beside the model, and the model's dimensions. */

import { t } from "../../i18n/messages.ts";
import { formatDecimal } from "../../i18n/numbers.ts";
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
    { class: "exhibit-scale-choices", role: "group", "aria-label": t("Beside the model") },
    choice("none", t("Nothing")),
    choice("person", t("Person, {personHeight} m", { personHeight })),
    choice("house", t("House, 8.6 m")),
  );
  const spaces = el("div", {});
  if (hasLibrary) {
    const button = el("button", {
      class: "button",
      type: "button",
      onclick: () => isListing.value = !isListing.peek(),
    }, t("A scanned space"));
    effect(() => button.setAttribute("aria-pressed", String(isListing.value || store.kind.value === "room")), owner);
    choices.append(button);
    effect(() => {
      spaces.replaceChildren(
        ...(isListing.value
          ? [spaceList((space) => {
            store.chooseSpace(space.id).catch((error) =>
              notify(t("Couldn't show {name}: {problem}", { name: space.name, problem: messageOf(error) }))
            );
          }, owner)]
          : []),
      );
    }, owner);
  }
  return el(
    "div",
    { class: "exhibit-scale" },
    el(
      "p",
      {},
      t("Height "),
      el("strong", {}, metres(height!)),
      t(", width "),
      metres(width!),
      t(", depth "),
      metres(depth!),
    ),
    choices,
    spaces,
  );
}

/** `98.1 m`, `0.42 m`. */
export function metres(value: number): string {
  return `${formatDecimal(value, value < 1 ? 2 : 1)} m`;
}
