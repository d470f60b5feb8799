/** The timeline of a list of memories: its rows grouped by calendar month, each under a heading. */

import { language, locale } from "../i18n/catalogue.ts";

/** The rows of a calendar month. */
export interface Month {
  /** `2026-02` */
  key: string;
  name: string;
  first: number;
  count: number;
}

/** Made when it is used: it takes some 30 ms of a page's start. */
let monthFormat: Intl.DateTimeFormat | null = null;

/** The months of rows sorted by time, by binary search: a few steps per month, however many rows. */
export function monthsOf(count: number, timeAt: (row: number) => number): Month[] {
  const months: Month[] = [];
  let first = 0;
  while (first < count) {
    const key = monthKey(timeAt(first));
    let low = first + 1;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (monthKey(timeAt(middle)) === key) low = middle + 1;
      else high = middle;
    }
    months.push({
      key,
      name:
        (monthFormat ??= new Intl.DateTimeFormat(language === "en" ? "en" : locale, { month: "long", year: "numeric" }))
          .format(timeAt(first)),
      first,
      count: low - first,
    });
    first = low;
  }
  return months;
}

function monthKey(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}

/**
 * The content of a line of a timeline: a month's heading (`row` is null) or a row below it. A month has one line more
 * than rows.
 */
export function lineOf(months: readonly Month[], line: number): { month: Month; row: number | null } | null {
  let low = 0;
  let high = months.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (months[middle]!.first + middle <= line) low = middle;
    else high = middle - 1;
  }
  const month = months[low];
  if (!month) return null;
  const within = line - month.first - low;
  if (within < 0 || within > month.count) return null;
  return { month, row: within === 0 ? null : month.first + within - 1 };
}

/** The line of a month's heading. */
export function lineOfMonth(months: readonly Month[], index: number): number {
  return (months[index]?.first ?? 0) + index;
}
