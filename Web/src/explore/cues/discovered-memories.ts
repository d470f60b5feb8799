/** The memories that this visitor has discovered, stored in the browser across visits, up to a limit. */

import { browserStorage, type KeyValueStore } from "../../ui/browser-storage.ts";

/** The newest memories stored for a space, and the spaces stored. */
export const maxMemories = 5000;
export const maxSpaces = 40;

const spacesKey = "diorama.discovered";
const spaceKey = (space: string): string => `${spacesKey}.${space}`;

export class DiscoveredMemories {
  private readonly ids: Set<string>;

  constructor(private readonly space: string, private readonly store: KeyValueStore | null = browserStorage()) {
    this.ids = new Set(readList(store, spaceKey(space)).slice(-maxMemories));
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  get count(): number {
    return this.ids.size;
  }

  /** Returns those that are new. */
  add(found: readonly string[]): string[] {
    const fresh = [...new Set(found)].filter((id) => !this.ids.has(id));
    if (fresh.length === 0) return [];
    for (const id of fresh) this.ids.add(id);
    for (const id of this.ids) {
      if (this.ids.size <= maxMemories) break;
      this.ids.delete(id);
    }
    this.save();
    return fresh;
  }

  private save(): void {
    if (!this.store) return;
    const spaces = [...readList(this.store, spacesKey).filter((id) => id !== this.space), this.space];
    for (const old of spaces.splice(0, Math.max(0, spaces.length - maxSpaces))) this.store.removeItem(spaceKey(old));
    try {
      this.store.setItem(spaceKey(this.space), JSON.stringify([...this.ids]));
      this.store.setItem(spacesKey, JSON.stringify(spaces));
    } catch {
      // The storage is full: they are remembered for this visit.
    }
  }
}

function readList(store: KeyValueStore | null, key: string): string[] {
  try {
    const list: unknown = JSON.parse(store?.getItem(key) ?? "[]");
    return Array.isArray(list) ? list.filter((id): id is string => typeof id === "string" && id.length <= 64) : [];
  } catch {
    return [];
  }
}
