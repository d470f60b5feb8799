/** The languages of the page, and which of them this browser uses. */

/** By their codes (BCP 47), each with its name in itself. English is the language of the sources. */
export const languageNames = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  cs: "Čeština",
} as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as readonly Language[];

/** The key of the choice in the browser's storage. */
export const languageKey = "diorama.language";

/** The language of a locale like `de-AT`; null where the page doesn't have it. */
export function languageOf(locale: string): Language | null {
  const code = locale.toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language === code) ?? null;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The language that was chosen in this browser; null for none, and where the browser denies its storage. */
export function chosenLanguage(store: () => Store = () => localStorage): Language | null {
  try {
    return languageOf(store().getItem(languageKey) ?? "");
  } catch {
    return null;
  }
}

/**
 * Keeps the choice for the next start of a page, null for the browser's preference: texts change with
 * `location.reload()`. False where the browser can't store it.
 */
export function chooseLanguage(language: Language | null, store: () => Store = () => localStorage): boolean {
  try {
    if (language === null) store().removeItem(languageKey);
    else store().setItem(languageKey, language);
    return true;
  } catch {
    return false;
  }
}

/** The choice, else the first of the browser's languages that the page has, else English. */
export function preferredLanguage(choice: Language | null, wanted: readonly string[]): Language {
  if (choice !== null) return choice;
  return wanted.map(languageOf).find((language) => language !== null) ?? "en";
}

/** The locale of numbers and dates: the browser's variant of the language (`de-CH`), else the language itself. */
export function localeFor(language: Language, wanted: readonly string[]): string {
  return wanted.find((locale) => languageOf(locale) === language && isLocale(locale)) ?? language;
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
