/** The saved measurements: pressing one shows it; owners rename and delete them. */

import { t } from "../i18n/messages.ts";
import { computed, effect } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { renameInPlace } from "../ui/rename.ts";
import { units } from "../ui/units.ts";
import type { MeasureActions } from "./measure-actions.ts";
import { measureApi } from "./measure-api.ts";
import type { MeasureStore } from "./measure-store.ts";
import { lineOf, type Measurement } from "./types.ts";

export function savedList(store: MeasureStore, actions: MeasureActions, signal: AbortSignal): HTMLElement {
  const { all, selected } = store.saved;
  const title = el("h3", {}, t("Saved"));
  const csv = el(
    "a",
    { class: "button small", download: "", "aria-label": t("Download all as CSV") },
    icon("download"),
    "CSV",
  );
  const list = el("ul", { class: "measure-list" });
  const empty = el("p", { class: "quiet" }, t("No measurement is saved yet."));
  effect(() => {
    const { length } = all.value;
    empty.hidden = length > 0;
    csv.hidden = length === 0;
    csv.href = measureApi.csv(store.space, units.lengths.value);
    setText(
      title,
      length === 0 ? t("Saved") : t("Saved: {measurements}", {
        measurements: plural(length, { one: "{count} measurement", other: "{count} measurements" }),
      }),
    );
  }, signal);
  // Compared as text, so that a row with the focus is only replaced when it has changed.
  const versions = computed(() =>
    JSON.stringify(all.value.map((one) => [one.id, one.modified, one.name, lineOf(one, units.lengths.value)]))
  );
  const rows = computed(() => {
    void versions.value;
    return all.peek().map((one) => savedRow(one, store.canEdit, actions));
  });
  effect(() => {
    const focused = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>("[data-measurement]");
    const focusedID = list.contains(focused ?? null) ? focused?.dataset.measurement : undefined;
    list.replaceChildren(...rows.value);
    if (focusedID) list.querySelector<HTMLElement>(`[data-measurement="${focusedID}"] button`)?.focus();
  }, signal);
  effect(() => {
    for (const row of rows.value) {
      const isSelected = row.dataset.measurement === selected.value?.id;
      row.classList.toggle("selected", isSelected);
      row.querySelector(".measure-fly")?.setAttribute("aria-pressed", String(isSelected));
    }
  }, signal);
  return el("section", { class: "measure-saved" }, el("header", {}, title, csv), empty, list);
}

function savedRow(one: Measurement, canEdit: boolean, actions: MeasureActions): HTMLElement {
  const text = lineOf(one, units.lengths.peek());
  const show = el(
    "button",
    {
      class: "measure-fly",
      type: "button",
      onclick: () => actions.show(one),
      "aria-label": t("{name}: {text}. Show in the space", { name: one.name, text }),
    },
    el("span", { class: "measure-name" }, one.name),
    el("span", { class: "measure-text" }, text),
  );
  const heading = el("div", { class: "measure-row-name" }, show);
  const rename = el("button", {
    class: "icon-button",
    type: "button",
    "aria-label": t("Rename {name}", { name: one.name }),
    title: t("Rename"),
    onclick: () => renameRow(one, heading, show, rename, actions),
  }, icon("rename"));
  const remove = el("button", {
    class: "icon-button",
    type: "button",
    "aria-label": t("Delete {name}", { name: one.name }),
    title: t("Delete"),
    onclick: () => void actions.trash(one),
  }, icon("trash"));
  return el(
    "li",
    { class: "measure-row", "data-measurement": one.id },
    heading,
    canEdit && rename,
    canEdit && remove,
  );
}

/** The field takes the place of the name and value until the name is saved or left. */
function renameRow(
  one: Measurement,
  heading: HTMLElement,
  show: HTMLElement,
  focusAfter: HTMLElement,
  actions: MeasureActions,
): void {
  const name = el("span", { class: "measure-name" }, one.name);
  show.hidden = true;
  heading.append(name);
  const restore = (): void => {
    name.remove();
    show.hidden = false;
  };
  renameInPlace(name, (next) => actions.rename(one, next), focusAfter);
  const field = heading.querySelector("input");
  field?.addEventListener("blur", () => setTimeout(() => heading.querySelector("input") || restore()));
}
