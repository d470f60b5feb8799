/** The list of a model's parts: a tree of checkboxes that show and hide them. */

import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";
import { plural } from "../ui/format.ts";
import type { Part } from "./scene-content.ts";

/** More rows would make the page slow. */
const maxRows = 2000;

/** How many parts there are, those inside others included. */
export function partCount(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + 1 + partCount(part.children), 0);
}

/** `changed` is called after a part was shown or hidden. */
export function partList(parts: readonly Part[], changed: () => void): HTMLElement {
  const rows: { input: HTMLInputElement; part: Part; parent: HTMLInputElement | null }[] = [];
  const refresh = (): void => {
    for (const { input, part, parent } of rows) {
      input.checked = part.object.visible;
      // What is inside a hidden part isn't shown either.
      input.disabled = parent !== null && (!parent.checked || parent.disabled);
    }
  };
  const toggle = (part: Part, isVisible: boolean): void => {
    part.object.visible = isVisible;
    refresh();
    changed();
  };
  const list = (inside: readonly Part[], parent: HTMLInputElement | null): HTMLElement =>
    el(
      "ul",
      parent ? {} : { class: "parts", "aria-label": t("Parts") },
      ...inside.map((part) => {
        if (rows.length >= maxRows) return null;
        const input = el("input", { type: "checkbox", onchange: () => toggle(part, input.checked) });
        rows.push({ input, part, parent });
        return el(
          "li",
          {},
          el(
            "label",
            { class: "part" },
            input,
            el("span", { class: "part-name" }, part.name),
            el("span", { class: "part-size quiet" }, sizeOf(part)),
          ),
          part.children.length > 0 && list(part.children, input),
        );
      }),
    );
  const tree = list(parts, null);
  const all = partCount(parts);
  const showAll = el("button", {
    class: "button small",
    type: "button",
    onclick: () => {
      for (const { part } of rows) part.object.visible = true;
      refresh();
      changed();
    },
  }, t("Show all"));
  refresh();
  return el(
    "div",
    { class: "part-list" },
    el("p", { class: "quiet" }, plural(all, { one: "{count} part", other: "{count} parts" })),
    tree,
    rows.length < all &&
      el(
        "p",
        { class: "quiet" },
        plural(all - rows.length, {
          one: "{count} more parts are not listed.",
          other: "{count} more parts are not listed.",
        }),
      ),
    showAll,
  );
}

function sizeOf(part: Part): string {
  if (part.triangles > 0) return plural(part.triangles, { one: "{count} triangle", other: "{count} triangles" });
  return part.points > 0 ? plural(part.points, { one: "{count} point", other: "{count} points" }) : t("lines");
}
