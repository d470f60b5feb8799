/** To whom a thing is lent, and was. */

import { limits, type Loan } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { labelled } from "../../ui/fields.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { icon } from "../../ui/icons.ts";
import { dayOf, daysUntil, formatCalendarDay, formatDue, timeOf, today } from "../dates.ts";
import { attempt, openRecordForm, removeRecord } from "./record-form.ts";
import type { ThingStore } from "./thing-store.ts";

/** What is said of a loan after the borrower's name. */
export function loanText(loan: Loan, now = new Date()): string {
  const since = loan.lent === null ? "" : t("lent {date}", { date: formatCalendarDay(loan.lent) });
  if (loan.returned !== null) {
    return [since, t("returned {date}", { date: formatCalendarDay(loan.returned) })].filter((part) => part !== "").join(
      ", ",
    );
  }
  if (loan.due === null) return since;
  const isLate = daysUntil(loan.due, now) < 0;
  return [since, dueBack(isLate, formatDue(loan.due, now))].filter((part) => part !== "")
    .join(", ");
}

function dueBack(isLate: boolean, date: string): string {
  return isLate ? t("was due back {date}", { date }) : t("due back {date}", { date });
}

export function loans(store: ThingStore, owner: AbortSignal): HTMLElement {
  const all = computed(() => store.thing.value?.loans ?? []);
  const list = el("ul", { class: "records" });
  const lend = el(
    "button",
    { class: "button small", type: "button", onclick: () => editLoan(store, null) },
    icon("people"),
    t("Lend…"),
  );
  const none = el("p", { class: "quiet" }, t("Not lent."));
  effect(() => {
    const isLent = all.value.some(({ returned }) => returned === null);
    lend.hidden = isLent;
    none.hidden = all.value.length > 0;
    list.hidden = all.value.length === 0;
    list.replaceChildren(...all.value.map((loan) => loanElement(loan, store)));
  }, owner);
  return el("div", { class: "record-area" }, list, none, el("div", { class: "field-buttons" }, lend));
}

function loanElement(loan: Loan, store: ThingStore): HTMLElement {
  const isOpen = loan.returned === null;
  const isLate = isOpen && loan.due !== null && daysUntil(loan.due) < 0;
  const back = (): void => void attempt(t("Couldn't note the return"), store.editLoan(loan.id, { returned: today() }));
  return el(
    "li",
    { class: `record${isOpen ? " open" : ""}${isLate ? " overdue" : ""}` },
    icon("people"),
    el(
      "div",
      { class: "record-words" },
      el("p", { class: "record-title" }, isOpen ? t("Lent to {name}", { name: loan.borrower }) : loan.borrower),
      el("p", { class: "quiet" }, isLate && el("strong", { class: "overdue-word" }, t("Overdue. ")), loanText(loan)),
      loan.notes !== "" && el("p", { class: "quiet" }, loan.notes),
    ),
    isOpen && el("button", { class: "button small", type: "button", onclick: back }, icon("check"), t("Returned")),
    iconButton("rename", t("Edit the loan to {borrower}", { borrower: loan.borrower }), () => editLoan(store, loan)),
    iconButton(
      "trash",
      t("Delete the loan to {borrower}", { borrower: loan.borrower }),
      () => void removeRecord(t("The loan"), () => store.removeLoan(loan.id)),
    ),
  );
}

function editLoan(store: ThingStore, loan: Loan | null): void {
  const borrower = el("input", {
    type: "text",
    autocomplete: "name",
    maxlength: limits.LoanBody.borrower.maxLength,
    value: loan?.borrower ?? "",
  });
  const day = (value: string): HTMLInputElement => el("input", { type: "date", value });
  const lent = day(dayOf(loan === null ? today() : loan.lent));
  const due = day(dayOf(loan?.due ?? null));
  const notes = el("textarea", { rows: 2 });
  notes.value = loan?.notes ?? "";
  openRecordForm({
    title: loan === null ? t("Lend {number}", { number: store.thing.peek()?.name ?? "it" }) : t("Edit the loan"),
    fields: [
      labelled(t("To whom"), borrower),
      el(
        "div",
        { class: "field-pair" },
        labelled(t("Lent on"), lent),
        labelled(t("Due back"), due, t("A reminder appears then.")),
      ),
      labelled(t("Notes"), notes),
    ],
    confirm: loan === null ? t("Lend") : t("Save"),
    focus: borrower,
    save: async () => {
      const name = borrower.value.trim();
      if (name === "") return t("Say to whom.");
      const body = { borrower: name, lent: timeOf(lent.value), due: timeOf(due.value), notes: notes.value.trim() };
      if (loan === null) await store.lend(body);
      else await store.editLoan(loan.id, body);
    },
  });
}
