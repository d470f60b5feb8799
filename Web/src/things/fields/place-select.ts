/** Choosing a place that is there, or none. */

import type { Id } from "../../api/generated.ts";
import { effect, type Signal } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { pathText, placeChoices } from "./places.ts";

/** `none`: what no place means. */
export function placeSelect(none: string, place: Signal<Id | null>, owner: AbortSignal): HTMLSelectElement {
  const select = el("select", { onchange: () => place.value = select.value || null });
  effect(() => {
    select.replaceChildren(
      el("option", { value: "" }, none),
      ...placeChoices.places.value.map(({ id, path }) => el("option", { value: id }, pathText(path))),
    );
    select.value = place.value ?? "";
  }, owner);
  void placeChoices.load();
  return select;
}
