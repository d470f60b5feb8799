/**
 * What a visitor's browser keeps of what it fetched, and for whom. Pure functions. Each visitor has a cache of their own: what a link
 * showed is kept under the link, all else under who was signed in, and goes when somebody else is.
 */

/** What becomes of a request without a connection. */
export type Handling =
  /** The client's own files and pages: the network, else the copy of this version. */
  | { kind: "client" }
  /** Something of a space that may be kept: the network, else what was kept. */
  | { kind: "data"; key: string }
  /** A file whose name is its content's hash: never fetched twice. */
  | { kind: "file"; key: string }
  /** All else: only the network. */
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

/** How a request is handled. `isPage` is a navigation. */
export function handling(method: string, url: URL, origin: string, isPage: boolean): Handling {
  if (method !== "GET" || url.origin !== origin) return { kind: "pass" };
  if (isPage) return { kind: "client" };
  if (/^\/assets\//.test(url.pathname)) return { kind: "client" };
  if (/^\/api\/v1\/assets\//.test(url.pathname)) return { kind: "file", key: keyOf(url) };
  if (!dataPaths.some((path) => path.test(url.pathname))) return { kind: "pass" };
  // Full recordings are large and come in ranges: only previews are kept.
  if (url.pathname.endsWith("/plan/file") && url.searchParams.get("format") !== "svg") return { kind: "pass" };
  if (/\/media\//.test(url.pathname) && !url.searchParams.has("size")) return { kind: "pass" };
  return { kind: "data", key: keyOf(url) };
}

/** The address without the ticket, which is another each time. */
export function keyOf(url: URL): string {
  const query = new URLSearchParams(url.search);
  query.delete("visit");
  query.delete("v"); // of a plan's drawing the newest is kept
  const text = query.toString();
  return `${url.origin}${url.pathname}${text === "" ? "" : `?${text}`}`;
}

/** Whose cache a request belongs to, by the page that made it. Null: a page that keeps nothing. */
export function ownerOf(page: URL | null, visitor: string | null): string | null {
  if (page === null) return null;
  if (page.pathname.startsWith("/embed/")) return null;
  const link = /^\/s\/([0-9A-Za-z_-]+)/.exec(page.pathname)?.[1];
  return link ? `link:${link}` : visitor;
}

/**
 * Whether the answer is one to keep. `Cache-Control` speaks to the browser's own cache, which nobody wipes when another signs in; what is
 * kept here is chosen by path and by `publicPart`.
 */
export function mayKeep(status: number): boolean {
  return status === 200;
}

/** A kept answer and when it was last used. */
export interface Kept {
  key: string;
  bytes: number;
  /** Milliseconds since 1970. */
  used: number;
}

/** Which of them go so that the rest fits: those that were not used for longest. One that is too large by itself goes at once. */
export function surplus(kept: readonly Kept[], mostBytes: number): string[] {
  let bytes = kept.reduce((sum, one) => sum + one.bytes, 0);
  const gone: string[] = [];
  for (const one of kept.toSorted((a, b) => a.used - b.used)) {
    if (bytes <= mostBytes) break;
    gone.push(one.key);
    bytes -= one.bytes;
  }
  return gone;
}

interface Listed {
  privacy: string;
}

/**
 * What may be kept of a memory or a list of them: what is public. A private memory is kept nowhere, not even for its author. Null: keep
 * nothing of it.
 */
export function publicPart(path: string, body: unknown): unknown {
  if (/\/memories\/[0-9A-Za-z]{27}$/.test(path)) return isPublic(body) ? body : null;
  if (/\/pins$/.test(path)) {
    const answer = body as { pins?: unknown[][] } | null;
    return Array.isArray(answer?.pins) ? { ...answer, pins: answer.pins.filter((pin) => pin[7] === 1) } : null;
  }
  if (!/\/memories$/.test(path)) return body;
  const page = body as { memories?: Listed[]; total?: number };
  if (!Array.isArray(page?.memories)) return null;
  const memories = page.memories.filter(isPublic);
  return { ...page, memories };
}

function isPublic(memory: unknown): boolean {
  const privacy = (memory as Listed | null)?.privacy;
  return privacy === "public" || privacy === "anonymous";
}
