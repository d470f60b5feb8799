/**
 * The caching policy of the service worker: which responses are stored, and for whom. Pure functions. Each visitor
 * has a separate cache: responses to pages of a link belong to the link, all others to the account that was signed
 * in, and are deleted when another one is.
 */

import { type Memory, type MemoryList, type Pin, type Pins, privacyForEveryone } from "../api/generated.ts";

/** How a request is answered. */
export type Strategy =
  /** A page: from the network, else the stored copy of this version. */
  | { kind: "page" }
  /** A file of the client, named by its content: the stored copy, else from the network. */
  | { kind: "client" }
  /** Data of a space that may be stored: from the network, else the stored response. */
  | { kind: "data"; key: string }
  /** A file named by the hash of its content: fetched once. */
  | { kind: "file"; key: string }
  /** From the network only. */
  | { kind: "pass" };

const dataPaths = [
  /^\/api\/v1\/spaces\/[0-9A-Za-z]{27}$/,
  /^\/api\/v1\/spaces\/[0-9A-Za-z]{27}\/(memories|pins|objects|plan|measurements)$/,
  /^\/api\/v1\/spaces\/[0-9A-Za-z]{27}\/plan\/file$/,
  /^\/api\/v1\/memories\/[0-9A-Za-z]{27}$/,
  /^\/api\/v1\/memories\/[0-9A-Za-z]{27}\/media\/[0-9A-Za-z]{27}$/,
  /^\/api\/v1\/spaces$/,
  /^\/api\/v1\/me$/,
];

/** `isPage`: whether the request is a navigation. */
export function strategyFor(method: string, url: URL, origin: string, isPage: boolean): Strategy {
  if (method !== "GET" || url.origin !== origin) return { kind: "pass" };
  if (isPage) return { kind: "page" };
  if (/^\/assets\//.test(url.pathname)) return { kind: "client" };
  if (/^\/api\/v1\/assets\//.test(url.pathname)) return { kind: "file", key: keyOf(url) };
  if (!dataPaths.some((path) => path.test(url.pathname))) return { kind: "pass" };
  // Full recordings are large and fetched in ranges: only previews are stored.
  if (url.pathname.endsWith("/plan/file") && url.searchParams.get("format") !== "svg") return { kind: "pass" };
  if (/\/media\//.test(url.pathname) && !url.searchParams.has("size")) return { kind: "pass" };
  return { kind: "data", key: keyOf(url) };
}

/** The address without the ticket, which changes with each visit. */
export function keyOf(url: URL): string {
  const query = new URLSearchParams(url.search);
  query.delete("visit");
  query.delete("v"); // only the latest drawing of a plan is stored
  const text = query.toString();
  return `${url.origin}${url.pathname}${text === "" ? "" : `?${text}`}`;
}

/** The owner of the cache for requests of a page; null for pages that store nothing. */
export function cacheOwner(page: URL | null, visitor: string | null): string | null {
  if (page === null) return null;
  if (page.pathname.startsWith("/embed/")) return null;
  const link = /^\/s\/([0-9A-Za-z_-]+)/.exec(page.pathname)?.[1];
  return link ? `link:${link}` : visitor;
}

/**
 * Whether a response may be stored. `Cache-Control` is for the browser's own cache, which is not deleted when
 * somebody else signs in; what is stored here is chosen by path and by `publicPart`.
 */
export function isStorable(status: number): boolean {
  return status === 200;
}

/** A stored response and when it was last used. */
export interface StoredResponse {
  key: string;
  bytes: number;
  /** Milliseconds since 1970. */
  used: number;
}

/** The keys of the least recently used responses that exceed the limit. */
export function evicted(stored: readonly StoredResponse[], maxBytes: number): string[] {
  let bytes = stored.reduce((sum, response) => sum + response.bytes, 0);
  const keys: string[] = [];
  for (const response of stored.toSorted((a, b) => a.used - b.used)) {
    if (bytes <= maxBytes) break;
    keys.push(response.key);
    bytes -= response.bytes;
  }
  return keys;
}

/** The index in a pin of the flag that tells whether everyone in the space may see its memory. */
const everyoneFlag = 7 satisfies keyof Pin;

/**
 * The public part of a memory or a list of memories: only that is stored. A private memory is stored nowhere, not
 * even for its author. Null: nothing of it is public.
 */
export function publicPart(path: string, body: unknown): unknown {
  if (/\/memories\/[0-9A-Za-z]{27}$/.test(path)) return isPublic(body) ? body : null;
  if (/\/pins$/.test(path)) {
    const answer = body as Partial<Pins> | null;
    return Array.isArray(answer?.pins)
      ? { ...answer, pins: answer.pins.filter((pin) => pin[everyoneFlag] === 1) }
      : null;
  }
  if (!/\/memories$/.test(path)) return body;
  const page = body as Partial<MemoryList> | null;
  if (!Array.isArray(page?.memories)) return null;
  return { ...page, memories: page.memories.filter(isPublic) };
}

function isPublic(memory: unknown): boolean {
  const { privacy } = memory as Partial<Memory> ?? {};
  return privacy !== undefined && privacyForEveryone.includes(privacy);
}
