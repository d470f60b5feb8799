/** What the visitor has measured on this page and still shows, as lines of the scene. A live session shows it to the others. */

import { effect, signal } from "../reactive/signal.ts";
import type { Vec3 } from "../scene/view.ts";
import { figureOf } from "./figures.ts";
import type { MeasureStore } from "./measure-store.ts";
import type { MeasureKind, MeasurePoint } from "./types.ts";

export interface MadeMeasurement {
  /** The same as long as it is the same measurement. */
  key: string;
  points: readonly Vec3[];
  /** Whether the last point is connected with the first. */
  isClosed: boolean;
}

/** In the order in which they were made. */
export const madeMeasurements = signal<readonly MadeMeasurement[]>([]);

/** Keeps the list current until the signal aborts. `origin`: of the scene, in the coordinates of measurements. */
export function followMeasurements(
  store: MeasureStore,
  isOpen: { readonly value: boolean },
  origin: Vec3,
  owner: AbortSignal,
): void {
  effect(() => {
    const draft = store.draft.current.value;
    const isComplete = isOpen.value && store.draft.result.value !== null;
    const saved = store.saved.all.value.filter(({ id }) => store.made.has(id));
    madeMeasurements.value = [
      ...saved.map((one) => lineOf(one.id, one.kind, one.points, origin)),
      isComplete ? lineOf("draft", draft.kind, draft.points, origin) : null,
    ].filter((one): one is MadeMeasurement => one !== null);
  }, owner);
  owner.addEventListener("abort", () => madeMeasurements.value = [], { once: true });
}

/** Null for what isn't the length of a line: angles and volumes. */
function lineOf(id: string, kind: MeasureKind, points: readonly MeasurePoint[], origin: Vec3): MadeMeasurement | null {
  if (kind === "angle" || kind === "volume") return null;
  const [line] =
    figureOf(kind, points.map(({ at }): Vec3 => [at[0] - origin[0], at[1] - origin[1], at[2] - origin[2]])).lines;
  if (!line || line.length < 2) return null;
  const isClosed = kind === "area" && line.length > 3;
  const shown = isClosed ? line.slice(0, -1) : line;
  return {
    key: `${id} ${shown.map((point) => point.map((value) => value.toFixed(4))).join(" ")}`,
    points: shown,
    isClosed,
  };
}
