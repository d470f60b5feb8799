/** Numbers and lists as the page's locale writes them; English as the client always did. */

import { language, locale } from "./catalogue.ts";

const isEnglish = language === "en";

/** A number with so many decimals: `formatDecimal(3.62, 1)` → `3.6`. */
export function formatDecimal(value: number, digits: number): string {
  if (isEnglish) return value.toFixed(digits);
  return value.toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
}

/** A whole number with its groups of digits: `4,200`. */
export function formatWhole(value: number): string {
  return Math.round(value).toLocaleString(isEnglish ? "en" : locale);
}

/** `a, b and c` */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(isEnglish ? "en-GB" : locale).format(items);
}

/** Made when it is used: formats take some 30 ms of a page's start. */
let separator: string | null = null;

function decimalSeparator(): string {
  separator ??= new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";
  return separator;
}

/** A text of the core or the server, like `3.62 m`, with the locale's decimal separator. */
export function withLocalDecimals(text: string): string {
  return isEnglish || decimalSeparator() === "." ? text : text.replace(/(?<=\d)\.(?=\d)/g, decimalSeparator());
}
