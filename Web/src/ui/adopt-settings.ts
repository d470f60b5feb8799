/**
 * What the visitor set on another device, in this browser. A choice of units that is made in this browser afterwards stays until
 * the setting changes again.
 */

import type { Language, Me } from "../api/generated.ts";
import { chooseLanguage, chosenLanguage } from "../i18n/languages.ts";
import { browserStorage } from "./browser-storage.ts";
import { units } from "./units.ts";

/** The account's settings that this browser adopted last. */
const unitsKey = "diorama.units.adopted";
const languageKey = "diorama.language.adopted";

export function adoptSettings({ units: accountUnits, language }: Pick<Me, "units" | "language">): void {
  if (accountUnits !== null && isNew(unitsKey, accountUnits)) units.lengths.set(accountUnits);
  // A language that was chosen in this browser alone stays where the account has none.
  if (isNew(languageKey, language ?? "") && language !== chosenLanguage()) openIn(language);
}

/** Keeps the language for this browser, and opens the page again in it; null for the browser's own. */
export function openIn(language: Language | null): void {
  isNew(languageKey, language ?? "");
  chooseLanguage(language);
  // Where the browser keeps nothing, the page would be opened again without an end.
  if (chosenLanguage() === language) location.reload();
}

/** Whether it was not adopted before; it is from now on. False where the browser keeps nothing. */
function isNew(key: string, value: string): boolean {
  const store = browserStorage();
  try {
    if (store === null || (store.getItem(key) ?? "") === value) return false;
    store.setItem(key, value);
    return store.getItem(key) === value;
  } catch {
    return false;
  }
}
