/** A thing in the grid and in the table. */

import type { ThingItem } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { el } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { thingPath } from "../../ui/routes.ts";
import { formatCalendarDay } from "../dates.ts";
import { pathText } from "../fields/places.ts";
import { badges, valueText, whereText } from "../item-text.ts";
import { mediaAddress } from "../things-api.ts";

/** Columns of the table; those without `isNarrow` are left out on narrow pages. */
export const tableColumns = [
  { name: "name", title: t("Name") },
  { name: "category", title: t("Category") },
  { name: "place", title: t("Place") },
  { name: "tags", title: t("Tags") },
  { name: "warranty", title: t("Warranty until") },
  { name: "value", title: t("Value") },
] as const;

/** The image that stands for a thing, or an icon. */
export function cover(thing: { id: string; cover: string | null }): HTMLElement {
  const none = (): SVGSVGElement => icon("thing");
  if (thing.cover === null) return el("div", { class: "thing-cover none" }, none());
  const frame = el("div", { class: "thing-cover" });
  const image = el("img", {
    src: mediaAddress(thing.id, thing.cover, "small"),
    alt: "",
    loading: "lazy",
    decoding: "async",
    // Not on this device, and the server can't fetch it now.
    onerror: () => {
      frame.classList.add("none");
      frame.replaceChildren(none());
    },
  });
  frame.append(image);
  return frame;
}

function checkbox(item: ThingItem, isTable: boolean): HTMLElement {
  return el(
    isTable ? "div" : "span",
    { class: "thing-check", ...(isTable ? { role: "cell" } : {}) },
    el("label", {}, el("input", { type: "checkbox", "aria-label": t("Select {name}", { name: item.name }) })),
  );
}

function badgeList(item: ThingItem): HTMLElement[] {
  return badges(item).map(({ kind, text }) => el("span", { class: `thing-badge ${kind}` }, text));
}

function link(item: ThingItem): HTMLAnchorElement {
  return el("a", { class: "card-link thing-link", href: thingPath(item.id), draggable: "false" }, item.name);
}

export function cardContent(item: ThingItem): HTMLElement[] {
  return [
    cover(item),
    el(
      "div",
      { class: "thing-words" },
      el("p", { class: "thing-name" }, link(item)),
      el("p", { class: "thing-where" }, whereText(item)),
      el("p", { class: "thing-facts" }, el("span", { class: "thing-value" }, valueText(item)), ...badgeList(item)),
    ),
    checkbox(item, false),
  ];
}

export function rowContent(item: ThingItem): HTMLElement[] {
  const cell = (name: string, ...content: (Node | string)[]): HTMLElement =>
    el("div", { class: `thing-cell cell-${name}`, role: "cell" }, ...content);
  const maker = [item.brand, item.model].filter((word) => word !== null).join(" ");
  return [
    checkbox(item, true),
    cell(
      "name",
      cover(item),
      el(
        "div",
        { class: "thing-words" },
        el("p", { class: "thing-name" }, link(item)),
        el(
          "p",
          { class: "thing-where" },
          el("span", { class: "only-narrow" }, whereText(item)),
          el("span", { class: "only-wide" }, maker),
        ),
      ),
      ...badgeList(item).slice(0, 1),
    ),
    cell("category", item.category ?? ""),
    cell("place", pathText(item.path)),
    cell("tags", item.tags.join(", ")),
    cell("warranty", item.warrantyUntil === null ? "" : formatCalendarDay(item.warrantyUntil)),
    cell("value", valueText(item)),
  ];
}

/** The shape of a thing that is on its way. */
export function placeholder(isTable: boolean): HTMLElement[] {
  const bones = [el("div", { class: "bone" }), el("div", { class: "bone short" })];
  if (isTable) return [el("div", { class: "thing-words waiting", "aria-hidden": "true" }, ...bones)];
  return [
    el("div", { class: "thing-cover waiting", "aria-hidden": "true" }),
    el("div", { class: "thing-words", "aria-hidden": "true" }, ...bones),
  ];
}

/** The titles of the table's columns. */
export function tableHead(): HTMLElement {
  return el(
    "div",
    { class: "thing-head", role: "row", "aria-rowindex": 1 },
    el("div", { class: "thing-check", role: "columnheader" }, el("span", { class: "visually-hidden" }, t("Selected"))),
    ...tableColumns.map(({ name, title }) =>
      el("div", { class: `thing-cell cell-${name}`, role: "columnheader" }, title)
    ),
  );
}
