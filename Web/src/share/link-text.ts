/** Texts about links, their addresses and embedding code. Pure functions. */

import type { Link } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { formatAgo, formatDate, plural } from "../ui/format.ts";
import { boxSize } from "./part.ts";

export type LinkState = "valid" | "expired" | "revoked";

export function linkState(link: Pick<Link, "expires" | "revoked">, now: Date = new Date()): LinkState {
  if (link.revoked !== null) return "revoked";
  return link.expires !== null && Date.parse(link.expires) <= now.getTime() ? "expired" : "valid";
}

/** `Valid until 3 Feb 2026 · password · a part of 2.0 × 3.0 × 2.5 m · opened 4 times, 2 minutes ago` */
export function linkFacts(link: Link, now: Date = new Date()): string {
  const facts = [stateText(link, now)];
  if (link.hasPassword) facts.push(t("password"));
  if (link.part) facts.push(t("a part of {boxSize}", { boxSize: boxSize(link.part) }));
  if (!link.showsMemories) facts.push(t("without memories"));
  const last = link.lastViewed ? `, ${formatAgo(new Date(link.lastViewed), now)}` : "";
  facts.push(
    link.views === 0
      ? t("not opened yet")
      : plural(link.views, { one: "opened {count} time{last}", other: "opened {count} times{last}" }, { last }),
  );
  return facts.join(" · ");
}

function stateText(link: Link, now: Date): string {
  const state = linkState(link, now);
  if (state === "revoked") return t("Revoked");
  if (link.expires === null) return t("Valid");
  const date = formatDate(new Date(link.expires), now);
  return state === "expired" ? t("Expired {date}", { date }) : t("Valid until {date}", { date });
}

/** The periods of validity that are offered; null: without end. */
export const validities: { name: string; days: number | null }[] = [
  { name: t("Until I revoke it"), days: null },
  { name: t("One day"), days: 1 },
  { name: t("One week"), days: 7 },
  { name: t("30 days"), days: 30 },
];

export function expiryAfter(days: number | null, now: Date = new Date()): string | null {
  return days === null ? null : new Date(now.getTime() + days * 86_400_000).toISOString();
}

/** The origin of addresses for others: the page's own, or the server's where the page was opened by a name of this computer. */
export function sharedOrigin(page: Pick<Location, "origin" | "hostname">, server: string | null): string {
  return isLocalHost(page.hostname) && server !== null ? server : page.origin;
}

/** The address of a link's page, and of the page for frames. */
export function addresses(origin: string, path: string): { page: string; embed: string } {
  const token = path.replace(/^\/s\//, "");
  return { page: `${origin}/s/${token}`, embed: `${origin}/embed/${token}` };
}

/** The code that embeds a space in another web page. The name is escaped for an attribute. */
export function embedCode(address: string, name: string): string {
  const title = name.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const size = `width="800" height="500"`;
  return `<iframe src="${address}" title="${title}" ${size} loading="lazy" allow="fullscreen; xr-spatial-tracking"></iframe>`;
}

/** Whether a host name refers to the browser's own computer, so that nobody else can open links with it. */
export function isLocalHost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}
