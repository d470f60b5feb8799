/** What the server would refuse in a document, by the limits of the HTTP interface. The paths are those of the server. Pure. */

import { limits } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { plural } from "../../ui/format.ts";
import {
  type Card,
  characterCount,
  type Credit,
  type Exhibit,
  type Model,
  type Scenario,
  type Timeline,
} from "../document.ts";
import { flattened } from "./part-tree.ts";

export interface Problem {
  /** `cards[2].title` */
  path: string;
  /** A sentence for the field. */
  message: string;
  /** Where it is, in words: "Card 3"; empty where the message says it. */
  location: string;
}

interface Limit {
  maxLength: number;
}

/** Problems of the fields below a path. */
class Check {
  readonly found: Problem[] = [];

  constructor(private readonly path: string, private readonly location: string) {}

  add(name: string, message: string | null): void {
    if (message === null) return;
    const path = [this.path, name].filter((part) => part !== "").join(".");
    this.found.push({ path, message, location: this.location });
  }

  text(name: string, value: string | undefined, { maxLength }: Limit, required: string | null = null): void {
    if (value !== undefined || required !== null) this.add(name, textProblem(value ?? "", maxLength, required));
  }

  bullets(name: string, values: readonly string[], limit: { maxItems: number; maxItemLength: number }): void {
    if (values.length === 0) this.add(name, t("Write at least one point."));
    if (values.length > limit.maxItems) {
      this.add(name, t("At most {maxItems} points are possible.", { maxItems: limit.maxItems }));
    }
    values.forEach((value, index) =>
      this.add(`${name}[${index}]`, textProblem(value, limit.maxItemLength, t("Write a point, or remove it.")))
    );
  }

  credits(name: string, values: readonly Credit[]): void {
    values.forEach(({ text, url }, index) => {
      this.text(`${name}[${index}].text`, text, limits.ExhibitCredit.text, t("Write a text, or remove it."));
      this.add(`${name}[${index}].url`, url === undefined ? null : addressProblem(url));
    });
  }
}

export function problemsOf(document: Exhibit): Problem[] {
  const check = new Check("", t("About"));
  check.text("title", document.title, limits.Exhibit.title, t("Give the exhibit a title."));
  check.text("summary", document.summary, limits.Exhibit.summary);
  check.add("language", languageProblem(document.language));
  check.text("license", document.license, limits.Exhibit.license);
  check.credits("credits", document.credits);
  return [
    ...check.found,
    ...document.models.flatMap(modelProblems),
    ...document.cards.flatMap(cardProblems),
    ...document.timelines.flatMap(timelineProblems),
    ...document.scenarios.flatMap(scenarioProblems),
  ];
}

function modelProblems(model: Model, index: number): Problem[] {
  const check = new Check(`models[${index}]`, named(t("Model"), model.name, index));
  check.text("name", model.name, limits.ExhibitModel.name, t("Give the model a name."));
  check.text("description", model.description, limits.ExhibitModel.description);
  check.text("imageDescription", model.imageDescription, limits.ExhibitModel.imageDescription);
  const parts = flattened(model.parts).flatMap(({ part, path }, number) => {
    const partCheck = new Check(`models[${index}].${path}`, named(t("Label"), part.name, number));
    partCheck.text("name", part.name, limits.ExhibitPart.name, t("Give the part a name."));
    partCheck.text("description", part.description, limits.ExhibitPart.description);
    return partCheck.found;
  });
  return [...check.found, ...parts];
}

function cardProblems(card: Card, index: number): Problem[] {
  const check = new Check(`cards[${index}]`, named(t("Card"), card.title, index));
  const { LearnCard, SimplifiedCard } = limits;
  check.text("title", card.title, LearnCard.title, t("Give the card a title."));
  check.text("short", card.short, LearnCard.short, t("Write the sentence of its front."));
  check.bullets("detailed", card.detailed, LearnCard.detailed);
  check.text(
    "simplified.short",
    card.simplified.short,
    SimplifiedCard.short,
    t("Write the sentence in plain language."),
  );
  check.bullets("simplified.detailed", card.simplified.detailed, SimplifiedCard.detailed);
  check.text("imageDescription", card.imageDescription, LearnCard.imageDescription);
  check.credits("sources", card.sources);
  return check.found;
}

function timelineProblems(timeline: Timeline, index: number): Problem[] {
  const check = new Check(`timelines[${index}]`, named(t("Timeline"), timeline.title, index));
  check.text("title", timeline.title, limits.ExhibitTimeline.title, t("Give the timeline a title."));
  timeline.events.forEach((event, at) => {
    const name = `events[${at}]`;
    check.text(`${name}.time`, event.time, limits.ExhibitEvent.time, t("Write when it happens."));
    check.text(`${name}.title`, event.title, limits.ExhibitEvent.title, t("Give the event a title."));
    check.text(`${name}.text`, event.text, limits.ExhibitEvent.text);
  });
  return check.found;
}

function scenarioProblems(scenario: Scenario, index: number): Problem[] {
  const check = new Check(`scenarios[${index}]`, named(t("Scenario"), scenario.title, index));
  check.text("title", scenario.title, limits.ExhibitScenario.title, t("Give the scenario a title."));
  check.text("text", scenario.text, limits.ExhibitScenario.text);
  scenario.steps.forEach((step, at) => {
    check.text(`steps[${at}].title`, step.title, limits.ExhibitStep.title, t("Give the step a title."));
    check.text(`steps[${at}].text`, step.text, limits.ExhibitStep.text);
  });
  return check.found;
}

function named(kind: string, name: string, index: number): string {
  return name.trim() === "" ? `${kind} ${index + 1}` : `${kind} “${name}”`;
}

/** `required`: what is asked for where it is empty. Null where the text is possible. */
export function textProblem(text: string, max: number, required: string | null): string | null {
  if (required !== null && text === "") return required;
  const over = characterCount(text) - max;
  if (over <= 0) return null;
  return plural(over, {
    one: "{count} character too long: at most {max} are possible.",
    other: "{count} characters too long: at most {max} are possible.",
  }, { max });
}

function languageProblem(tag: string): string | null {
  try {
    return tag !== "" && Intl.getCanonicalLocales(tag).length === 1 ? null : t("Write a language code: en, de, pt-BR.");
  } catch {
    return t("Write a language code: en, de, pt-BR.");
  }
}

function addressProblem(url: string): string | null {
  if (!/^https?:\/\/\S+$/.test(url)) return t("Write an address that begins with https://.");
  return textProblem(url, limits.ExhibitCredit.url.maxLength, null);
}

const pathPattern = /^([a-zA-Z]+(?:\[\d+\])*(?:\.[a-zA-Z]+(?:\[\d+\])*)*): (.+)$/s;

/** The server's line with its path: `cards[2].detailed: it has 5 bullets; at most 4 are possible`. */
export function serverProblem(line: string): Problem {
  const match = pathPattern.exec(line);
  return { path: match?.[1] ?? "", message: line, location: "" };
}
