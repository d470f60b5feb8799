/** A setting that is kept in the browser, and acts at once on whoever depends on it. */

import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { browserStorage, type KeyValueStore } from "./browser-storage.ts";

export interface StoredSetting<T> extends ReadonlySignal<T> {
  /** Holds for this page and, where the browser stores it, for later visits. */
  set(value: T): void;
}

export interface SettingFormat<T> {
  initial: T;
  /** Null for a text that is no value. */
  parse(text: string): T | null;
  format(value: T): string;
}

export function storedSetting<T>(
  key: string,
  format: SettingFormat<T>,
  store: KeyValueStore | null = browserStorage(),
): StoredSetting<T> {
  const current = signal(readSetting(key, format, store));
  return {
    get value(): T {
      return current.value;
    },
    peek: () => current.peek(),
    set(value): void {
      if (Object.is(value, current.peek())) return;
      try {
        store?.setItem(key, format.format(value));
      } catch {
        // The storage is full: the choice holds for this visit.
      }
      current.value = value;
    },
  };
}

function readSetting<T>(key: string, format: SettingFormat<T>, store: KeyValueStore | null): T {
  try {
    const stored = store?.getItem(key) ?? null;
    return (stored === null ? null : format.parse(stored)) ?? format.initial;
  } catch {
    return format.initial; // storage is blocked
  }
}

export function switchFormat(initial: boolean): SettingFormat<boolean> {
  return {
    initial,
    parse: (text) => text === "on" ? true : text === "off" ? false : null,
    format: (value) => value ? "on" : "off",
  };
}

export function choiceFormat<T extends string>(values: readonly T[], initial: T): SettingFormat<T> {
  return { initial, parse: (text) => values.find((value) => value === text) ?? null, format: (value) => value };
}

/** A number within a range; one outside of it is limited to the range. */
export function numberFormat(range: { min: number; max: number; initial: number }): SettingFormat<number> {
  return {
    initial: range.initial,
    parse(text): number | null {
      const value = text.trim() === "" ? NaN : Number(text);
      return Number.isFinite(value) ? Math.min(range.max, Math.max(range.min, value)) : null;
    },
    format: String,
  };
}
