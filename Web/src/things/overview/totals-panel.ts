/** What the things are worth, by place, category, tag or currency: a table with bars. */

import type { Money, ThingTotal } from "../../api/generated.ts";
import { inSentence, t } from "../../i18n/messages.ts";
import { computed, effect, signal } from "../../reactive/signal.ts";
import { el, freshID } from "../../ui/dom.ts";
import { formatCount, plural } from "../../ui/format.ts";
import { icon } from "../../ui/icons.ts";
import { messageOf } from "../../ui/notice.ts";
import { formatMoney, sumMoney } from "../money.ts";
import { thingsApi, type TotalsBy } from "../things-api.ts";

const groups: readonly { by: TotalsBy; label: string; none: string }[] = [
  { by: "place", label: t("By place"), none: t("No place") },
  { by: "category", label: t("By category"), none: t("No category") },
  { by: "tag", label: t("By tag"), none: t("No tag") },
  { by: "currency", label: t("By currency"), none: t("No value") },
];

const maxRows = 12;

export interface TotalRow {
  key: string | null;
  name: string;
  things: number;
  amount: number;
}

/** The totals that are shown, the largest first; the smaller ones together. `currency`: null counts things. */
export function totalRows(
  totals: readonly ThingTotal[],
  currency: string | null,
  none: string,
  limit = maxRows,
): TotalRow[] {
  const rows = totals.map((total) => ({
    key: total.key,
    name: total.name ?? total.key ?? none,
    things: total.things,
    amount: currency === null
      ? total.things
      : total.values.find((value) => value.currency === currency)?.minorUnits ?? 0,
  })).sort((a, b) => b.amount - a.amount || b.things - a.things);
  if (rows.length <= limit) return rows;
  const rest = rows.slice(limit - 1);
  return [...rows.slice(0, limit - 1), {
    key: null,
    name: plural(rest.length, { one: "{count} others", other: "{count} others" }),
    things: rest.reduce((sum, row) => sum + row.things, 0),
    amount: rest.reduce((sum, row) => sum + row.amount, 0),
  }];
}

/** `choose` filters the list by a row. */
export function totalsPanel(
  choose: (by: TotalsBy, key: string) => void,
  changes: () => unknown,
  owner: AbortSignal,
): HTMLElement {
  const by = signal<TotalsBy>("category");
  const totals = signal<readonly ThingTotal[] | null>(null);
  const problem = signal("");
  const currency = signal<string | null>(null);
  const sums = computed<Money[]>(() => sumMoney((totals.value ?? []).flatMap(({ values }) => values)));
  let request = 0;
  const load = async (group: TotalsBy): Promise<void> => {
    const id = request += 1;
    try {
      const found = await thingsApi.totals(group);
      if (id !== request || owner.aborted) return;
      totals.value = found;
      problem.value = "";
    } catch (error) {
      if (id === request && !owner.aborted) problem.value = messageOf(error);
    }
  };
  effect(() => {
    changes();
    void load(by.value);
  }, owner);
  effect(() => {
    const known = sums.value.map((sum) => sum.currency);
    if (currency.peek() === null || !known.includes(currency.peek()!)) currency.value = known[0] ?? null;
  }, owner);
  const body = el("div", { class: "totals-body" });
  effect(() => {
    const group = groups.find((each) => each.by === by.value)!;
    if (problem.value !== "") return body.replaceChildren(el("p", { class: "field-problem" }, problem.value));
    if (totals.value === null) return body.replaceChildren(...bones());
    body.replaceChildren(
      totals.value.length === 0
        ? el("p", { class: "quiet" }, t("There are no things yet."))
        : totalsTable(totalRows(totals.value, currency.value, group.none), currency.value, group, choose),
    );
  }, owner);
  return section(t("Totals"), "chart", [controls(by, currency, () => sums.value, owner), body]);
}

function controls(
  by: { value: TotalsBy },
  currency: { value: string | null },
  sums: () => Money[],
  owner: AbortSignal,
): HTMLElement {
  const group = el(
    "select",
    { "aria-label": t("Group"), onchange: () => by.value = group.value as TotalsBy },
    ...groups.map((each) => el("option", { value: each.by }, each.label)),
  );
  const unit = el("select", {
    "aria-label": t("Measure|what is summed"),
    onchange: () => currency.value = unit.value || null,
  });
  effect(() => {
    unit.replaceChildren(
      ...sums().map((sum) => el("option", { value: sum.currency }, t("Value: {sum}", { sum: formatMoney(sum) }))),
      el("option", { value: "" }, t("Number of things")),
    );
    unit.value = currency.value ?? "";
    group.value = by.value;
  }, owner);
  return el(
    "div",
    { class: "totals-controls" },
    el("span", { class: "pick" }, group, icon("down")),
    el("span", { class: "pick" }, unit, icon("down")),
  );
}

function totalsTable(
  rows: TotalRow[],
  currency: string | null,
  group: { by: TotalsBy; label: string },
  choose: (by: TotalsBy, key: string) => void,
): HTMLElement {
  const largest = Math.max(1, ...rows.map(({ amount }) => amount));
  const text = (row: TotalRow): string => currency === null ? "" : formatMoney({ minorUnits: row.amount, currency });
  const row = (each: TotalRow): HTMLElement => {
    const bar = el("div", { class: "total-bar" });
    bar.style.setProperty("--share", String(each.amount / largest));
    const name = each.key !== null && group.by !== "currency"
      ? el("button", { class: "link-button", type: "button", onclick: () => choose(group.by, each.key!) }, each.name)
      : each.name;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, name, el("div", { class: "total-track", "aria-hidden": "true" }, bar)),
      el("td", {}, formatCount(each.things)),
      currency !== null && el("td", {}, text(each)),
    );
  };
  return el(
    "table",
    { class: "totals-table" },
    el("caption", { class: "visually-hidden" }, t("Things {group}", { group: inSentence(group.label) })),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col" }, group.label),
        el("th", { scope: "col" }, t("Things")),
        currency !== null && el("th", { scope: "col" }, t("Value")),
      ),
    ),
    el("tbody", {}, ...rows.map(row)),
  );
}

/** A card beside the list. */
export function section(title: string, image: "chart" | "calendar", content: HTMLElement[]): HTMLElement {
  const id = freshID("section");
  return el(
    "section",
    { class: "panel things-panel", "aria-labelledby": id },
    el("h2", { id }, icon(image), title),
    ...content,
  );
}

export function bones(): HTMLElement[] {
  return [0, 1, 2].map((at) => el("div", { class: at % 2 === 0 ? "bone" : "bone short", "aria-hidden": "true" }));
}
