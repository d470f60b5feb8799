/**
 * Texts in the page's language. The English text is the key of a message: `t("Try again")`. Where one English text has
 * several meanings, its meaning stands after a bar and is not shown: `t("New|condition of a thing")`.
 *
 * Keys are literals, so that `Web/tests/i18n_test.ts` finds those that are missing in a catalogue, and those that no
 * source uses any more.
 */

import { type Catalogue, catalogue, language } from "./catalogue.ts";

/** What stands in the placeholders of a message, by their names: `{name}`. */
export type Values = Readonly<Record<string, string | number>>;

/** The English forms of a message with a count; the key of the message is `other`. */
export interface PluralForms {
  one: string;
  other: string;
}

/** The message in the page's language. */
export function t(message: string, values: Values = {}): string {
  return translate(catalogue, message, values);
}

/** The form of a message for a count; the count itself is among the values where the message shows it. */
export function pluralMessage(count: number, forms: PluralForms, values: Values): string {
  return translatePlural({ catalogue, language, count, forms, values });
}

/** `t` with a given catalogue; null for English. */
export function translate(catalogue: Catalogue | null, message: string, values: Values = {}): string {
  const found = catalogue?.[message];
  return fill(typeof found === "string" ? found : english(message), values);
}

/** `pluralMessage` with a given catalogue; null for English. */
export function translatePlural(
  { catalogue, language, count, forms, values }: {
    catalogue: Catalogue | null;
    language: string;
    count: number;
    forms: PluralForms;
    values: Values;
  },
): string {
  const found = catalogue?.[forms.other];
  if (found === undefined || typeof found === "string") {
    return fill(english(count === 1 ? forms.one : forms.other), values);
  }
  return fill(found[pluralRules(language).select(count)] ?? found.other ?? english(forms.other), values);
}

const rules = new Map<string, Intl.PluralRules>();

function pluralRules(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}

/** The text of a key: without the note on its meaning. */
export function english(message: string): string {
  const bar = message.indexOf("|");
  return bar < 0 ? message : message.slice(0, bar);
}

/** A word of its own within a sentence: German nouns keep their capital. */
export function inSentence(word: string): string {
  return language === "de" ? word : word.toLowerCase();
}

function fill(text: string, values: Values): string {
  return text.replace(/\{([a-zA-Z0-9]+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : String(value);
  });
}
