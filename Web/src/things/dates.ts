/** Calendar days: the server has them as midnight in UTC, fields as `2026-02-03`. Pure functions. */

import type { Time } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { formatDay, plural } from "../ui/format.ts";

/** The value of a date field; an empty text for none. */
export function dayOf(time: Time | null): string {
  return time === null ? "" : time.slice(0, 10);
}

/** The time of a date field's value; null for an empty one. */
export function timeOf(day: string): Time | null {
  return /^[0-9]{4,6}-[0-9]{2}-[0-9]{2}$/.test(day) ? `${day}T00:00:00Z` : null;
}

/** `3 Feb 2026` */
export function formatCalendarDay(time: Time): string {
  const [year, month, day] = time.slice(0, 10).split("-").map(Number);
  return formatDay(new Date(year!, month! - 1, day));
}

/** The visitor's calendar day as a time, `days` later. */
export function today(days = 0, now: Date = new Date()): Time {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T00:00:00Z`;
}

/** Days from today until a calendar day; negative for past ones. */
export function daysUntil(time: Time, now: Date = new Date()): number {
  const [year, month, day] = time.slice(0, 10).split("-").map(Number);
  const from = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.UTC(year!, month! - 1, day) - from) / 86_400_000);
}

/** How far away a day is: `today`, `in 3 days`, `2 days ago`; from two months on its date. */
export function formatDue(time: Time, now: Date = new Date()): string {
  const days = daysUntil(time, now);
  if (days === 0) return t("today");
  if (Math.abs(days) > 60) return formatCalendarDay(time);
  if (days === 1) return t("tomorrow");
  if (days === -1) return t("yesterday");
  return days > 0
    ? plural(days, { one: "in {count} day", other: "in {count} days" })
    : plural(-days, { one: "{count} day ago", other: "{count} days ago" });
}
