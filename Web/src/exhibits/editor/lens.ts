/** A value inside the document, with its path: what a field shows and edits. */

import type { Card, Exhibit, Model, Part, Scenario, Timeline } from "../document.ts";
import { replaced } from "./lists.ts";
import { changePart, findPart } from "./part-tree.ts";

export interface Lens<T> {
  /** Undefined where the document doesn't have it, for example after undo. */
  get(document: Exhibit): T | undefined;
  set(document: Exhibit, value: T): Exhibit;
  /** As the server names it in problems: `cards[2].title`. */
  path(document: Exhibit): string;
}

export const exhibitLens: Lens<Exhibit> = {
  get: (document) => document,
  set: (_, value) => value,
  path: () => "",
};

function itemLens<T extends { id: string }>(
  name: "cards" | "models" | "timelines" | "scenarios",
  id: string,
): Lens<T> {
  const listOf = (document: Exhibit): T[] => document[name] as unknown as T[];
  return {
    get: (document) => listOf(document).find((item) => item.id === id),
    set: (document, value) => ({ ...document, [name]: replaced(listOf(document), value) }),
    path: (document) => `${name}[${listOf(document).findIndex((item) => item.id === id)}]`,
  };
}

export const cardLens = (id: string): Lens<Card> => itemLens("cards", id);
export const modelLens = (id: string): Lens<Model> => itemLens("models", id);
export const timelineLens = (id: string): Lens<Timeline> => itemLens("timelines", id);
export const scenarioLens = (id: string): Lens<Scenario> => itemLens("scenarios", id);

export function partLens(model: string, id: string): Lens<Part> {
  const outer = modelLens(model);
  return {
    get: (document) => findPart(outer.get(document)?.parts ?? [], id)?.part,
    set: (document, value) => {
      const old = outer.get(document);
      return old ? outer.set(document, { ...old, parts: changePart(old.parts, id, () => value) }) : document;
    },
    path: (document) => `${outer.path(document)}.${findPart(outer.get(document)?.parts ?? [], id)?.path ?? ""}`,
  };
}

/** A property. An optional one that is set to undefined is removed. */
export function prop<T extends object, K extends keyof T & string>(lens: Lens<T>, key: K): Lens<T[K]> {
  return {
    get: (document) => lens.get(document)?.[key],
    set: (document, value) => {
      const old = lens.get(document);
      if (!old) return document;
      const changed = { ...old, [key]: value };
      if (value === undefined) delete changed[key];
      return lens.set(document, changed);
    },
    path: (document) => [lens.path(document), key].filter((name) => name !== "").join("."),
  };
}

/** An item of a list, by its index. */
export function at<T>(lens: Lens<T[]>, index: number): Lens<T> {
  return {
    get: (document) => lens.get(document)?.[index],
    set: (document, value) => {
      const old = lens.get(document);
      return old && index < old.length ? lens.set(document, old.with(index, value)) : document;
    },
    path: (document) => `${lens.path(document)}[${index}]`,
  };
}

/** An optional text as a text: empty where there is none. */
export function optionalText(lens: Lens<string | undefined>, owner: Lens<unknown>): Lens<string> {
  return {
    get: (document) => owner.get(document) === undefined ? undefined : lens.get(document) ?? "",
    set: (document, value) => lens.set(document, value === "" ? undefined : value),
    path: (document) => lens.path(document),
  };
}
