/** What a list of things shows, as the address holds it. Pure functions. */

import type { Id } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { today } from "../dates.ts";
import type { ThingOrder, ThingQuery } from "../things-api.ts";

export interface ThingFilter {
  search: string;
  category: string | null;
  brand: string | null;
  tag: string | null;
  place: Id | null;
  lent: boolean;
  /** Things whose warranty ends within so many days. */
  warranty: number | null;
  order: ThingOrder;
}

export const orders: readonly { order: ThingOrder; label: string }[] = [
  { order: "newest", label: t("Newest first") },
  { order: "oldest", label: t("Oldest first") },
  { order: "name", label: t("By name") },
  { order: "changed", label: t("Changed last") },
  { order: "value", label: t("Most valuable") },
  { order: "purchased", label: t("Bought last") },
  { order: "warranty", label: t("Warranty ends first") },
];

export const unfiltered: ThingFilter = {
  search: "",
  category: null,
  brand: null,
  tag: null,
  place: null,
  lent: false,
  warranty: null,
  order: "newest",
};

/** Whether all things are listed. */
export function isUnfiltered(filter: ThingFilter): boolean {
  return queryText({ ...filter, order: "newest" }) === "";
}

/** The filter of an address's query; what it doesn't know is ignored. */
export function parseFilter(query: string): ThingFilter {
  const values = new URLSearchParams(query);
  const text = (name: string): string | null => values.get(name)?.slice(0, 200) || null;
  const place = values.get("place");
  const days = Number(values.get("warranty"));
  return {
    search: text("search") ?? "",
    category: text("category"),
    brand: text("brand"),
    tag: text("tag"),
    place: place !== null && /^[0-9A-Za-z]{27}$/.test(place) ? place : null,
    lent: values.get("lent") === "1",
    warranty: Number.isInteger(days) && days > 0 && days <= 3660 ? days : null,
    order: orders.find(({ order }) => order === values.get("order"))?.order ?? "newest",
  };
}

/** The query of the address, without the question mark; empty for all things, newest first. */
export function queryText(filter: ThingFilter): string {
  const values = new URLSearchParams();
  const search = filter.search.trim();
  if (search !== "") values.set("search", search);
  for (const name of ["category", "brand", "tag", "place"] as const) {
    const value = filter[name];
    if (value !== null) values.set(name, value);
  }
  if (filter.lent) values.set("lent", "1");
  if (filter.warranty !== null) values.set("warranty", String(filter.warranty));
  if (filter.order !== "newest") values.set("order", filter.order);
  return values.toString();
}

/** The query of the server for a page. */
export function serverQuery(filter: ThingFilter, after: string | null, limit: number, now = new Date()): ThingQuery {
  const search = filter.search.trim();
  return {
    ...(search === "" ? {} : { search }),
    ...(filter.category === null ? {} : { category: filter.category }),
    ...(filter.brand === null ? {} : { brand: filter.brand }),
    ...(filter.tag === null ? {} : { tag: filter.tag }),
    ...(filter.place === null ? {} : { place: filter.place }),
    ...(filter.lent ? { lent: true } : {}),
    ...(filter.warranty === null ? {} : { warrantyBefore: today(filter.warranty + 1, now) }),
    order: filter.order,
    ...(after === null ? {} : { after }),
    limit,
  };
}
