/** Answers as the page shows them: what a newer or older server leaves out gets a value. Pure functions. */

import type { GuideAnswer, GuideCitation, GuideSentence } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string" && each !== "") : [];
}

/** Null for what isn't a sentence. */
export function readSentence(value: unknown): GuideSentence | null {
  if (!isObject(value) || text(value.text) === "") return null;
  const { citations } = value;
  return {
    text: text(value.text),
    isQuotation: value.isQuotation === true,
    citations: Array.isArray(citations) ? citations.filter((each): each is number => Number.isInteger(each)) : [],
  };
}

function readCitation(value: unknown): GuideCitation | null {
  if (!isObject(value) || !Number.isInteger(value.number)) return null;
  const target = isObject(value.target) ? value.target : null;
  return {
    number: value.number as number,
    id: text(value.id),
    title: text(value.title),
    source: text(value.source),
    url: textOrNull(value.url),
    date: text(value.date),
    passage: text(value.passage) || text(value.sentence),
    sentence: text(value.sentence),
    target: target && {
      model: textOrNull(target.model),
      part: textOrNull(target.part),
      card: textOrNull(target.card),
      space: textOrNull(target.space),
      memory: textOrNull(target.memory),
    },
  };
}

function readList<T>(value: unknown, read: (each: unknown) => T | null): T[] {
  return Array.isArray(value) ? value.map(read).filter((each): each is NonNullable<typeof each> => each !== null) : [];
}

/** Unknown reasons, languages and models are kept: they only choose words. */
export function readAnswer(value: unknown): GuideAnswer {
  const fields = isObject(value) ? value : {};
  const sentences = readList(fields.sentences, readSentence);
  return {
    answer: text(fields.answer) || sentences.map((sentence) => sentence.text).join(" "),
    declined: fields.declined === true,
    reason: textOrNull(fields.reason) as GuideAnswer["reason"],
    language: text(fields.language) as GuideAnswer["language"],
    persona: text(fields.persona),
    sentences,
    citations: readList(fields.citations, readCitation),
    suggestions: texts(fields.suggestions),
    model: text(fields.model),
    seconds: typeof fields.seconds === "number" ? fields.seconds : 0,
    conversation: textOrNull(fields.conversation),
  };
}

/** The sentences to show; an answer without sentences is one of its own. */
export function sentencesOf(answer: GuideAnswer): readonly GuideSentence[] {
  if (answer.sentences.length > 0) return answer.sentences;
  return answer.answer === "" ? [] : [{ text: answer.answer, isQuotation: false, citations: [] }];
}

/** The answer as plain text with its sources, to be pasted elsewhere. */
export function copiedText(answer: GuideAnswer, name: string): string {
  const lines = sentencesOf(answer).map(({ text: words, citations }) =>
    citations.length > 0 ? `${words} ${citations.map((number) => `[${number}]`).join("")}` : words
  );
  const sources = answer.citations.map((citation) => {
    const facts = [citation.title, citation.source, citation.date, citation.url ?? ""].filter((each) => each !== "");
    return `[${citation.number}] ${facts.join(", ")}`;
  });
  const body = lines.join(" ");
  const notice = t("{name}: simulated persona based on public information, educational use only.", { name });
  return [body, sources.join("\n"), notice].filter((each) => each !== "").join("\n\n");
}

/** What is written above an answer that isn't one from sources; null: nothing. */
export function labelOf({ declined, reason }: Pick<GuideAnswer, "declined" | "reason">): string | null {
  const labels: Partial<Record<string, string>> = {
    unknown: t("Not in the sources"),
    identity: t("About this persona"),
    private: t("Private: not answered"),
    injection: t("Not answered"),
    opinion: t("No opinions"),
    falsePremise: t("Part of the question isn't supported"),
  };
  return labels[reason ?? ""] ?? (declined && reason === null ? t("Not answered") : null);
}

/** The text of a passage before, within and after the cited sentence; the sentence is empty where it isn't found. */
export function markedPassage(passage: string, sentence: string): [before: string, cited: string, after: string] {
  const words = sentence.trim().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [passage, "", ""];
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("\\s+");
  const found = new RegExp(pattern).exec(passage);
  if (!found) return [passage, "", ""];
  const end = found.index + found[0].length;
  return [passage.slice(0, found.index), found[0], passage.slice(end)];
}
