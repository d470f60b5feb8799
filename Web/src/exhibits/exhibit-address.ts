/** The state of an exhibit's page in its address: `?model=orion&part=heat-shield`, `?mode=learn&card=sls`. Pure functions. */

import type { Exhibit, ExhibitModel, ExhibitTarget } from "../api/generated.ts";

/** Choosing a model, looking at it, the cards, timelines and scenarios, or a model in a scanned room. */
export type ExhibitMode = "choose" | "view" | "learn" | "stories" | "room";

const modes: readonly ExhibitMode[] = ["choose", "view", "learn", "stories", "room"];

export interface ExhibitAddress {
  mode: ExhibitMode;
  model: string | null;
  part: string | null;
  card: string | null;
}

export const startAddress: ExhibitAddress = { mode: "choose", model: null, part: null, card: null };

/** The state of a query; what the exhibit doesn't have is left out. */
export function parseAddress(search: string, exhibit: Pick<Exhibit, "models" | "cards">): ExhibitAddress {
  const query = new URLSearchParams(search);
  const model = exhibit.models.find(({ id }) => id === query.get("model"));
  const card = exhibit.cards.find(({ id }) => id === query.get("card"));
  const part = query.get("part");
  const wanted = modes.find((mode) => mode === query.get("mode")) ?? (model ? "view" : card ? "learn" : "choose");
  const needsModel = wanted === "view" || wanted === "room";
  return {
    mode: needsModel && !model ? "choose" : wanted,
    model: model?.id ?? null,
    part: model && part !== null && hasPart(model, part) ? part : null,
    card: card?.id ?? null,
  };
}

/** The query of a state; empty for the start. */
export function addressQuery({ mode, model, part, card }: ExhibitAddress): string {
  const query = new URLSearchParams();
  if (mode !== "choose" && mode !== "view") query.set("mode", mode);
  if (mode !== "choose" && model !== null) query.set("model", model);
  if (mode === "view" && part !== null) query.set("part", part);
  if (card !== null && (mode === "learn" || mode === "view")) query.set("card", card);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** The view of what a card, event or step points to. */
export function addressOf(target: ExhibitTarget, card: string | null = null): ExhibitAddress {
  return { mode: "view", model: target.model, part: target.part ?? null, card };
}

function hasPart(model: ExhibitModel, id: string): boolean {
  const search = (parts: ExhibitModel["parts"]): boolean => parts.some((part) => part.id === id || search(part.parts));
  return search(model.parts);
}
