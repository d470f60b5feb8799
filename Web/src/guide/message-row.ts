/** A question at the right with its answer at the left. */

import type { GuideSentence } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { announce } from "../ui/announce.ts";
import { type Child, el } from "../ui/dom.ts";
import { iconButton } from "../ui/icon-button.ts";
import { icon } from "../ui/icons.ts";
import { notify } from "../ui/notice.ts";
import { copiedText, labelOf } from "./answers.ts";
import type { Entry } from "./chat-store.ts";
import type { GuideAnswer, GuideCitation, Persona } from "./guide-api.ts";
import type { Row } from "./transcript.ts";

export interface MessageProps {
  persona: Persona;
  open(citation: GuideCitation): void;
  retry(): void;
}

export function messageRow(entry: Entry, props: MessageProps): Row {
  const words = el("p", { class: "guide-words" });
  const question = el(
    "div",
    { class: "guide-question" },
    el("p", {}, el("span", { class: "visually-hidden" }, t("You asked: ")), entry.question),
  );
  const isWaiting = entry.state === "waiting";
  const wait = isWaiting ? waiting() : null;
  const quiet = entry.answer !== null && (entry.answer.declined || labelOf(entry.answer) !== null);
  const answer = el(
    "div",
    { class: `guide-answer${quiet ? " quiet-answer" : ""}`, "data-state": entry.state },
    el("span", { class: "visually-hidden" }, `${nameOf(props.persona)}: `),
    entry.answer && answerLabel(entry.answer),
    words,
    wait,
    ...endOf(entry, props),
  );
  let shown = 0;
  const add = (sentences: readonly GuideSentence[]): void => {
    for (const sentence of sentences.slice(shown)) words.append(...sentenceNodes(sentence, entry.answer, props));
    shown = sentences.length;
    words.hidden = shown === 0;
  };
  add(entry.sentences);
  if (entry.answer) words.append(copyButton(entry.answer, props.persona));
  return {
    element: el("li", { class: "guide-row", "data-state": entry.state }, question, answer),
    update(content): boolean {
      const next = content as Entry;
      if (!isWaiting || next.state !== "waiting" || next.question !== entry.question) return false;
      add(next.sentences);
      return true;
    },
  };
}

function nameOf({ name, isReal }: Persona): string {
  return isReal ? t("{name}, simulated", { name }) : name;
}

function answerLabel(answer: GuideAnswer): HTMLElement | null {
  const label = labelOf(answer);
  return label === null ? null : el("p", { class: "guide-label" }, icon("info"), label);
}

function waiting(): HTMLElement {
  const bones = [el("span", { class: "bone" }), el("span", { class: "bone short" })];
  return el("p", { class: "guide-waiting" }, el("span", {}, t("Looking in the sources …")), ...bones);
}

/** What follows the sentences: why there are no more, and what can be done. */
function endOf(entry: Entry, props: MessageProps): Child[] {
  const again = entry.canRetry && el(
    "button",
    { class: "button small", type: "button", onclick: () => props.retry() },
    icon("retry"),
    entry.state === "failed" ? t("Try again") : t("Ask again"),
  );
  switch (entry.state) {
    case "waiting":
      return [];
    case "stopped":
      return [el("p", { class: "guide-problem" }, icon("stop"), t("Stopped.")), again];
    case "failed":
      return [el("p", { class: "guide-problem failed" }, icon("warning"), entry.problem), again];
    case "answered":
      return [];
  }
}

function copyButton(answer: GuideAnswer, persona: Persona): HTMLElement {
  const button = iconButton("copy", t("Copy the answer with its sources"), () => void copy());
  button.classList.add("guide-copy");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(copiedText(answer, persona.name));
      button.replaceChildren(icon("check"));
      setTimeout(() => button.replaceChildren(icon("copy")), 1500);
      announce(t("Copied."));
    } catch {
      // Pages over plain HTTP have no clipboard: the answer is selected, to be copied with Ctrl+C.
      const words = button.closest(".guide-answer")?.querySelector(".guide-words");
      if (words) getSelection()?.selectAllChildren(words);
      notify(t("The answer is selected; copy it with Control and C."));
    }
  };
  return button;
}

/** A sentence, and the numbers of its sources once they are known, in the line of its last word. */
function sentenceNodes(sentence: GuideSentence, answer: GuideAnswer | null, props: MessageProps): Node[] {
  const found = sentence.citations.flatMap((number) => answer?.citations.find((each) => each.number === number) ?? []);
  const name = sentence.isQuotation ? "guide-quoted" : "guide-phrase";
  const space = document.createTextNode(" ");
  if (found.length === 0) return [el("span", { class: name }, sentence.text), space];
  const last = sentence.text.lastIndexOf(" ") + 1;
  const tail = el(
    "span",
    { class: "guide-tail" },
    sentence.text.slice(last),
    ...found.map((citation) => citationButton(citation, props)),
  );
  return [el("span", { class: name }, sentence.text.slice(0, last), tail), space];
}

function citationButton(citation: GuideCitation, props: MessageProps): HTMLElement {
  const facts = [citation.title, citation.source].filter((each) => each !== "").join(", ");
  const button: HTMLElement = el(
    "button",
    {
      class: "guide-citation",
      type: "button",
      "aria-label": t("Source {number}: {facts}", { number: citation.number, facts }),
      title: facts,
      onclick: () => {
        button.focus();
        props.open(citation);
      },
    },
    el("span", {}, String(citation.number)),
  );
  return button;
}
