/**
 * The service worker: what was visited opens without a connection. The client's files are kept whole, by version; of spaces what the
 * policy allows, each visitor's apart, at most so many bytes in all. Online the server always has the word.
 */

import { cacheOwner, evicted, isStorable, publicPart, type StoredResponse, strategyFor } from "./policy.ts";

/** What this file uses of a service worker's own scope; the library of types for it can't be had beside the page's. */
export interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    get(id: string): Promise<{ url: string } | undefined>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  // deno-lint-ignore no-explicit-any -- each event has a type of its own
  addEventListener(type: string, listener: (event: any) => void): void;
}

interface FetchEvent extends Event {
  readonly request: Request;
  readonly clientId: string;
  readonly resultingClientId: string;
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

const dataPrefix = "diorama-data ";
const clientPrefix = "diorama-client ";
const bytesHeader = "x-diorama-bytes";
const usedHeader = "x-diorama-used";
const mostBytes = 400e6;
/** Larger ones would push out all else. */
const mostOne = 150e6;
/** How long a page waits for a network that says nothing. */
const patience = 8000;

/** Installs it. `version` is the hash of the client's build, `files` all its files; all but the page are named by their content. */
export function startWorker(scope: WorkerScope, version: string, files: readonly string[]): void {
  const clientCache = `${clientPrefix}${version}`;
  let visitor: string | null = null;

  scope.addEventListener("install", (event) => {
    const fill = async (): Promise<void> => {
      const cache = await caches.open(clientCache);
      await cache.addAll(files.map((file) => file === "/" ? new Request(file, { cache: "no-cache" }) : file));
      await scope.skipWaiting();
    };
    event.waitUntil(fill());
  });

  scope.addEventListener("activate", (event) => {
    const clear = async (): Promise<void> => {
      for (const name of await caches.keys()) {
        if (name.startsWith(clientPrefix) && name !== clientCache) await caches.delete(name);
      }
      await scope.clients.claim();
    };
    event.waitUntil(clear());
  });

  scope.addEventListener("message", (event) => {
    const { data } = event as MessageEvent<{ visitor?: string; wipe?: boolean; forget?: string }>;
    if (data?.wipe) event.waitUntil(dropAll((name) => name.startsWith(dataPrefix)));
    if (typeof data?.forget === "string") event.waitUntil(caches.delete(`${dataPrefix}link:${data.forget}`));
    if (typeof data?.visitor === "string") {
      visitor = data.visitor;
      const keep = `${dataPrefix}${visitor}`;
      // Somebody else sits here now: what was kept for the one before goes. What links showed is the links'.
      const isOthers = (name: string): boolean =>
        name.startsWith(dataPrefix) && name !== keep && !name.startsWith(`${dataPrefix}link:`);
      event.waitUntil(dropAll(isOthers));
    }
  });

  scope.addEventListener("fetch", (event: FetchEvent) => {
    const url = new URL(event.request.url);
    const isPage = event.request.mode === "navigate";
    const how = strategyFor(event.request.method, url, scope.location.origin, isPage);
    if (how.kind === "pass" || event.request.headers.has("range")) return;
    if (how.kind === "page") return event.respondWith(page(event.request));
    if (how.kind === "client") return event.respondWith(client(event.request));
    event.respondWith(data(event, url, how.key, how.kind === "file"));
  });

  async function page(request: Request): Promise<Response> {
    try {
      return await inTime(fetch(request), patience);
    } catch (error) {
      const kept = await (await caches.open(clientCache)).match("/");
      if (kept) return kept;
      throw error;
    }
  }

  async function client(request: Request): Promise<Response> {
    const kept = await (await caches.open(clientCache)).match(request);
    return kept ?? await fetch(request);
  }

  async function data(event: FetchEvent, url: URL, key: string, immutable: boolean): Promise<Response> {
    const owner = await ownerFor(event);
    const cache = owner === null ? null : await caches.open(`${dataPrefix}${owner}`);
    if (cache && immutable) {
      const kept = await cache.match(key);
      if (kept) {
        event.waitUntil(keep(cache, key, kept.clone()));
        return plain(kept);
      }
    }
    try {
      const response = await fetch(event.request);
      if (cache && isStorable(response.status)) {
        const copy = response.clone();
        event.waitUntil(store(cache, url.pathname, key, copy).catch(() => {}));
      } else if (cache && (response.status === 404 || response.status === 401 || response.status === 403)) {
        event.waitUntil(cache.delete(key)); // no longer there, or no longer theirs
      }
      return response;
    } catch (error) {
      const kept = await cache?.match(key);
      if (kept) return plain(kept);
      throw error;
    }
  }

  /** Who the page that asks belongs to. */
  async function ownerFor(event: FetchEvent): Promise<string | null> {
    const page = await scope.clients.get(event.clientId || event.resultingClientId);
    return cacheOwner(page ? new URL(page.url) : null, visitor ?? await keptVisitor());
  }

  /** A worker that was ended and woken knows whose cache is there: there is but one beside the links'. */
  async function keptVisitor(): Promise<string | null> {
    const names = await caches.keys();
    const own = names.find((name) => name.startsWith(dataPrefix) && !name.startsWith(`${dataPrefix}link:`));
    return own ? own.slice(dataPrefix.length) : null;
  }

  async function store(cache: Cache, path: string, key: string, response: Response): Promise<void> {
    const isJSON = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    if (!isJSON) return await keep(cache, key, response);
    const part = publicPart(path, await response.json());
    if (part === null) return void await cache.delete(key);
    const headers = new Headers({ "content-type": "application/json" });
    await keep(cache, key, new Response(JSON.stringify(part), { headers }));
  }

  async function keep(cache: Cache, key: string, response: Response): Promise<void> {
    const body = await response.blob();
    if (body.size > mostOne) return;
    const headers = new Headers(response.headers);
    // What was packed on the way is unpacked here.
    for (const name of ["content-encoding", "content-length"]) headers.delete(name);
    headers.set(bytesHeader, String(body.size));
    headers.set(usedHeader, String(Date.now()));
    await cache.put(key, new Response(body, { headers }));
    await trim();
  }
}

function plain(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.delete(bytesHeader);
  headers.delete(usedHeader);
  return new Response(response.body, { status: 200, headers });
}

async function dropAll(which: (name: string) => boolean): Promise<void> {
  for (const name of await caches.keys()) if (which(name)) await caches.delete(name);
}

/** Over all visitors' caches together. */
async function trim(): Promise<void> {
  const kept: StoredResponse[] = [];
  const places = new Map<string, [Cache, Request]>();
  for (const name of await caches.keys()) {
    if (!name.startsWith(dataPrefix)) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const headers = (await cache.match(request))?.headers;
      const key = `${name} ${request.url}`;
      kept.push({ key, bytes: Number(headers?.get(bytesHeader)), used: Number(headers?.get(usedHeader)) });
      places.set(key, [cache, request]);
    }
  }
  for (const key of evicted(kept, mostBytes)) {
    const place = places.get(key);
    if (place) await place[0].delete(place[1]);
  }
}

function inTime(answer: Promise<Response>, milliseconds: number): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The network says nothing.")), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
