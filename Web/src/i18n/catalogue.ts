/**
 * The catalogue of the page's language, loaded before any module that imports this one is evaluated: constants of
 * modules may be translated texts. English needs none.
 */

import { assetURL } from "../core/assets.ts";
import { chosenLanguage, type Language, languageNames, localeFor, preferredLanguage } from "./languages.ts";

/** A translation, or one for each plural category of the language (`Intl.PluralRules`). */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** Translations by the English text. */
export type Catalogue = Readonly<Record<string, Translation>>;

const wanted: readonly string[] = globalThis.document ? globalThis.navigator.languages : [];

/** Outside of a browser, in tests, English. */
const preferred: Language = globalThis.document ? preferredLanguage(chosenLanguage(), wanted) : "en";

let found: Catalogue | null = null;
let failed = false;
if (preferred !== "en") {
  try {
    found = await load(preferred);
  } catch {
    failed = true;
  }
}

export const catalogue: Catalogue | null = found;

/** The language of the page; English where its catalogue couldn't be loaded. */
export const language: Language = failed ? "en" : preferred;

/** The locale of numbers, dates and lists. */
export const locale: string = localeFor(language, wanted);

/** Why the page is not in the preferred language; null where it is. */
export const catalogueProblem: string | null = failed
  ? `The texts in ${languageNames[preferred]} couldn't be loaded; this page is in English. Is Diorama still running?`
  : null;

if (globalThis.document) globalThis.document.documentElement.lang = language;

async function load(language: Exclude<Language, "en">): Promise<Catalogue> {
  const response = await fetch(assetURL(`${language}.json`));
  if (!response.ok) throw new Error(`status ${response.status}`);
  return await response.json() as Catalogue;
}
