/** The document of an exhibit, `exhibit.json`, with short names for its types. Lengths are metres, y up. */

import type {
  ExhibitCredit,
  ExhibitEvent,
  ExhibitModel,
  ExhibitPart,
  ExhibitScenario,
  ExhibitStep,
  ExhibitTarget,
  ExhibitTimeline,
  ExhibitVector,
  LearnCard,
} from "../api/generated.ts";

export type { Exhibit } from "../api/generated.ts";
export type Vec3 = ExhibitVector;
export type Credit = ExhibitCredit;
export type Model = ExhibitModel;
export type Part = ExhibitPart;
export type Card = LearnCard;
export type Category = LearnCard["category"];
export type Target = ExhibitTarget;
export type Timeline = ExhibitTimeline;
export type TimelineEvent = ExhibitEvent;
export type Scenario = ExhibitScenario;
export type ScenarioStep = ExhibitStep;

/** In the order in which they are shown. */
export const categories: readonly Category[] = ["overview", "timeline", "systems", "crew"];

/** Characters: code points, of which an emoji can have several. The server counts at most as many. */
export function characterCount(text: string): number {
  return [...text].length;
}
