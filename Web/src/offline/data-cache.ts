/** The responses that the service worker stores: a cache for each owner, limited in size altogether. */

import { evicted, isStorable, publicPart, type StoredResponse } from "./policy.ts";

const prefix = "diorama-data ";
const linkPrefix = `${prefix}link:`;
const bytesHeader = "x-diorama-bytes";
const usedHeader = "x-diorama-used";
/** Of all caches together. */
const maxBytes = 400e6;
/** A larger response would evict all others. */
const maxResponseBytes = 150e6;

export class DataCache {
  private constructor(private readonly cache: Cache) {}

  /** `owner`: `link:TOKEN`, or the key of a visitor. */
  static async open(owner: string): Promise<DataCache> {
    return new DataCache(await caches.open(prefix + owner));
  }

  async match(key: string): Promise<Response | null> {
    const stored = await this.cache.match(key);
    return stored ? withoutOurHeaders(stored) : null;
  }

  /** Marks a response as used now. */
  async touch(key: string): Promise<void> {
    const stored = await this.cache.match(key);
    if (stored) await this.write(key, stored);
  }

  /** Stores the public part of a response, or deletes what is no longer available to this owner. */
  async update(path: string, key: string, response: Response): Promise<void> {
    if ([401, 403, 404].includes(response.status)) await this.cache.delete(key);
    if (!isStorable(response.status)) return;
    const isJSON = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    if (!isJSON) return await this.write(key, response);
    const part = publicPart(path, await response.json());
    if (part === null) return void await this.cache.delete(key);
    const headers = new Headers({ "content-type": "application/json" });
    await this.write(key, new Response(JSON.stringify(part), { headers }));
  }

  private async write(key: string, response: Response): Promise<void> {
    const body = await response.blob();
    if (body.size > maxResponseBytes) return;
    const headers = new Headers(response.headers);
    // The body is decompressed.
    for (const name of ["content-encoding", "content-length"]) headers.delete(name);
    headers.set(bytesHeader, String(body.size));
    headers.set(usedHeader, String(Date.now()));
    await this.cache.put(key, new Response(body, { headers }));
    await evict();
  }
}

/** The visitor whose cache exists: there is at most one besides those of links. */
export async function storedVisitor(): Promise<string | null> {
  const name = (await caches.keys()).find((one) => one.startsWith(prefix) && !one.startsWith(linkPrefix));
  return name ? name.slice(prefix.length) : null;
}

export async function deleteAll(): Promise<void> {
  await deleteCaches((name) => name.startsWith(prefix));
}

export async function deleteLink(token: string): Promise<void> {
  await caches.delete(linkPrefix + token);
}

/** Deletes the caches of other visitors. Those of links stay. */
export async function deleteOthers(visitor: string): Promise<void> {
  await deleteCaches((name) => name.startsWith(prefix) && !name.startsWith(linkPrefix) && name !== prefix + visitor);
}

async function deleteCaches(isDeleted: (name: string) => boolean): Promise<void> {
  for (const name of await caches.keys()) if (isDeleted(name)) await caches.delete(name);
}

function withoutOurHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.delete(bytesHeader);
  headers.delete(usedHeader);
  return new Response(response.body, { status: 200, headers });
}

/** Deletes the least recently used responses of all caches above the limit. */
async function evict(): Promise<void> {
  const stored: StoredResponse[] = [];
  const locations = new Map<string, { cache: Cache; request: Request }>();
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix)) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const headers = (await cache.match(request))?.headers;
      const key = `${name} ${request.url}`;
      stored.push({ key, bytes: Number(headers?.get(bytesHeader)), used: Number(headers?.get(usedHeader)) });
      locations.set(key, { cache, request });
    }
  }
  for (const key of evicted(stored, maxBytes)) {
    const location = locations.get(key);
    if (location) await location.cache.delete(location.request);
  }
}
