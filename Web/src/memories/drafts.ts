/** Drafts of memories, stored on the device until they are sent or discarded, so that a reload loses nothing. */

import { database } from "../offline/database.ts";
import { makeKSUID } from "../api/ksuid.ts";
import type { FileKind, Memory, MemoryContent, NewMemory } from "./types.ts";
import type { Placement } from "../explore/sand-table.ts";

/** A file of a new memory. */
export interface DraftMedia {
  kind: FileKind;
  name: string;
  body: Blob;
  alternative: string;
  transcript: string;
}

export interface Draft {
  memory: NewMemory;
  media: DraftMedia[];
  /** As typed. */
  tags: string;
}

export function newDraft(placement: Placement): Draft {
  return {
    memory: {
      id: makeKSUID(),
      kind: "text",
      title: "",
      text: "",
      mood: null,
      tags: [],
      privacy: "private",
      audience: [],
      anchor: { ...placement.anchor, screen: null, state: "held" },
      viewpoint: placement.viewpoint,
    },
    media: [],
    tags: "",
  };
}

/** An existing memory as a draft of its changes. */
export function draftOf(memory: Memory): Draft {
  const { id, kind, title, text, mood, tags, privacy, audience, anchor, viewpoint } = memory;
  return {
    memory: { id, kind, title, text, mood, tags, privacy, audience, anchor, viewpoint },
    media: [],
    tags: tags.join(", "),
  };
}

/** The fields that differ. */
export function changes(
  before: Memory,
  after: NewMemory,
): Partial<MemoryContent & Pick<Memory, "anchor" | "viewpoint">> {
  const keys = ["title", "text", "mood", "tags", "privacy", "audience", "anchor", "viewpoint"] as const;
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return Object.fromEntries(changed.map((key) => [key, after[key]]));
}

/** Whether the draft has any content. */
export function hasContent(draft: Draft): boolean {
  const { title, text } = draft.memory;
  return title.trim() !== "" || text.trim() !== "" || draft.tags.trim() !== "" || draft.media.length > 0;
}

export const drafts = {
  async read(space: string): Promise<Draft | null> {
    try {
      return await database.get<Draft>("drafts", space) ?? null;
    } catch {
      return null; // storage is blocked: there are no drafts
    }
  },

  /** Stores a draft, or deletes an empty one. Resolves with false when the browser can't store it. */
  async write(space: string, draft: Draft): Promise<boolean> {
    try {
      if (hasContent(draft)) await database.put("drafts", space, draft);
      else await database.delete("drafts", space);
      return true;
    } catch {
      return false;
    }
  },

  async delete(space: string): Promise<void> {
    await database.delete("drafts", space).catch(() => {});
  },
};
