/** Amounts of money: exact minor units, written and read as people do. Pure functions, and the currency used last. */

import type { Money } from "../api/generated.ts";
import { language, locale } from "../i18n/catalogue.ts";
import { t } from "../i18n/messages.ts";
import { type StoredSetting, storedSetting } from "../ui/stored-setting.ts";

/** Decimals of the currencies that don't have two (ISO 4217); `Intl` has those of everyday use, which differ. */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [
      "BIF",
      "CLP",
      "DJF",
      "GNF",
      "ISK",
      "JPY",
      "KMF",
      "KRW",
      "PYG",
      "RWF",
      "UGX",
      "UYI",
      "VND",
      "VUV",
      "XAF",
      "XOF",
      "XPF",
    ]
      .map((code) => [code, 0]),
  ),
  ...Object.fromEntries(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
};

/** The currency of a region; euros elsewhere. */
const currencies: Readonly<Record<string, string>> = {
  AU: "AUD",
  BR: "BRL",
  CA: "CAD",
  CH: "CHF",
  CN: "CNY",
  CZ: "CZK",
  DK: "DKK",
  GB: "GBP",
  HU: "HUF",
  IN: "INR",
  JP: "JPY",
  KR: "KRW",
  MX: "MXN",
  NO: "NOK",
  NZ: "NZD",
  PL: "PLN",
  RO: "RON",
  SE: "SEK",
  TR: "TRY",
  US: "USD",
};

/** How many decimals the amounts of a currency have: 2 for euros, 0 for yen; 2 for an unknown code. */
export function currencyDecimals(currency: string): number {
  return decimals[currency] ?? 2;
}

/** Whether a text has the form of a currency's code (ISO 4217). */
export function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

/** English pages write amounts as the browser's region does. */
export function userLocale(): string {
  return language === "en" ? globalThis.navigator?.language ?? "en" : locale;
}

/** `{ minorUnits: 123456, currency: "EUR" }` → `€1,234.56` as the locale writes it. */
export function formatMoney(money: Money, locale: string = userLocale()): string {
  const digits = currencyDecimals(money.currency);
  const format = {
    style: "currency",
    currency: money.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  };
  try {
    return new Intl.NumberFormat(locale, format as Intl.NumberFormatOptions).format(money.minorUnits / 10 ** digits);
  } catch {
    return `${plainAmount(money)} ${money.currency}`; // a code that Intl rejects
  }
}

/** Sums of several currencies in one line; an empty text for none. */
export function formatMoneys(sums: readonly Money[], locale: string = userLocale()): string {
  return sums.map((sum) => formatMoney(sum, locale)).join(" · ");
}

/** The amount as a field shows it, without currency and groups: `1234.56`, or `1234,56` where the locale writes so. */
export function plainAmount(money: Money, locale = "en"): string {
  const digits = currencyDecimals(money.currency);
  const text = String(money.minorUnits).padStart(digits + 1, "0");
  if (digits === 0) return text;
  return `${text.slice(0, -digits)}${decimalSeparator(locale)}${text.slice(-digits)}`;
}

/** The separator between whole and fraction in a locale. */
export function decimalSeparator(locale: string = userLocale()): string {
  return new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";
}

/** An amount, null for an empty text, or why the text is none. */
export type ParsedAmount = { money: Money | null } | { problem: string };

/**
 * Reads an amount as people write it: `1,234.56`, `1.234,56`, `1 234,5`, `€ 129`, `129 CHF`. A currency's code within the
 * text replaces `currency`. Where one separator could mean both, as in `1.234`, it groups digits unless the currency has
 * three decimals, for which the locale decides.
 */
export function parseAmount(text: string, currency: string, locale: string = userLocale()): ParsedAmount {
  if (text.trim() === "") return { money: null };
  const code = /(?<![\p{L}])([A-Za-z]{3})(?![\p{L}])/u.exec(text)?.[1]?.toUpperCase() ?? currency.trim().toUpperCase();
  if (!isCurrency(code)) return { problem: t("A currency has three letters, as EUR.") };
  const digits = text.replace(/[\p{L}\p{Sc}\s'’_]/gu, "").replace(/[.,][-–—]+$/, "");
  if (digits.startsWith("-") || digits.startsWith("−")) return { problem: t("An amount can't be negative.") };
  if (!/^[0-9]*([.,][0-9]+)*[.,]?$/.test(digits) || !/[0-9]/.test(digits)) {
    return { problem: t("“{text}” is not an amount.", { text: text.trim().slice(0, 40) }) };
  }
  const places = currencyDecimals(code);
  const parts = splitAmount(digits, places, locale);
  if (parts === null) return { problem: t("“{text}” is not an amount.", { text: text.trim().slice(0, 40) }) };
  if (parts.fraction.length > places) {
    return {
      problem: places === 0
        ? t("{code} has no decimals.", { code })
        : t("{code} has {places} decimals.", { code, places }),
    };
  }
  const units = Number(`${parts.whole}${parts.fraction.padEnd(places, "0")}`);
  if (!Number.isSafeInteger(units)) return { problem: t("The amount is too large.") };
  return { money: { minorUnits: units, currency: code } };
}

/** Whole and fraction of digits with separators; null where groups don't have three digits. */
function splitAmount(digits: string, places: number, locale: string): { whole: string; fraction: string } | null {
  const separators = [...digits].filter((each) => each === "." || each === ",");
  const last = separators.at(-1);
  if (last === undefined) return { whole: digits, fraction: "" };
  const isMixed = separators.some((each) => each !== last);
  const at = digits.lastIndexOf(last);
  const behind = digits.length - at - 1;
  let isDecimal = separators.filter((each) => each === last).length === 1;
  if (isDecimal && !isMixed && behind === 3 && at > 0 && digits[0] !== "0") {
    isDecimal = places === 3 && decimalSeparator(locale) === last;
  }
  const head = isDecimal ? digits.slice(0, at) : digits;
  const groups = head.split(/[.,]/);
  const areGroups = groups.length === 1 ||
    groups.slice(1).every((group) => group.length === 3) && groups[0]!.length <= 3;
  if (!areGroups || (isMixed && isDecimal && head.includes(last))) return null;
  return { whole: groups.join("") || "0", fraction: isDecimal ? digits.slice(at + 1) : "" };
}

/** Sums by currency, in the order of the currencies. */
export function sumMoney(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { minorUnits, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minorUnits);
  return [...sums].sort(([a], [b]) => a < b ? -1 : 1).map(([currency, minorUnits]) => ({ minorUnits, currency }));
}

/** Codes to choose from. */
export function knownCurrencies(): string[] {
  return typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("currency") : Object.values(currencies);
}

function regionalCurrency(locale: string): string {
  try {
    return currencies[new Intl.Locale(locale).maximize().region ?? ""] ?? "EUR";
  } catch {
    return "EUR";
  }
}

/** The currency of the next amount: the one that was used last. */
export const usualCurrency: StoredSetting<string> = storedSetting("diorama.currency", {
  initial: regionalCurrency(globalThis.navigator?.language ?? "en"),
  parse: (text) => isCurrency(text) ? text : null,
  format: (code) => code,
});
