/** Measures, counts, sizes and times as text in the page's language. Pure functions. */

import { language, locale } from "../i18n/catalogue.ts";
import { type PluralForms, pluralMessage, t, type Values } from "../i18n/messages.ts";
import { formatDecimal, formatWhole } from "../i18n/numbers.ts";

const byteUnits = ["B", "kB", "MB", "GB", "TB"];

/** `1234567` → `1.2 MB` (decimal units, two significant digits below ten). */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatDecimal(value, unit > 0 && value < 9.95 ? 1 : 0)} ${byteUnits[unit]}`;
}

/** Square metres: one decimal below ten, none above. */
export function formatArea(squareMetres: number): string {
  return `${formatDecimal(squareMetres, squareMetres < 9.95 ? 1 : 0)} m²`;
}

/** Width × depth × height in metres; one decimal below ten metres, none above. */
export function formatDimensions(width: number, depth: number, height: number): string {
  const digits = Math.max(width, depth, height) < 1 ? 2 : 1;
  return `${[width, depth, height].map((side) => formatDecimal(side, digits)).join(" × ")} m`;
}

/** `312480` → `312 k`, `4200` → `4,200`, `1840000` → `1.8 million`; in other languages as they shorten numbers. */
export function formatCount(count: number): string {
  if (language !== "en") {
    return count < 9_950
      ? formatWhole(count)
      : (shortNumber ??= new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 3 })).format(
        count,
      );
  }
  if (count >= 999_500) return `${(count / 1e6).toFixed(count < 9.95e6 ? 1 : 0)} million`;
  if (count >= 9_950) return `${Math.round(count / 1000)} k`;
  return formatWhole(count);
}

// Formats are made when they are used: each takes some 30 ms of a page's start.
let shortNumber: Intl.NumberFormat | null = null;

/** `plural(3, { one: "{count} file", other: "{count} files" })` → `3 files`: the form for a count, with the count in it. */
export function plural(count: number, forms: PluralForms, values: Values = {}): string {
  return pluralMessage(count, forms, { count: formatCount(count), ...values });
}

/** A fraction in whole percent; 100 only when it is complete. */
export function formatPercent(fraction: number): string {
  const bounded = Math.min(1, Math.max(0, fraction));
  return `${bounded === 1 ? 100 : Math.floor(bounded * 100 + 1e-9)} %`;
}

/** Seconds left, rounded to the accuracy of the estimate. */
export function formatRemaining(seconds: number): string {
  if (seconds < 8) return t("a few seconds left");
  if (seconds < 55) return t("about {seconds} s left", { seconds: Math.ceil(seconds / 10) * 10 });
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return t("about {minutes} min left", { minutes });
  const quarters = Math.round(minutes / 15);
  const hours = Math.floor(quarters / 4);
  const rest = (quarters % 4) * 15;
  if (rest === 0) return t("about {hours} h left", { hours });
  return t("about {hours} h {minutes} min left", { hours, minutes: rest });
}

/** A duration: `4.2 s`, `38 s`, `3 min 5 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 9.95) return `${formatDecimal(seconds, 1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min${whole % 60 > 0 ? ` ${whole % 60} s` : ""}`;
}

/** How long ago something was: `just now`, `2 minutes ago`, `an hour ago`; from half a day on its date. */
export function formatAgo(date: Date, now: Date = new Date()): string {
  const seconds = (now.getTime() - date.getTime()) / 1000;
  if (Math.abs(seconds) < 45) return t("just now");
  const minutes = Math.round(seconds / 60);
  if (minutes > 0 && minutes < 60) return plural(minutes, { one: "a minute ago", other: "{count} minutes ago" });
  const hours = Math.round(seconds / 3600);
  if (minutes > 0 && hours < 12) return plural(hours, { one: "an hour ago", other: "{count} hours ago" });
  return formatDate(date, now);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day near today by its name with the time, else the date: `today 14:32`, `yesterday 9:05`, `3 Feb 2026`. */
export function formatDate(date: Date, now: Date = new Date()): string {
  const day = (d: Date): number => Math.round(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / 86_400_000);
  const age = day(now) - day(date);
  if (age === 0) return t("today {time}", { time: timeText(date) });
  if (age === 1) return t("yesterday {time}", { time: timeText(date) });
  return formatDay(date);
}

function timeText(date: Date): string {
  if (language !== "en") return date.toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" });
  return `${date.getHours()}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/** `3 Feb 2026` */
export function formatDay(date: Date): string {
  if (language !== "en") return date.toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric" });
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`;
}
