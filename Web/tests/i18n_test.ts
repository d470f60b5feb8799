import { problemCodeValues } from "../src/api/generated.ts";
import type { Catalogue } from "../src/i18n/catalogue.ts";
import {
  chooseLanguage,
  chosenLanguage,
  type Language,
  languageKey,
  languages,
  localeFor,
  preferredLanguage,
} from "../src/i18n/languages.ts";
import { t, translate, translatePlural } from "../src/i18n/messages.ts";
import { hasText, problemText } from "../src/api/problem-text.ts";
import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { placeholders, usedMessages } from "./message-scanner.ts";

const src = new URL("../src/", import.meta.url);
const translated = languages.filter((language): language is Exclude<Language, "en"> => language !== "en");

function* sources(folder: URL): Generator<URL> {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory) yield* sources(new URL(`${entry.name}/`, folder));
    else if (entry.name.endsWith(".ts")) yield new URL(entry.name, folder);
  }
}

interface Used {
  texts: Map<string, string>;
  plurals: Map<string, { one: string; file: string }>;
  dynamic: string[];
}

/** All messages of the client, each with the first file that has it. */
function allUsed(): Used {
  const used: Used = { texts: new Map(), plurals: new Map(), dynamic: [] };
  for (const url of sources(src)) {
    const file = url.href.slice(src.href.length);
    if (file.startsWith("i18n/")) continue;
    const found = usedMessages(Deno.readTextFileSync(url));
    for (const text of found.texts) if (!used.texts.has(text)) used.texts.set(text, file);
    for (const { one, other } of found.plurals) if (!used.plurals.has(other)) used.plurals.set(other, { one, file });
    if (found.dynamic > 0) used.dynamic.push(file);
  }
  return used;
}

function catalogueOf(language: string): Catalogue {
  return JSON.parse(Deno.readTextFileSync(new URL(`i18n/catalogues/${language}.json`, src))) as Catalogue;
}

const used = allUsed();

Deno.test("every message is a literal", () => {
  ok(used.texts.size > 1000, "the scanner finds the messages");
  deepStrictEqual(used.dynamic, []);
});

for (const language of translated) {
  const catalogue = catalogueOf(language);

  Deno.test(`${language}: every message is in the catalogue, and the catalogue has no other`, () => {
    const missing = [...used.texts].filter(([text]) => typeof catalogue[text] !== "string");
    const missingPlurals = [...used.plurals].filter(([text]) => typeof catalogue[text] !== "object");
    deepStrictEqual(missing.map(([text, file]) => `${file}: ${text}`), []);
    deepStrictEqual(missingPlurals.map(([text, { file }]) => `${file}: ${text}`), []);
    deepStrictEqual(Object.keys(catalogue).filter((key) => !used.texts.has(key) && !used.plurals.has(key)), []);
  });

  Deno.test(`${language}: translations have the placeholders and the outer spaces of their messages`, () => {
    const wrong: string[] = [];
    for (const [key, translation] of Object.entries(catalogue)) {
      const english = key.split("|")[0]!;
      const forms = typeof translation === "string" ? { other: translation } : translation;
      for (const [category, text] of Object.entries(forms)) {
        const wanted = placeholders(english);
        const found = placeholders(text);
        // The form for one may do without the number: “a minute ago”.
        const allowed = category === "one" && !found.includes("count")
          ? wanted.filter((one) => one !== "count")
          : wanted;
        const isSame = found.join() === allowed.join() && edges(text) === edges(english) && text.trim() !== "";
        if (!isSame) wrong.push(`${key} → ${text}`);
      }
    }
    deepStrictEqual(wrong, []);
  });

  Deno.test(`${language}: plural messages have all categories of the language`, () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const [key, translation] of Object.entries(catalogue)) {
      if (typeof translation === "string") continue;
      deepStrictEqual([key, ...Object.keys(translation).toSorted()], [key, ...categories]);
    }
  });
}

function edges(text: string): string {
  return `${/^\s*/.exec(text)![0]}|${/\s*$/.exec(text)![0]}`;
}

Deno.test("the scanner finds joined literals, plural forms and calls without a literal", () => {
  const source = `import { t } from "../i18n/messages.ts";
    t("a " +
      "\\"b\\"", { c: 1 }); at("no"); t(name);
    plural(n, { one: "{count} file", other: "{count} files" });`;
  deepStrictEqual(usedMessages(source), {
    texts: ['a "b"'],
    plurals: [{ one: "{count} file", other: "{count} files" }],
    dynamic: 1,
  });
});

Deno.test("English texts are their messages, without the note on the meaning", () => {
  strictEqual(t("New|an offer"), "New");
  strictEqual(t("Sending {name}", { name: "a {b}" }), "Sending a {b}");
  strictEqual(translate(null, "{a} of {b}", { a: 1 }), "1 of {b}");
  strictEqual(translate({ "{a}!": "¡{a}!" }, "{a}!", { a: "x" }), "¡x!");
});

Deno.test("Czech has forms for one, few and many", () => {
  const catalogue = { "{count} files": { one: "{count} soubor", few: "{count} soubory", other: "{count} souborů" } };
  const text = (count: number): string =>
    translatePlural({
      catalogue,
      language: "cs",
      count,
      forms: { one: "{count} file", other: "{count} files" },
      values: { count },
    });
  deepStrictEqual([1, 3, 5].map(text), ["1 soubor", "3 soubory", "5 souborů"]);
});

Deno.test("a chosen language goes before the browser's; others than ours are English", () => {
  strictEqual(preferredLanguage(null, ["pt-BR", "cs-CZ", "de"]), "cs");
  strictEqual(preferredLanguage("fr", ["de"]), "fr");
  strictEqual(preferredLanguage(null, ["pt", "it"]), "en");
  strictEqual(localeFor("de", ["en", "de-CH"]), "de-CH");
  strictEqual(localeFor("es", ["de-CH"]), "es");
});

Deno.test("the choice is kept, and a denied storage keeps none", () => {
  const kept = new Map<string, string>();
  const store = (): Pick<Storage, "getItem" | "setItem" | "removeItem"> => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  ok(chooseLanguage("cs", store));
  strictEqual(kept.get(languageKey), "cs");
  strictEqual(chosenLanguage(store), "cs");
  ok(chooseLanguage(null, store));
  strictEqual(chosenLanguage(store), null);
  const denied = (): never => {
    throw new Error("denied");
  };
  strictEqual(chosenLanguage(denied), null);
  strictEqual(chooseLanguage("de", denied), false);
});

Deno.test("every code of the server's problems has a text; English pages show the server's own", () => {
  deepStrictEqual(problemCodeValues.filter((code) => !hasText(code)), []);
  strictEqual(problemText("spaceNotFound", "There is no such space."), "There is no such space.");
});
