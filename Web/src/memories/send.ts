/** Sends a memory and its files to the server, resuming after an interruption. */

import { ApiError } from "../api/client.ts";
import { t } from "../i18n/messages.ts";
import type { Draft } from "./drafts.ts";
import type { MediaUpload } from "./memory-api.ts";
import type { Memory, NewMemory } from "./types.ts";

/** A memory that the server does not have completely, as the browser's database stores it. */
export interface Entry {
  space: string;
  /** The key of its author: it is never sent as somebody else's. */
  visitor: string;
  memory: NewMemory;
  media: MediaUpload[];
  /** Whether the server has the memory itself. */
  created: boolean;
  /** How many files the server has. */
  sent: number;
  /** Milliseconds since 1970. */
  written: number;
  /** Why the server rejected it; null while it waits for a connection. */
  problem: string | null;
}

/** The requests that sending makes. */
export interface MemoryTarget {
  create(space: string, memory: NewMemory): Promise<Memory>;
  attach(id: string, media: MediaUpload, progress: (bytes: number) => void, signal: AbortSignal): Promise<unknown>;
  show(id: string): Promise<Memory>;
}

export interface Progress {
  /** Bytes of all files together. */
  sent: number;
  total: number;
  what: string;
}

export interface SendCallbacks {
  /** Stores the entry: called after each part that the server has. */
  store(entry: Entry): Promise<void>;
  progress(progress: Progress): void;
}

export function entryOf(space: string, visitor: string, draft: Draft): Entry {
  return {
    space,
    visitor,
    memory: draft.memory,
    media: draft.media.map((media, position) => ({ ...media, position })),
    created: false,
    sent: 0,
    written: Date.now(),
    problem: null,
  };
}

/** Sends what the server does not have yet and returns the whole memory. Ids and positions make repeated requests harmless. */
export async function sendEntry(
  entry: Entry,
  target: MemoryTarget,
  { store, progress }: SendCallbacks,
  signal: AbortSignal,
): Promise<Memory> {
  const total = entry.media.reduce((sum, media) => sum + media.body.size, 0);
  let finished = 0;
  signal.throwIfAborted();
  if (!entry.created) {
    progress({ sent: 0, total, what: t("Sending the memory") });
    await target.create(entry.space, entry.memory);
    entry.created = true;
    await store(entry);
  }
  for (const media of entry.media) {
    signal.throwIfAborted();
    if (media.position >= entry.sent) {
      const report = (bytes: number): void =>
        progress({ sent: finished + bytes, total, what: t("Sending {name}", { name: media.name }) });
      report(0);
      await target.attach(entry.memory.id, media, report, signal);
      entry.sent = media.position + 1;
      await store(entry);
    }
    finished += media.body.size;
  }
  return await target.show(entry.memory.id);
}

/** Whether sending may succeed later: no connection, not signed in, or a busy server. Other errors are rejections. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.unreachable || error.status === 401 || error.status === 408 || error.status === 429 ||
    error.status >= 500;
}
