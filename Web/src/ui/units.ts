/** The unit system chosen in this browser, and lengths and areas in it: formatted, and parsed as people type them. */

import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { browserStorage, type KeyValueStore } from "./browser-storage.ts";

export type Units = "metric" | "imperial";

const key = "diorama.units";
const foot = 0.3048;
const inch = foot / 12;
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

/** `3.62 m`, `85 cm`, `11.5 cm`; `11′ 10 1/2″` to an eighth of an inch. */
export function formatLength(metres: number, units: Units): string {
  if (units === "imperial") return feetAndInches(metres);
  if (Math.abs(metres) >= 0.9995) return `${metres.toFixed(2)} m`;
  return `${Number((metres * 100).toFixed(1)) + 0} cm`;
}

function feetAndInches(metres: number): string {
  const eighths = Math.round(Math.abs(metres) / inch * 8);
  const [feet, inches, rest] = [Math.floor(eighths / 96), Math.floor(eighths % 96 / 8), eighths % 8];
  const divisor = rest % 4 === 0 ? 4 : rest % 2 === 0 ? 2 : 1;
  const fraction = rest === 0 ? "" : `${rest / divisor}/${8 / divisor}`;
  const inchText = fraction === "" ? String(inches) : inches === 0 ? fraction : `${inches} ${fraction}`;
  const sign = metres < 0 && eighths > 0 ? "−" : "";
  if (feet === 0) return `${sign}${inchText}″`;
  return `${sign}${feet}′ ${inchText}″`;
}

/** `12.4 m²`, `133 ft²`. */
export function formatFloor(squareMetres: number, units: Units): string {
  if (units === "imperial") return `${(squareMetres / foot ** 2).toFixed(0)} ft²`;
  return `${squareMetres.toFixed(squareMetres < 99.95 ? 1 : 0)} m²`;
}

const fractions: Record<string, string> = {
  "½": "1/2",
  "¼": "1/4",
  "¾": "3/4",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
};

const metricUnits: Record<string, number> = { m: 1, metre: 1, metres: 1, meter: 1, meters: 1, cm: 0.01, mm: 0.001 };

/**
 * A length in metres as people type it: `3.62`, `3,62 m`, `362 cm`, `11' 10 1/2"`, `11′ 10½″`, `11 ft 10.5 in`. A bare number is metres,
 * or feet where the units are imperial. Null where it can't be read as a length that is not negative.
 */
export function parseLength(text: string, units: Units): number | null {
  let words = text.trim().toLowerCase().replace(/(?<=\d),(?=\d)/g, ".");
  for (const [sign, plain] of Object.entries(fractions)) words = words.replaceAll(sign, ` ${plain}`);
  words = words.replace(/[’′]/g, "'").replace(/[”″“]|''/g, '"').replace(/\s+/g, " ").trim();
  const metres = words === "" ? null : metric(words, units) ?? imperial(words);
  return metres !== null && Number.isFinite(metres) && metres <= maxLength ? metres : null;
}

function metric(words: string, units: Units): number | null {
  const found = /^(\d+(?:\.\d*)?|\.\d+) ?([a-z]*)$/.exec(words);
  if (!found) return null;
  const [, number, unit] = found;
  if (unit === "") return Number(number) * (units === "imperial" ? foot : 1);
  const size = metricUnits[unit ?? ""];
  return size === undefined ? null : Number(number) * size;
}

/** Feet, inches, or both; inches may carry a fraction. After feet the inches' sign may be left out. */
function imperial(words: string): number | null {
  const plain = words.replace(/ ?(feet|foot|ft)\.?/g, "'").replace(/ ?(inches|inch|in)\.?$/, '"');
  const found = /^(?:(\d+(?:\.\d*)?|\.\d+) ?'[ -]*)?(?:(\d+(?:\.\d*)?|\.\d+)??(?: ?(\d+)\/(\d+))? ?("?))?$/.exec(plain);
  if (!found) return null;
  const [, feet, inches, top, bottom, sign] = found;
  const hasInches = inches !== undefined || top !== undefined;
  if (feet === undefined && !(hasInches && sign === '"')) return null;
  if (!hasInches && sign === '"') return null;
  if (bottom !== undefined && Number(bottom) === 0) return null;
  const fraction = top === undefined ? 0 : Number(top) / Number(bottom);
  return Number(feet ?? 0) * foot + (Number(inches ?? 0) + fraction) * inch;
}
