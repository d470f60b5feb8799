/** The document of an exhibit, `exhibit.json`. Lengths are metres, y up. Ids are slugs, unique in their list. */

export type Vec3 = [number, number, number];

export interface Exhibit {
  version: 1;
  title: string;
  summary: string;
  /** BCP 47. */
  language: string;
  license: string;
  credits: Credit[];
  models: Model[];
  cards: Card[];
  guides: Guide[];
  timelines: Timeline[];
  scenarios: Scenario[];
}

export interface Credit {
  text: string;
  url?: string;
}

export interface Model {
  id: string;
  name: string;
  description: string;
  /** The finest file: `models/chair.glb`. */
  file: string;
  /** Coarser ones, finest first. */
  levels: Level[];
  usdz?: string;
  tableUSDZ?: string;
  /** The factor at which it is put on a table. */
  tableScale: number;
  image?: string;
  imageDescription?: string;
  parts: Part[];
}

export interface Level {
  file: string;
  triangleCount: number;
}

export interface Part {
  id: string;
  name: string;
  description?: string;
  /** The label's anchor on the surface, in the model's coordinates. */
  position: Vec3;
  /** The node of the file that belongs to it. */
  node?: string;
  /** Its movement in the fully exploded view. */
  offset?: Vec3;
  parts: Part[];
}

export type Category = "overview" | "timeline" | "systems" | "crew";

export interface Card {
  id: string;
  category: Category;
  title: string;
  short: string;
  detailed: string[];
  simplified: Simplified;
  image?: string;
  imageDescription?: string;
  target?: Target;
  sources: Credit[];
}

/** The same in plain language. */
export interface Simplified {
  short: string;
  detailed: string[];
}

export interface Target {
  model: string;
  part?: string;
}

export interface Guide {
  id: string;
  name: string;
  role: string;
  description: string;
  isSimulated: boolean;
  sources: Credit[];
}

export interface Timeline {
  id: string;
  title: string;
  events: TimelineEvent[];
}

export interface TimelineEvent {
  id: string;
  time: string;
  title: string;
  text?: string;
  card?: string;
  target?: Target;
}

export interface Scenario {
  id: string;
  title: string;
  text: string;
  steps: ScenarioStep[];
}

export interface ScenarioStep {
  title: string;
  text: string;
  seconds?: number;
  target?: Target;
}

export const categories: readonly Category[] = ["overview", "timeline", "systems", "crew"];

export const categoryNames: Readonly<Record<Category, string>> = {
  overview: "Overview",
  timeline: "Timeline",
  systems: "Systems",
  crew: "Crew",
};
