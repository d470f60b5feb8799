/** The unit system chosen in this browser, and lengths and areas in it: formatted, and parsed as people type them. */

import { loadedCore, type Units } from "../core/core.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { browserStorage, type KeyValueStore } from "./browser-storage.ts";

export type { Units };

const key = "diorama.units";
/** Metres; a longer input is a typing error. */
const maxLength = 10_000;

export interface UnitsPreference extends ReadonlySignal<Units> {
  /** Holds for this page and, where the browser stores it, for later visits. */
  set(units: Units): void;
}

export function unitsPreference(store: KeyValueStore | null = browserStorage()): UnitsPreference {
  const current = signal(storedUnits(store));
  return {
    get value(): Units {
      return current.value;
    },
    peek: () => current.peek(),
    set(units): void {
      if (units === current.peek()) return;
      try {
        store?.setItem(key, units);
      } catch {
        // The storage is full: the choice holds for this visit.
      }
      current.value = units;
    },
  };
}

function storedUnits(store: KeyValueStore | null): Units {
  try {
    return store?.getItem(key) === "imperial" ? "imperial" : "metric";
  } catch {
    return "metric";
  }
}

/** The page's preference. */
export const units: UnitsPreference = unitsPreference();

// The rules are the core's: await `loadCore` before these are called.

/** `3.62 m`, `85 cm`, `11.5 cm`; `11′ 10 1/2″` to an eighth of an inch. */
export function formatLength(metres: number, units: Units): string {
  return loadedCore().lengths.length(metres, units);
}

/** `12.4 m²`, `133 ft²`. */
export function formatFloor(squareMetres: number, units: Units): string {
  return loadedCore().lengths.area(squareMetres, units);
}

/**
 * A length in metres as people type it: `3.62`, `3,62 m`, `362 cm`, `11' 10 1/2"`, `11′ 10½″`, `11 ft 10.5 in`. A
 * number alone is in metres, or in feet where the units are imperial. Null where it is not a length between zero and
 * 10 km.
 */
export function parseLength(text: string, units: Units): number | null {
  const metres = loadedCore().lengths.parse(text, units);
  return metres !== null && metres >= 0 && metres <= maxLength ? metres : null;
}
