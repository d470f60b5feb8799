/** Warranties that end, maintenance that is due, loans to be returned, requests to be answered. */

import type { Reminder } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect, signal } from "../../reactive/signal.ts";
import { copyLine } from "../../ui/copy-line.ts";
import { el } from "../../ui/dom.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { messageOf } from "../../ui/notice.ts";
import { requestPath, thingPath } from "../../ui/routes.ts";
import { daysUntil, formatDue } from "../dates.ts";
import { calendarAddress, thingsApi } from "../things-api.ts";
import { bones, section } from "./totals-panel.ts";

const spans = [
  { days: 30, label: t("Next 30 days") },
  { days: 90, label: t("Next 90 days") },
  { days: 365, label: t("Next year") },
] as const;

const icons: Readonly<Record<Reminder["kind"], IconName>> = {
  warranty: "shield",
  maintenance: "wrench",
  loan: "people",
  request: "inbox",
  answer: "inbox",
};

/** What a reminder says after the thing's name. */
export function reminderText(reminder: Reminder, now = new Date()): string {
  const when = formatDue(reminder.due, now);
  const isOverdue = daysUntil(reminder.due, now) < 0;
  const detail = reminder.detail === "" ? "" : `${reminder.detail}: `;
  switch (reminder.kind) {
    case "warranty":
      return isOverdue ? t("Warranty ended {date}", { date: when }) : t("Warranty ends {date}", { date: when });
    case "maintenance":
      return detail + (isOverdue ? t("was due {date}", { date: when }) : t("due {date}", { date: when }));
    case "loan":
      return [
        reminder.detail === "" ? t("Lent") : t("Lent to {name}", { name: reminder.detail }),
        isOverdue ? t("was due back {date}", { date: when }) : t("due back {date}", { date: when }),
      ].join(", ");
    case "request":
      return [
        reminder.detail === "" ? t("Request") : t("Request of {name}", { name: reminder.detail }),
        isOverdue ? t("was due {date}", { date: when }) : t("due {date}", { date: when }),
      ].join(", ");
    case "answer":
      return [
        reminder.detail === "" ? t("Awaited answer") : t("Awaited answer of {name}", { name: reminder.detail }),
        isOverdue ? t("was due {date}", { date: when }) : t("due {date}", { date: when }),
      ].join(", ");
  }
}

export function remindersPanel(changes: () => unknown, owner: AbortSignal): HTMLElement {
  const days = signal<number>(spans[0].days);
  const reminders = signal<readonly Reminder[] | null>(null);
  const problem = signal("");
  let request = 0;
  const load = async (span: number): Promise<void> => {
    const id = request += 1;
    try {
      const found = await thingsApi.reminders(span);
      if (id !== request || owner.aborted) return;
      reminders.value = found;
      problem.value = "";
    } catch (error) {
      if (id === request && !owner.aborted) problem.value = messageOf(error);
    }
  };
  effect(() => {
    changes();
    void load(days.value);
  }, owner);
  const select = el(
    "select",
    { "aria-label": t("Time"), onchange: () => days.value = Number(select.value) },
    ...spans.map((span) => el("option", { value: span.days }, span.label)),
  );
  const body = el("div", { class: "reminders-body" });
  effect(() => {
    if (problem.value !== "") return body.replaceChildren(el("p", { class: "field-problem" }, problem.value));
    if (reminders.value === null) return body.replaceChildren(...bones());
    body.replaceChildren(
      reminders.value.length === 0
        ? el(
          "p",
          { class: "quiet" },
          t("Nothing is due. Warranties, maintenance, loans and requests with a date appear here."),
        )
        : el("ul", { class: "reminders" }, ...reminders.value.map(reminderElement)),
    );
  }, owner);
  return section(t("Due"), "calendar", [
    el("div", { class: "totals-controls" }, el("span", { class: "pick" }, select, icon("down"))),
    body,
    calendarLink(),
  ]);
}

function reminderElement(reminder: Reminder): HTMLElement {
  const isOverdue = daysUntil(reminder.due) < 0;
  return el(
    "li",
    { class: `reminder${isOverdue ? " overdue" : ""}` },
    icon(icons[reminder.kind]),
    el(
      "div",
      {},
      el("a", {
        class: "reminder-thing",
        href: reminder.thing === null ? requestPath(reminder.id) : thingPath(reminder.thing),
      }, reminder.name),
      el(
        "p",
        { class: "quiet" },
        isOverdue && el("strong", { class: "overdue-word" }, t("Overdue. ")),
        reminderText(reminder),
      ),
    ),
  );
}

function calendarLink(): HTMLElement {
  return el(
    "details",
    { class: "calendar-feed" },
    el("summary", {}, t("In your calendar")),
    el("p", { class: "field-help" }, t("Subscribe to this address, or download the calendar once.")),
    copyLine(t("Address of the calendar"), new URL(calendarAddress, location.href).href),
    el(
      "a",
      { class: "button small", href: calendarAddress, download: "diorama.ics" },
      icon("download"),
      t("Download calendar"),
    ),
  );
}
