/** Memories as the server tells them. */

import type { Anchor as Placed, FloatingScreen, MemoryKind, Viewpoint } from "../explore/interface.ts";
import type { Mood } from "../explore/moods.ts";

export type Kind = MemoryKind;
export type Privacy = "private" | "public" | "anonymous" | "shared";

/** Where a memory belongs, with the screen on which a photo or video hangs. */
export interface Anchor extends Placed {
  screen: FloatingScreen | null;
  /** Whether its surface was still there after the last new scan. */
  state: "held" | "moved" | "lost";
}

export interface Media {
  id: string;
  kind: Exclude<Kind, "text">;
  url: string;
  contentType: string;
  /** Null for others than its author. */
  byteCount: number | null;
  width: number | null;
  height: number | null;
  /** Seconds. */
  duration: number | null;
  thumbnails: { small: string; medium: string; large: string } | null;
  poster: string | null;
  alternative: string;
  transcript: string;
}

export interface Person {
  id: string;
  name: string;
}

/** What its author says of a memory: the part that can be written. */
export interface MemoryWords {
  title: string;
  text: string;
  mood: Mood | null;
  tags: string[];
  privacy: Privacy;
  /** Account ids; for `shared` only. */
  audience: string[];
}

export interface Memory extends MemoryWords {
  id: string;
  space: string;
  kind: Kind;
  author: Person | null;
  mine: boolean;
  created: string;
  modified: string;
  trashed: string | null;
  anchor: Anchor;
  viewpoint: Viewpoint | null;
  media: Media[];
}

/** What a memory is made from. The id is the client's, so that sending twice makes one. */
export interface NewMemory extends MemoryWords {
  id: string;
  kind: Kind;
  anchor: Anchor;
  viewpoint: Viewpoint | null;
}

export interface MemoryPage {
  memories: Memory[];
  next: string | null;
  total: number;
}

export interface MemoryQuery {
  search: string;
  mood: Mood | null;
  tag: string;
  kind: Kind | null;
  author: string | null;
  order: "newest" | "oldest";
  trashed: boolean;
}

/** What is known of every memory of a space at once: enough for a cue and a line in a list. */
export type { Pin } from "../explore/interface.ts";

export interface MemoryChange {
  id: string;
  change: "added" | "changed" | "removed";
}

/** What a memory said until a change; the last is how it is now. */
export interface Version {
  number: number;
  /** When it was changed; null: it is so now. */
  until: string | null;
  title: string;
  text: string;
  kind: Kind;
  mood: Mood | null;
  tags: string[];
}

export const longestText = 20_000;
export const longestTitle = 200;
export const mostBytes: Record<Media["kind"], number> = { photo: 50e6, audio: 200e6, video: 2e9 };
