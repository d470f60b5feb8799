/** Who made what an exhibit consists of, and under which conditions it may be used. */

import type { Exhibit, ExhibitCredit } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";
import { explain } from "../ui/dialog.ts";

/** Whether there is something to show. */
export function hasCredits({ license, credits, cards }: Exhibit): boolean {
  return license !== "" || credits.length > 0 || cards.some(({ sources }) => sources.length > 0);
}

/** Opens a dialog with license, credits and the sources of the cards. */
export function showCredits(exhibit: Exhibit): void {
  const sources = new Map<string, ExhibitCredit>();
  for (const each of exhibit.cards.flatMap((card) => card.sources)) sources.set(each.url ?? each.text, each);
  explain(
    t("Credits"),
    exhibit.license !== "" && el("p", {}, t("License: {license}", { license: exhibit.license })),
    exhibit.credits.length > 0 && list(exhibit.credits),
    sources.size > 0 && el("h3", {}, t("Sources of the cards")),
    sources.size > 0 && list([...sources.values()]),
  );
}

function list(credits: readonly ExhibitCredit[]): HTMLElement {
  return el("ul", { class: "exhibit-credits" }, ...credits.map((credit) => el("li", {}, linked(credit))));
}

function linked({ text, url }: ExhibitCredit): HTMLElement | string {
  return url === undefined ? text : el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);
}
