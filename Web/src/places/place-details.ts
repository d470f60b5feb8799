/** The selected place: where it is, what is in it, and what can be done with it. */

import type { PlaceItem } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { formatMoneys } from "../things/money.ts";
import { openLabelsDialog } from "../things/transfer/labels-dialog.ts";
import { el } from "../ui/dom.ts";
import { plural } from "../ui/format.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { spacePath, thingsPath } from "../ui/routes.ts";
import type { PlaceActions } from "./place-actions.ts";
import type { PlacesStore } from "./places-store.ts";

export function placeDetails(store: PlacesStore, actions: PlaceActions, owner: AbortSignal): HTMLElement {
  const element = el("section", { class: "place-details", "aria-label": t("Selected place") });
  effect(() => {
    const place = store.selected.value;
    const hadFocus = element.contains(document.activeElement);
    element.replaceChildren(
      ...(place ? details(place, actions) : [
        el("p", { class: "quiet" }, t("Select a place to see what is in it.")),
      ]),
    );
    if (hadFocus) element.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
  }, owner);
  return element;
}

function details(place: PlaceItem, actions: PlaceActions): HTMLElement[] {
  const values = formatMoneys(place.values);
  const facts = [
    plural(place.things, { one: "{count} thing", other: "{count} things" }),
    ...(values === "" ? [] : [values]),
  ].join(" · ");
  const hasThings = place.things > 0;
  return [
    el("p", { class: "quiet place-path" }, place.path.slice(0, -1).join(" › ")),
    el("h2", {}, place.name),
    el("p", { class: "place-facts" }, facts),
    ...(place.notes === "" ? [] : [el("p", { class: "place-notes" }, place.notes)]),
    el(
      "div",
      { class: "place-buttons" },
      ...(hasThings ? [link(thingsPath(place.id), "thing", t("Show its things"), true)] : []),
      ...(place.space === null ? [] : [link(spacePath(place.space), "place", t("Open its space"), false)]),
      ...(hasThings ? [button("label", t("Print labels…"), () => openLabelsDialog({ place: place.id }))] : []),
      button("add", t("Add a place in it"), () => actions.add(place)),
      button("rename", t("Rename"), () => actions.rename(place)),
      button("move", t("Move…"), () => actions.askWhereTo(place)),
      button("trash", t("Move to the trash"), () => void actions.trash(place)),
    ),
  ];
}

function link(href: string, image: IconName, label: string, isPrimary: boolean): HTMLElement {
  return el("a", { class: isPrimary ? "button primary" : "button", href }, icon(image), label);
}

function button(image: IconName, label: string, act: () => void): HTMLElement {
  return el("button", { class: "button", type: "button", onclick: act }, icon(image), label);
}
