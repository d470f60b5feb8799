/** Memories as the server returns them, and the types made from them. */

import type { Anchor, Id, MediaKind, Memory as ServerMemory, MemoryKind, MemoryList, Mood } from "../api/generated.ts";

import type { Vec3 } from "../scene/view.ts";

export type {
  Anchor,
  MemoryChange,
  MemoryKind as Kind,
  MemoryMedia as Media,
  MemoryVersion as Version,
  Person,
  Privacy,
} from "../api/generated.ts";

/** What can be added in the composer: recordings of sessions are made by sessions. */
export type FileKind = Exclude<MediaKind, "session">;

/** A memory with a position in a space. Memories without one are written by other programs only and not shown. */
export type Memory = ServerMemory & { space: Id; anchor: Anchor; position: Vec3 };

export type MemoryPage = Omit<MemoryList, "memories"> & { memories: Memory[] };

/** The content of a memory that its author can change. */
export type MemoryContent = Pick<Memory, "title" | "text" | "mood" | "tags" | "privacy" | "audience">;

/** A memory to be created. Its id is made here, so that sending it twice creates one. */
export type NewMemory = MemoryContent & Pick<Memory, "id" | "kind" | "viewpoint" | "anchor">;

export interface MemoryQuery {
  search: string;
  mood: Mood | null;
  tag: string;
  kind: MemoryKind | null;
  author: string | null;
  /** The object of the space that it is pinned to. */
  object: string | null;
  order: "newest" | "oldest";
  trashed: boolean;
}

export type { Pin } from "../explore/sand-table.ts";
