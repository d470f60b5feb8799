/** The sheet of a thing in its space: photo, what it is, the way to its page, moving it, taking it out of the space. */

import type { SpaceThing, Thing } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { formatMoney } from "../things/money.ts";
import { mediaAddress } from "../things/things-api.ts";
import { type Child, el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { thingPath } from "../ui/routes.ts";

export interface ThingCardProps {
  thing: SpaceThing;
  /** The whole thing. */
  details: Promise<Thing>;
  fly(): void;
  move(): void;
  remove(): void;
}

export function thingCard({ thing, details, fly, move, remove }: ThingCardProps): { content: Child[]; foot: Child[] } {
  const facts = el("p", { class: "quiet thing-facts" }, thing.category ?? " ");
  void details.then((whole) => facts.replaceChildren(factsText(whole)), () => {});
  const { id, name, cover } = thing;
  return {
    content: [
      cover !== null && el("img", { class: "thing-photo", src: mediaAddress(id, cover, "medium"), alt: name }),
      facts,
      el(
        "div",
        { class: "thing-buttons" },
        el("button", { class: "button", type: "button", onclick: fly }, icon("fly"), t("Show it")),
        el("button", { class: "button", type: "button", onclick: move }, icon("move"), t("Move it")),
        el("button", { class: "button", type: "button", onclick: remove }, icon("leave"), t("Take out of the space")),
      ),
    ],
    foot: [
      el(
        "div",
        { class: "sheet-actions" },
        el("a", { class: "button primary", href: thingPath(id) }, icon("thing"), t("Open the thing")),
      ),
    ],
  };
}

/** `Tools · Cellar › Shelf 2 · €129.00`; a space for none of it, so that the line keeps its height. */
export function factsText({ category, path, value }: Pick<Thing, "category" | "path" | "value">): string {
  const facts = [category, path.join(" › "), value && formatMoney(value)].filter((fact) => fact);
  return facts.length === 0 ? "\u00a0" : facts.join(" · ");
}
