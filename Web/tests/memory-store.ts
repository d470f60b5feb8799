/** A store of the browser in memory. */

import type { KeyValueStore } from "../src/ui/browser-storage.ts";

export function memoryStore(values: Record<string, string> = {}): KeyValueStore {
  const kept = new Map(Object.entries(values));
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
