/** The edit operations of the editor. Pure: each takes a document and returns the changed one. */

import type {
  Card,
  Category,
  Exhibit,
  Model,
  Part,
  Scenario,
  Target,
  Timeline,
  TimelineEvent,
  Vec3,
} from "../document.ts";
import { freshSlug, moved, replaced, without } from "./lists.ts";
import { changePart, findPart, flattened, insertPart, removePart } from "./part-tree.ts";

export type Operation = (document: Exhibit) => Exhibit;

const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

// Cards

/** At the end of its category. */
export function addCard(id: string, category: Category): Operation {
  const card: Card = {
    id,
    category,
    title: "",
    short: "",
    detailed: [""],
    simplified: { short: "", detailed: [""] },
    sources: [],
  };
  return (document) => ({ ...document, cards: [...document.cards, card] });
}

export function newCardID(document: Exhibit, title: string): string {
  return freshSlug(title, ids(document.cards), "card");
}

export function duplicateCard(id: string, copyID: string): Operation {
  return (document) => {
    const index = document.cards.findIndex((card) => card.id === id);
    const card = document.cards[index];
    if (!card) return document;
    return { ...document, cards: document.cards.toSpliced(index + 1, 0, { ...structuredClone(card), id: copyID }) };
  };
}

/** Events of timelines that refer to it lose the reference. */
export function removeCard(id: string): Operation {
  return (document) => ({
    ...document,
    cards: without(document.cards, id),
    timelines: mapEvents(document, (event) => event.card === id ? omit(event, "card") : event),
  });
}

/** Among the cards of its category. */
export function moveCard(id: string, by: -1 | 1): Operation {
  return (document) => {
    const { cards } = document;
    const from = cards.findIndex((card) => card.id === id);
    const to = neighbour(cards, from, by);
    return to < 0 ? document : { ...document, cards: moved(cards, from, to) };
  };
}

export function canMoveCard(document: Exhibit, id: string, by: -1 | 1): boolean {
  return neighbour(document.cards, document.cards.findIndex((card) => card.id === id), by) >= 0;
}

function neighbour(cards: readonly Card[], from: number, by: -1 | 1): number {
  const category = cards[from]?.category;
  for (let at = from + by; category && at >= 0 && at < cards.length; at += by) {
    if (cards[at]!.category === category) return at;
  }
  return -1;
}

// Models

export function moveModel(id: string, by: -1 | 1): Operation {
  return (document) => {
    const from = document.models.findIndex((model) => model.id === id);
    return { ...document, models: moved(document.models, from, from + by) };
  };
}

/** What points at the model points at nothing afterwards. */
export function removeModel(id: string): Operation {
  return (document) => ({
    ...mapTargets(document, (target) => target.model === id ? undefined : target),
    models: without(document.models, id),
  });
}

export function changeModel(id: string, change: (model: Model) => Model): Operation {
  return (document) => ({
    ...document,
    models: document.models.map((model) => model.id === id ? change(model) : model),
  });
}

// Parts

export function newPartID(model: Model, name: string): string {
  return freshSlug(name, flattened(model.parts).map(({ part }) => part.id), "part");
}

/** After the selected part, or at the end. */
export function addPart(model: string, part: Part, after: string | null): Operation {
  return changeModel(model, (old) => {
    const found = after === null ? null : findPart(old.parts, after);
    const parent = found?.parent?.id ?? null;
    return { ...old, parts: insertPart(old.parts, part, parent, found ? found.index + 1 : old.parts.length) };
  });
}

export function newPart(id: string, name: string, position: Vec3, node: string | null): Part {
  return { id, name, position, ...(node !== null && { node }), parts: [] };
}

export function changeParts(model: string, change: (parts: readonly Part[]) => Part[]): Operation {
  return changeModel(model, (old) => ({ ...old, parts: change(old.parts) }));
}

export function editPart(model: string, id: string, change: (part: Part) => Part): Operation {
  return changeParts(model, (parts) => changePart(parts, id, change));
}

/** With the parts inside it. What points at one of them points at the model afterwards. */
export function deletePart(model: string, id: string): Operation {
  return (document) => {
    const parts = document.models.find((each) => each.id === model)?.parts ?? [];
    const found = findPart(parts, id);
    const gone = new Set(found ? flattened([found.part]).map(({ part }) => part.id) : []);
    const cleared = mapTargets(
      document,
      (target) => target.model === model && target.part && gone.has(target.part) ? { model } : target,
    );
    return changeParts(model, (old) => removePart(old, id))(cleared);
  };
}

// Timelines and scenarios

export function addTimeline(document: Exhibit): Exhibit {
  const timeline: Timeline = { id: freshSlug("", ids(document.timelines), "timeline"), title: "", events: [] };
  return { ...document, timelines: [...document.timelines, timeline] };
}

export function changeTimeline(timeline: Timeline): Operation {
  return (document) => ({ ...document, timelines: replaced(document.timelines, timeline) });
}

export function removeTimeline(id: string): Operation {
  return (document) => ({ ...document, timelines: without(document.timelines, id) });
}

export function addEvent(timeline: Timeline): Operation {
  const event: TimelineEvent = { id: freshSlug("", ids(timeline.events), "event"), time: "", title: "" };
  return changeTimeline({ ...timeline, events: [...timeline.events, event] });
}

export function addScenario(document: Exhibit): Exhibit {
  const scenario: Scenario = { id: freshSlug("", ids(document.scenarios), "scenario"), title: "", text: "", steps: [] };
  return { ...document, scenarios: [...document.scenarios, scenario] };
}

export function changeScenario(scenario: Scenario): Operation {
  return (document) => ({ ...document, scenarios: replaced(document.scenarios, scenario) });
}

export function removeScenario(id: string): Operation {
  return (document) => ({ ...document, scenarios: without(document.scenarios, id) });
}

// Targets

/** The object without a property, or with it where there is a value. */
export function withOptional<T extends object, K extends keyof T>(
  object: T,
  key: K,
  value: T[K] | undefined,
): T {
  return value === undefined ? omit(object, key) : { ...object, [key]: value };
}

function omit<T extends object>(object: T, key: keyof T): T {
  const copy = { ...object };
  delete copy[key];
  return copy;
}

function mapEvents(document: Exhibit, change: (event: TimelineEvent) => TimelineEvent): Timeline[] {
  return document.timelines.map((timeline) => ({ ...timeline, events: timeline.events.map(change) }));
}

/** Changes what cards, events and steps point at; undefined: at nothing. */
function mapTargets(document: Exhibit, change: (target: Target) => Target | undefined): Exhibit {
  const changed = <T extends { target?: Target }>(item: T): T =>
    item.target ? withOptional(item, "target", change(item.target)) : item;
  return {
    ...document,
    cards: document.cards.map(changed),
    timelines: mapEvents(document, changed),
    scenarios: document.scenarios.map((each) => ({ ...each, steps: each.steps.map(changed) })),
  };
}
