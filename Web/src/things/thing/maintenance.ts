/** What has been done to a thing, and what is due. */

import { limits, type Maintenance } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon } from "../../ui/icons.ts";
import { dayOf, daysUntil, formatCalendarDay, formatDue, timeOf, today } from "../dates.ts";
import { labelledField } from "../fields/labelled-field.ts";
import { moneyField } from "../fields/money-field.ts";
import { formatMoney } from "../money.ts";
import { attempt, openRecordForm, removeRecord } from "./record-form.ts";
import type { ThingStore } from "./thing-store.ts";

/** What is due first, the earliest first; then what is done, the latest first. */
export function sortedMaintenance(entries: readonly Maintenance[]): Maintenance[] {
  const rank = ({ done, due }: Maintenance): string => done === null ? `0 ${due ?? "9"}` : "1";
  return [...entries].sort((a, b) => {
    const order = rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0;
    return order !== 0 ? order : (b.done ?? "") < (a.done ?? "") ? -1 : (b.done ?? "") > (a.done ?? "") ? 1 : 0;
  });
}

export function maintenanceText(entry: Maintenance, now = new Date()): string {
  const cost = entry.cost === null ? "" : formatMoney(entry.cost);
  const when = entry.done !== null
    ? t("done {date}", { date: formatCalendarDay(entry.done) })
    : entry.due === null
    ? t("to be done")
    : daysUntil(entry.due, now) < 0
    ? t("was due {date}", { date: formatDue(entry.due, now) })
    : t("due {date}", { date: formatDue(entry.due, now) });
  return [when, cost].filter((part) => part !== "").join(", ");
}

export function maintenanceLog(store: ThingStore, owner: AbortSignal): HTMLElement {
  const all = computed(() => sortedMaintenance(store.thing.value?.maintenance ?? []));
  const list = el("ul", { class: "records" });
  const none = el("p", { class: "quiet" }, t("Nothing noted."));
  effect(() => {
    none.hidden = all.value.length > 0;
    list.hidden = all.value.length === 0;
    list.replaceChildren(...all.value.map((entry) => entryElement(entry, store)));
  }, owner);
  const add = el(
    "button",
    { class: "button small", type: "button", onclick: () => editEntry(store, null) },
    icon("wrench"),
    t("Add maintenance…"),
  );
  return el("div", { class: "record-area" }, list, none, el("div", { class: "field-buttons" }, add));
}

function entryElement(entry: Maintenance, store: ThingStore): HTMLElement {
  const isOpen = entry.done === null;
  const isLate = isOpen && entry.due !== null && daysUntil(entry.due) < 0;
  const done = (): void => void attempt(t("Couldn't note it"), store.editMaintenance(entry.id, { done: today() }));
  return el(
    "li",
    { class: `record${isOpen ? " open" : ""}${isLate ? " overdue" : ""}` },
    icon("wrench"),
    el(
      "div",
      { class: "record-words" },
      el("p", { class: "record-title" }, entry.title),
      el(
        "p",
        { class: "quiet" },
        isLate && el("strong", { class: "overdue-word" }, t("Overdue. ")),
        maintenanceText(entry),
      ),
      entry.notes !== "" && el("p", { class: "quiet" }, entry.notes),
    ),
    isOpen && el("button", { class: "button small", type: "button", onclick: done }, icon("check"), t("Done")),
    iconButton("rename", t("Edit {title}", { title: entry.title }), () => editEntry(store, entry)),
    iconButton(
      "trash",
      t("Delete {title}", { title: entry.title }),
      () => void removeRecord(entry.title, () => store.removeMaintenance(entry.id)),
    ),
  );
}

function editEntry(store: ThingStore, entry: Maintenance | null): void {
  const title = el("input", {
    type: "text",
    maxlength: limits.MaintenanceBody.title.maxLength,
    autocomplete: "off",
    value: entry?.title ?? "",
    placeholder: t("Oil change"),
  });
  const due = el("input", { type: "date", value: dayOf(entry?.due ?? null) });
  const done = el("input", { type: "date", value: dayOf(entry?.done ?? null) });
  const cost = moneyField(t("Cost"), () => {});
  cost.show(entry?.cost ?? null);
  const notes = el("textarea", { rows: 2 });
  notes.value = entry?.notes ?? "";
  openRecordForm({
    title: entry === null ? t("Add maintenance") : t("Edit maintenance"),
    fields: [
      labelled(t("What"), title),
      el(
        "div",
        { class: "field-pair" },
        labelled(t("Due"), due, t("A reminder appears then.")),
        labelled(t("Done"), done),
      ),
      labelledField(t("Cost"), cost),
      labelled(t("Notes"), notes),
    ],
    confirm: entry === null ? t("Add") : t("Save"),
    focus: title,
    save: async () => {
      const what = title.value.trim();
      if (what === "") return t("Say what is to be done.");
      const amount = cost.read();
      if (amount === null) return t("Correct the cost.");
      const body = {
        title: what,
        due: timeOf(due.value),
        done: timeOf(done.value),
        cost: amount.money,
        notes: notes.value.trim(),
      };
      if (entry === null) await store.addMaintenance(body);
      else await store.editMaintenance(entry.id, body);
    },
  });
}
