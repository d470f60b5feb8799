/** The unit system chosen in this browser, and lengths and areas in it: formatted, and parsed as people type them. */

import { loadedCore, type Units } from "../core/core.ts";
import type { LengthUnits } from "../core/lengths.ts";
import { t } from "../i18n/messages.ts";
import { withLocalDecimals } from "../i18n/numbers.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { browserStorage, type KeyValueStore } from "./browser-storage.ts";

export type { LengthUnits, Units };

const key = "diorama.units";
/** Metres; a longer input is a typing error. */
const maxLength = 10_000;

/** What a length is shown in; the first two are systems that choose the unit by the length. */
export const lengthUnitChoices: readonly { value: LengthUnits; label: string }[] = [
  { value: "metric", label: t("Metric") },
  { value: "m", label: "m" },
  { value: "cm", label: "cm" },
  { value: "mm", label: "mm" },
  { value: "imperial", label: t("Feet and inches") },
  { value: "ft", label: "ft" },
  { value: "in", label: "in" },
];

export interface UnitsPreference extends ReadonlySignal<Units> {
  /** Holds for this page and, where the browser stores it, for later visits. */
  set(units: Units): void;
  /** The same more finely: measurements may be shown in one unit of the system. */
  readonly lengths: LengthUnitsPreference;
}

export interface LengthUnitsPreference extends ReadonlySignal<LengthUnits> {
  set(units: LengthUnits): void;
}

export function unitsPreference(store: KeyValueStore | null = browserStorage()): UnitsPreference {
  const current = signal(storedUnits(store));
  const set = (units: LengthUnits): void => {
    if (units === current.peek()) return;
    try {
      store?.setItem(key, units);
    } catch {
      // The storage is full: the choice holds for this visit.
    }
    current.value = units;
  };
  return {
    get value(): Units {
      return systemOf(current.value);
    },
    peek: () => systemOf(current.peek()),
    set(units): void {
      if (units !== systemOf(current.peek())) set(units);
    },
    lengths: {
      get value(): LengthUnits {
        return current.value;
      },
      peek: () => current.peek(),
      set,
    },
  };
}

function systemOf(units: LengthUnits): Units {
  return ["imperial", "ft", "in"].includes(units) ? "imperial" : "metric";
}

function storedUnits(store: KeyValueStore | null): LengthUnits {
  try {
    const stored = store?.getItem(key);
    return lengthUnitChoices.find(({ value }) => value === stored)?.value ?? "metric";
  } catch {
    return "metric";
  }
}

/** The page's preference. */
export const units: UnitsPreference = unitsPreference();

// The rules are the core's: await `loadCore` before these are called.

/** `3.62 m`, `85 cm`, `11.5 cm`; `11′ 10 1/2″` to an eighth of an inch. */
export function formatLength(metres: number, units: LengthUnits): string {
  return withLocalDecimals(loadedCore().lengths.length(metres, units));
}

/** To a tenth of a millimetre: `3.6200 m`, `1.2 mm`; `11′ 10 1/2″` to a sixteenth of an inch. */
export function formatFineLength(metres: number, units: LengthUnits): string {
  return withLocalDecimals(loadedCore().lengths.fineLength(metres, 1e-4, units));
}

/** `12.4 m²`, `133 ft²`. */
export function formatFloor(squareMetres: number, units: Units): string {
  return withLocalDecimals(loadedCore().lengths.area(squareMetres, units));
}

/**
 * A length in metres as people type it: `3.62`, `3,62 m`, `362 cm`, `11' 10 1/2"`, `11′ 10½″`, `11 ft 10.5 in`. A
 * number alone is in metres, in feet where the units are imperial, or in the one unit that is chosen. Null where it is
 * not a length between zero and 10 km.
 */
export function parseLength(text: string, units: LengthUnits): number | null {
  const metres = loadedCore().lengths.parse(text, units);
  return metres !== null && metres >= 0 && metres <= maxLength ? metres : null;
}
