/** What the server would refuse in a document. The paths are those of the server's problems. Pure. */

import type { Card, Exhibit } from "../document.ts";
import { characterCount, exhibitLimits as limits } from "../exhibit-limits.ts";

export interface Problem {
  /** `cards[2].title` */
  path: string;
  /** A sentence for the field. */
  message: string;
  /** Where it is, in words: "Card 3". */
  location: string;
}

interface TextRule {
  max: number;
  /** What is missing where it is empty; null: it may be empty. */
  required: string | null;
}

export function problemsOf(document: Exhibit): Problem[] {
  const title = textProblem(document.title, { max: limits.title, required: "Give the exhibit a title." });
  const summary = textProblem(document.summary, { max: limits.summary, required: null });
  return [
    ...atPath("title", "The title", title),
    ...atPath("summary", "The summary", summary),
    ...document.models.flatMap((model, index) =>
      atPath(`models[${index}].name`, `Model ${index + 1}`, nameProblem(model.name, "Give the model a name."))
    ),
    ...document.cards.flatMap(cardProblems),
  ];
}

function cardProblems(card: Card, index: number): Problem[] {
  const path = `cards[${index}]`;
  const location = card.title.trim() === "" ? `Card ${index + 1}` : `Card “${card.title}”`;
  const { simplified } = card;
  const at = (name: string, message: string | null): Problem[] => atPath(`${path}.${name}`, location, message);
  const sentence = "Write one sentence.";
  return [
    ...at("title", textProblem(card.title, { max: limits.card.title, required: "Give the card a title." })),
    ...at("short", textProblem(card.short, { max: limits.card.short, required: sentence })),
    ...bulletProblems(card.detailed, limits.card.bullet).flatMap(([name, message]) => at(`detailed${name}`, message)),
    ...at("simplified.short", textProblem(simplified.short, { max: limits.simplified.short, required: sentence })),
    ...bulletProblems(simplified.detailed, limits.simplified.bullet)
      .flatMap(([name, message]) => at(`simplified.detailed${name}`, message)),
  ];
}

function bulletProblems(bullets: readonly string[], max: number): [string, string | null][] {
  if (bullets.length === 0) return [["", "Write at least one point."]];
  if (bullets.length > limits.card.bullets) return [["", `At most ${limits.card.bullets} points are possible.`]];
  return bullets.map((
    text,
    index,
  ) => [`[${index}]`, textProblem(text, { max, required: "Write a point, or remove it." })]);
}

function nameProblem(text: string, required: string): string | null {
  return text.trim() === "" ? required : null;
}

/** Null where the text is possible. */
export function textProblem(text: string, rule: TextRule): string | null {
  if (rule.required !== null && text.trim() === "") return rule.required;
  const over = characterCount(text) - rule.max;
  if (over <= 0) return null;
  return `${over === 1 ? "1 character" : `${over} characters`} too long: at most ${rule.max} are possible.`;
}

function atPath(path: string, location: string, message: string | null): Problem[] {
  return message === null ? [] : [{ path, location, message }];
}

const pathPattern = /^((?:[a-zA-Z]+(?:\[\d+\])*)(?:\.[a-zA-Z]+(?:\[\d+\])*)*) (.+)$/s;
const outerNames = [
  "title",
  "summary",
  "language",
  "license",
  "credits",
  "models",
  "cards",
  "guides",
  "timelines",
  "scenarios",
];

/** The server's line with its path: `cards[2].detailed has 5 bullets`. Without one, the path is empty. */
export function serverProblem(line: string): Problem {
  const match = pathPattern.exec(line);
  const path = match?.[1] ?? "";
  const isPath = outerNames.includes(/^[a-zA-Z]+/.exec(path)?.[0] ?? "");
  return { path: isPath ? path : "", message: line, location: "" };
}
