/** What lists say of a thing. Pure functions. */

import type { ThingItem } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { plural } from "../ui/format.ts";
import { daysUntil, formatDue } from "./dates.ts";
import { pathText } from "./fields/places.ts";
import { formatMoney } from "./money.ts";

export interface Badge {
  kind: "lent" | "warranty" | "quantity";
  text: string;
}

/** How many days before its end a warranty is mentioned. */
const warrantyNotice = 60;

/** Where it is, or what it is where that isn't known. */
export function whereText(item: ThingItem): string {
  if (item.path.length > 0) return pathText(item.path);
  return item.category ?? [item.brand, item.model].filter((word) => word !== null).join(" ");
}

export function valueText(item: ThingItem): string {
  if (item.value === null) return "";
  const value = formatMoney(item.value);
  return item.quantity > 1 ? `${item.quantity} × ${value}` : value;
}

/** What is to be known of a thing at a glance. */
export function badges(item: ThingItem, now = new Date()): Badge[] {
  const found: Badge[] = [];
  if (item.lent) found.push({ kind: "lent", text: t("Lent") });
  if (item.warrantyUntil !== null) {
    const days = daysUntil(item.warrantyUntil, now);
    if (days >= 0 && days <= warrantyNotice) {
      found.push({ kind: "warranty", text: t("Warranty ends {date}", { date: formatDue(item.warrantyUntil, now) }) });
    }
  }
  if (item.quantity > 1 && item.value === null) {
    found.push({
      kind: "quantity",
      text: plural(item.quantity, { one: "{count} piece", other: "{count} pieces" }, { count: item.quantity }),
    });
  }
  return found;
}

/** A row is drawn again only where this text differs. */
export function rowKey(item: ThingItem): string {
  return `${item.id} ${item.modified} ${item.cover ?? ""} ${item.lent} ${item.path.join("/")}`;
}
