/** The measurements that were kept: a press flies there; those who may rename and delete them. */

import { plural } from "../ui/format.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { renameInPlace } from "../ui/rename.ts";
import { units } from "../ui/units.ts";
import { measureApi } from "./measure-api.ts";
import type { MeasureStore } from "./measure-store.ts";
import { lineOf, type Measurement } from "./types.ts";

export interface SavedActions {
  fly(one: Measurement): void;
  rename(one: Measurement, name: string): Promise<void>;
  trash(one: Measurement): void;
}

export function savedList(store: MeasureStore, act: SavedActions, signal: AbortSignal): { element: HTMLElement } {
  const title = el("h3", {}, "Kept");
  const csv = el(
    "a",
    { class: "button small", download: "", "aria-label": "Download all as CSV" },
    icon("download"),
    "CSV",
  );
  const list = el("ul", { class: "measure-list" });
  const empty = el("p", { class: "quiet" }, "Nothing is kept yet.");
  const element = el("section", { class: "measure-saved" }, el("header", {}, title, csv), empty, list);
  let shown = "";

  function update(): void {
    const { saved, selected } = store;
    empty.hidden = saved.length > 0;
    csv.hidden = saved.length === 0;
    csv.href = measureApi.csv(store.space, units.current);
    setText(title, saved.length === 0 ? "Kept" : `Kept: ${plural(saved.length, "measurement")}`);
    const now = JSON.stringify([
      units.current,
      saved.map(({ id, name, text, imperial }) => [id, name, text, imperial]),
    ]);
    if (now !== shown) {
      shown = now;
      const focused = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>("[data-measurement]");
      const held = list.contains(focused ?? null) ? focused?.dataset.measurement : undefined;
      list.replaceChildren(...saved.map(row));
      if (held) list.querySelector<HTMLElement>(`[data-measurement="${held}"] button`)?.focus();
    }
    for (const line of list.children) {
      const on = (line as HTMLElement).dataset.measurement === selected?.id;
      line.classList.toggle("selected", on);
      line.querySelector(".measure-fly")?.setAttribute("aria-pressed", String(on));
    }
  }

  function row(one: Measurement): HTMLElement {
    const name = el("span", { class: "measure-name" }, one.name);
    const text = lineOf(one, units.current);
    const fly = el(
      "button",
      {
        class: "measure-fly",
        type: "button",
        onclick: () => act.fly(one),
        "aria-label": `${one.name}: ${text}. Fly there`,
      },
      name,
      el("span", { class: "measure-text" }, text),
    );
    const heading = el("div", { class: "measure-row-name" }, fly);
    const rename = el("button", {
      class: "icon-button",
      type: "button",
      "aria-label": `Rename ${one.name}`,
      title: "Rename",
      onclick: () => {
        // The field takes the name's place in the row; the button with the value stays out of it.
        const shown = el("span", { class: "measure-name" }, one.name);
        fly.hidden = true;
        heading.append(shown);
        const back = (): void => {
          shown.remove();
          fly.hidden = false;
        };
        renameInPlace(shown, (next) => act.rename(one, next), rename);
        const field = heading.querySelector("input");
        field?.addEventListener("blur", () => setTimeout(() => heading.querySelector("input") || back()));
      },
    }, icon("rename"));
    const remove = el("button", {
      class: "icon-button",
      type: "button",
      "aria-label": `Delete ${one.name}`,
      title: "Delete",
      onclick: () => act.trash(one),
    }, icon("trash"));
    return el(
      "li",
      { class: "measure-row", "data-measurement": one.id },
      heading,
      store.canEdit && rename,
      store.canEdit && remove,
    );
  }

  units.listen(update, signal);
  store.listen(update);
  update();
  return { element };
}
