/** The HTTP interface for memories. */

import {
  type Memory as ServerMemory,
  memoryKindValues,
  type MemoryList,
  type MemoryVersions,
  type Pin as PinTuple,
  type Pins,
} from "../api/generated.ts";
import { ApiError, call, json, queryOf, send, sending } from "../api/client.ts";
import { t } from "../i18n/messages.ts";
import { moods } from "../ui/moods.ts";
import { withTicket } from "../api/visit-ticket.ts";
import type { Media, Memory, MemoryContent, MemoryPage, MemoryQuery, NewMemory, Pin, Version } from "./types.ts";

/** The query string of a list. */
export function listQuery(query: Partial<MemoryQuery>, after: string | null, limit: number): string {
  const search = query.search?.trim() ?? "";
  const tag = query.tag?.trim() ?? "";
  return queryOf<"listMemories">({
    ...(search === "" ? {} : { search }),
    ...(query.mood ? { mood: query.mood } : {}),
    ...(tag === "" ? {} : { tag }),
    ...(query.kind ? { kind: query.kind } : {}),
    ...(query.object ? { object: query.object } : {}),
    ...(query.author ? { author: query.author } : {}),
    ...(query.order === "oldest" ? { order: "oldest" } : {}),
    ...(query.trashed ? { trashed: "true" } : {}),
    ...(after === null ? {} : { after }),
    limit,
  });
}

/** A pin from its compact form. Unknown moods become none, unknown types text. */
export function readPin([id, x, y, z, mood, kind, title]: PinTuple): Pin {
  return { id, position: [x, y, z], mood: moods[mood] ?? null, kind: memoryKindValues[kind] ?? "text", title };
}

function isPinned(memory: ServerMemory): memory is Memory {
  return memory.space !== null && memory.anchor !== null && memory.position !== null;
}

/** With the visit's ticket in the addresses of its files. */
function withTickets(memory: Memory): Memory {
  return { ...memory, media: memory.media.map(mediaWithTickets) };
}

function mediaWithTickets(media: Media): Media {
  const { thumbnails, poster } = media;
  return {
    ...media,
    url: withTicket(media.url),
    poster: poster === null ? null : withTicket(poster),
    thumbnails: thumbnails && {
      small: withTicket(thumbnails.small),
      medium: withTicket(thumbnails.medium),
      large: withTicket(thumbnails.large),
    },
  };
}

async function memory(path: string, init: RequestInit = {}): Promise<Memory> {
  const found = await json<ServerMemory>(path, init);
  if (!isPinned(found)) throw new ApiError(404, t("This memory has no position in a space."));
  return withTickets(found);
}

export interface MediaUpload {
  /** The index of the file in the memory, from 0: sending a file twice adds it once. */
  position: number;
  kind: Media["kind"];
  name: string;
  alternative: string;
  transcript: string;
  body: Blob;
}

export const memoryApi = {
  async list(
    space: string,
    query: Partial<MemoryQuery>,
    after: string | null,
    limit: number,
    signal?: AbortSignal,
  ): Promise<MemoryPage> {
    const init = signal ? { signal } : {};
    const page = await json<MemoryList>(`/spaces/${space}/memories?${listQuery(query, after, limit)}`, init);
    return { ...page, memories: page.memories.filter(isPinned).map(withTickets) };
  },

  async pins(space: string, signal?: AbortSignal): Promise<Pin[]> {
    const { pins } = await json<Pins>(`/spaces/${space}/pins`, signal ? { signal } : {});
    return pins.map(readPin);
  },

  show(id: string, signal?: AbortSignal): Promise<Memory> {
    return memory(`/memories/${id}`, signal ? { signal } : {});
  },

  create(space: string, made: NewMemory): Promise<Memory> {
    return memory(`/spaces/${space}/memories`, sending<"createMemory">("POST", made));
  },

  change(id: string, changes: Partial<MemoryContent & Pick<Memory, "anchor" | "viewpoint">>): Promise<Memory> {
    return memory(`/memories/${id}`, sending<"editMemory">("PATCH", changes));
  },

  async trash(id: string): Promise<void> {
    await call(`/memories/${id}`, { method: "DELETE" });
  },

  restore(id: string): Promise<Memory> {
    return memory(`/memories/${id}/restore`, { method: "POST" });
  },

  async versions(id: string): Promise<Version[]> {
    return (await json<MemoryVersions>(`/memories/${id}/versions`)).versions;
  },

  restoreVersion(id: string, number: number): Promise<Memory> {
    return memory(`/memories/${id}/versions/${number}/restore`, { method: "POST" });
  },

  attach(
    id: string,
    upload: MediaUpload,
    progress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { kind, name, position, alternative, transcript } = upload;
    const query = queryOf<"addMemoryMedia">({
      kind,
      name,
      position,
      ...(alternative === "" ? {} : { alternative }),
      ...(transcript === "" ? {} : { transcript }),
    });
    const type = upload.body.type || "application/octet-stream";
    return send(`/memories/${id}/media?${query}`, upload.body, type, progress, signal);
  },

  async describe(id: string, media: string, words: { alternative: string; transcript: string }): Promise<void> {
    await call(`/memories/${id}/media/${media}`, sending<"editMemoryMedia">("PATCH", words));
  },

  async detach(id: string, media: string): Promise<void> {
    await call(`/memories/${id}/media/${media}`, { method: "DELETE" });
  },

  events(space: string): EventSource {
    return new EventSource(withTicket(`/api/v1/spaces/${space}/events`));
  },
};
