/** Memories as the server sends them, and what the client makes of them. */

import type { Anchor, Id, MediaKind, Memory as ServerMemory, MemoryKind, MemoryList, Mood } from "../api/generated.ts";

export type {
  Anchor,
  MemoryChange,
  MemoryKind as Kind,
  MemoryMedia as Media,
  MemoryVersion as Version,
  Person,
  Privacy,
} from "../api/generated.ts";

/** A memory that is pinned in a space. Only other programs write one without; the pages don't show it. */
export type Memory = ServerMemory & { space: Id; anchor: Anchor };

export type MemoryPage = Omit<MemoryList, "memories"> & { memories: Memory[] };

/** What its author writes: the part of a memory that can be changed. */
export type MemoryWords = Pick<Memory, "title" | "text" | "mood" | "tags" | "privacy" | "audience">;

/** What a memory is made from. The id is the client's, so that sending twice makes one. */
export type NewMemory = MemoryWords & Pick<Memory, "id" | "kind" | "viewpoint" | "anchor">;

export interface MemoryQuery {
  search: string;
  mood: Mood | null;
  tag: string;
  kind: MemoryKind | null;
  author: string | null;
  order: "newest" | "oldest";
  trashed: boolean;
}

/** What is known of every memory of a space at once: enough for a cue and a line in a list. */
export type { Pin } from "../explore/interface.ts";

export const longestText = 20_000;
export const longestTitle = 200;
export const mostBytes: Record<MediaKind, number> = { photo: 50e6, audio: 200e6, video: 2e9 };
