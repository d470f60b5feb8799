/** Finds the messages of a source: the literals of `t("…")`, and the forms `{ one: "…", other: "…" }` of plural messages. */

export interface UsedMessages {
  texts: string[];
  plurals: { one: string; other: string }[];
  /** Calls of `t` whose first argument isn't a literal, so that their messages can't be found. */
  dynamic: number;
}

const literal = String.raw`"(?:[^"\\]|\\.)*"`;
const literals = String.raw`${literal}(?:\s*\+\s*${literal})*`;
const call = /(?<![\w.$])t\(/g;
const textCall = new RegExp(String.raw`(?<![\w.$])t\(\s*(${literals})\s*[,)]`, "g");
const pluralForms = new RegExp(String.raw`\bone:\s*(${literals}),\s*other:\s*(${literals})`, "g");

/** `source` is formatted by deno: its literals have double quotes. */
export function usedMessages(source: string): UsedMessages {
  const hasT = /import \{[^}]*\bt\b[^}]*\} from "[^"]*\/messages\.ts"/.test(source);
  const texts = hasT ? [...source.matchAll(textCall)].map((match) => joined(match[1]!)) : [];
  return {
    texts,
    plurals: [...source.matchAll(pluralForms)].map((match) => ({ one: joined(match[1]!), other: joined(match[2]!) })),
    dynamic: hasT ? [...source.matchAll(call)].length - texts.length : 0,
  };
}

/** `"a " + "b"` → `a b` */
function joined(literalsOfSource: string): string {
  return [...literalsOfSource.matchAll(new RegExp(literal, "g"))].map(([text]) => JSON.parse(text) as string).join("");
}

/** The names of the placeholders of a text, sorted. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([a-zA-Z0-9]+)\}/g)].map((match) => match[1]!))].sort();
}
