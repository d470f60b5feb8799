/** Privacy in the settings: the consent to the use of recordings, and the way to the page on privacy. */

import { language } from "../i18n/catalogue.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { choice } from "../ui/fields.ts";
import { formatDate } from "../ui/format.ts";
import { privacyPath } from "../ui/routes.ts";
import { pageLink } from "./choice-panels.ts";
import { partProblem } from "./part-problem.ts";
import type { SettingsStore } from "./settings-store.ts";

export function consentPanel(store: SettingsStore, owner: AbortSignal): HTMLElement[] {
  const words = el("blockquote", { class: "settings-words" });
  const given = el("p", { class: "quiet" });
  const input = el("input", {
    type: "checkbox",
    name: "consent",
    onchange: async () => {
      const isGiven = input.checked;
      if (!await store.change("consent", { consent: { isGiven, language } })) return;
      announce(isGiven ? t("Your consent is stored.") : t("Your consent is withdrawn."));
    },
  });
  effect(() => {
    const settings = store.settings.value;
    if (!settings) return;
    words.textContent = settings.consent.words[language] ?? settings.consent.words.en ?? "";
    input.checked = settings.consent.isGiven;
    input.disabled = settings.account === null;
    given.textContent = settings.consent.given === null
      ? t("You haven't agreed. Nothing is used.")
      : t("You agreed on {date}.", { date: formatDate(new Date(settings.consent.given)) });
  }, owner);
  return [
    choice(
      t("Recordings may improve recognition"),
      input,
      t("Off unless you turn it on. Diorama sends nothing by itself."),
    ),
    words,
    given,
    partProblem(store, "consent", owner),
    el(
      "ul",
      { class: "settings-links" },
      pageLink("shield", t("What is stored where, and what leaves"), privacyPath()),
    ),
  ];
}
