/** Shows the visitor's measurements to the others of a session, as long as the visitor shows them. */

import { liveLimits } from "../core/live.ts";
import { type MadeMeasurement, madeMeasurements } from "../measure/made-measurements.ts";
import { effect, type ReadonlySignal, untracked } from "../reactive/signal.ts";
import type { LiveStore } from "./live-store.ts";

/** Milliseconds after the last change: a point that is dragged is shown where it is dropped. */
const delay = 300;

type SharingStore = Pick<LiveStore, "state" | "measure" | "removeMeasurement" | "measurements" | "ownID">;

export function shareMeasurements(
  store: SharingStore,
  owner: AbortSignal,
  made: ReadonlySignal<readonly MadeMeasurement[]> = madeMeasurements,
): void {
  /** The ids of those that are shown, by their keys. */
  const shown = new Map<string, string>();
  let timer = 0;
  const update = (): void => {
    const { isJoined, role } = store.state.peek();
    if (!isJoined || role === "viewer") return;
    // A host may have removed some; they aren't shown again.
    const present = new Set(store.measurements().map(({ id }) => id));
    const wanted = made.peek().slice(-liveLimits.maxMeasurementsPerAuthor);
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, id] of shown) {
      if (keys.has(key)) continue;
      if (id !== "" && present.has(id)) store.removeMeasurement(id);
      shown.delete(key);
    }
    for (const { key, points, isClosed } of wanted) {
      // What was refused isn't tried again.
      if (!shown.has(key)) shown.set(key, store.measure(points, isClosed) ?? "");
    }
  };
  effect(() => {
    void [made.value, store.state.value.isJoined];
    untracked(() => {
      clearTimeout(timer);
      timer = setTimeout(update, delay);
    });
  }, owner);
  owner.addEventListener("abort", () => clearTimeout(timer), { once: true });
}
