import { deepStrictEqual, strictEqual } from "./assert.ts";
import {
  currencyDecimals,
  formatMoney,
  formatMoneys,
  parseAmount,
  plainAmount,
  sumMoney,
} from "../src/things/money.ts";
import { dayOf, daysUntil, formatCalendarDay, formatDue, timeOf, today } from "../src/things/dates.ts";

const amount = (text: string, currency = "EUR", locale = "en"): number | string | null => {
  const parsed = parseAmount(text, currency, locale);
  return "problem" in parsed ? parsed.problem : parsed.money?.minorUnits ?? null;
};

Deno.test("amounts are read as people write them", () => {
  const cases: [string, number][] = [
    ["129", 12900],
    ["129.5", 12950],
    ["129,50", 12950],
    ["1,234.56", 123456],
    ["1.234,56", 123456],
    ["1 234,5", 123450],
    ["1'234.50", 123450],
    ["€ 1.234", 123400],
    ["1,234,567", 123456700],
    ["12,-", 1200],
    [".5", 50],
    ["0.5", 50],
    ["0", 0],
  ];
  for (const [text, units] of cases) deepStrictEqual([text, amount(text)], [text, units]);
  strictEqual(amount(""), null);
  strictEqual(amount("  "), null);
});

Deno.test("the currency's decimals are those of ISO 4217, and a code in the text wins", () => {
  strictEqual(amount("1200", "JPY"), 1200);
  strictEqual(amount("12.5", "JPY"), "JPY has no decimals.");
  strictEqual(amount("1.234", "KWD", "en"), 1234);
  strictEqual(amount("1.234", "KWD", "de"), 1234000);
  deepStrictEqual(parseAmount("99 chf", "EUR"), { money: { minorUnits: 9900, currency: "CHF" } });
  deepStrictEqual([currencyDecimals("EUR"), currencyDecimals("RSD"), currencyDecimals("ISK")], [2, 2, 0]);
});

Deno.test("what is no amount is refused with a reason", () => {
  strictEqual(amount("-5"), "An amount can't be negative.");
  strictEqual(amount("12.345.6"), "“12.345.6” is not an amount.");
  strictEqual(amount("1,23,456"), "“1,23,456” is not an amount.");
  strictEqual(amount("."), "“.” is not an amount.");
  strictEqual(amount("1.2345"), "EUR has 2 decimals.");
  strictEqual(amount("99999999999999999999"), "The amount is too large.");
  strictEqual(amount("5", "E"), "A currency has three letters, as EUR.");
});

Deno.test("amounts are written with the decimals of their currency", () => {
  strictEqual(formatMoney({ minorUnits: 123456, currency: "EUR" }, "en"), "€1,234.56");
  strictEqual(formatMoney({ minorUnits: 123456, currency: "EUR" }, "de").replace(/\s/g, " "), "1.234,56 €");
  strictEqual(formatMoney({ minorUnits: 500, currency: "JPY" }, "en"), "¥500");
  strictEqual(formatMoney({ minorUnits: 100, currency: "RSD" }, "en").replace(/\s/g, " "), "RSD 1.00");
  strictEqual(plainAmount({ minorUnits: 5, currency: "EUR" }), "0.05");
  strictEqual(plainAmount({ minorUnits: 123456, currency: "EUR" }, "de"), "1234,56");
  strictEqual(plainAmount({ minorUnits: 7, currency: "JPY" }), "7");
  strictEqual(
    formatMoneys([{ minorUnits: 100, currency: "EUR" }, { minorUnits: 100, currency: "USD" }], "en"),
    "€1.00 · $1.00",
  );
});

Deno.test("sums are by currency", () => {
  deepStrictEqual(
    sumMoney([{ minorUnits: 3, currency: "USD" }, { minorUnits: 1, currency: "EUR" }, {
      minorUnits: 4,
      currency: "USD",
    }]),
    [{ minorUnits: 1, currency: "EUR" }, { minorUnits: 7, currency: "USD" }],
  );
});

Deno.test("days don't depend on the time zone", () => {
  const now = new Date(2026, 1, 3, 23, 30);
  strictEqual(timeOf("2026-02-03"), "2026-02-03T00:00:00Z");
  strictEqual(timeOf(""), null);
  strictEqual(dayOf("2026-02-03T00:00:00.000Z"), "2026-02-03");
  strictEqual(dayOf(null), "");
  strictEqual(today(0, now), "2026-02-03T00:00:00Z");
  strictEqual(today(26, now), "2026-03-01T00:00:00Z");
  strictEqual(daysUntil("2026-02-05T00:00:00Z", now), 2);
  strictEqual(formatCalendarDay("2026-02-03T00:00:00Z"), "3 Feb 2026");
  deepStrictEqual(
    ["2026-02-03", "2026-02-04", "2026-02-02", "2026-02-13", "2026-01-20", "2027-01-01"]
      .map((day) => formatDue(`${day}T00:00:00Z`, now)),
    ["today", "tomorrow", "yesterday", "in 10 days", "14 days ago", "1 Jan 2027"],
  );
});
