/**
 * The service worker: visited spaces open offline. The client is stored as a whole, by version; responses of the
 * server as `policy.ts` says, separately for each visitor. The network is always preferred.
 */

import { DataCache, deleteAll, deleteLink, deleteOthers, storedVisitor } from "./data-cache.ts";
import { type ExtendableEvent, startNotifications } from "./notifications.ts";
import { cacheOwner, strategyFor } from "./policy.ts";

/** The part of a service worker's scope that is used here: its types exclude those of pages. */
export interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    get(id: string): Promise<{ url: string } | undefined>;
    matchAll(options: { type: "window" }): Promise<readonly { url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  // deno-lint-ignore no-explicit-any -- each event has a type of its own
  addEventListener(type: string, listener: (event: any) => void): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly resultingClientId: string;
  respondWith(response: Promise<Response>): void;
}

/** A message of a page. */
interface WorkerMessage {
  /** The key of the visitor. */
  visitor?: string;
  /** Deletes everything. */
  wipe?: boolean;
  /** The token of a link that is no longer valid. */
  forget?: string;
}

const clientPrefix = "diorama-client ";
/** Milliseconds before the stored page is shown instead of a response. */
const pageTimeout = 8000;

/**
 * Registers the handlers of the service worker. `version` is the hash of the client's build, `files` are all its
 * files; all but the page are named by their content.
 */
export function startWorker(scope: WorkerScope, version: string, files: readonly string[]): void {
  const worker = new OfflineWorker(scope, `${clientPrefix}${version}`, files);
  scope.addEventListener("install", (event: ExtendableEvent) => event.waitUntil(worker.install()));
  scope.addEventListener("activate", (event: ExtendableEvent) => event.waitUntil(worker.activate()));
  scope.addEventListener(
    "message",
    (event: ExtendableEvent & MessageEvent<WorkerMessage | null>) => event.waitUntil(worker.receive(event.data ?? {})),
  );
  scope.addEventListener("fetch", (event: FetchEvent) => worker.fetch(event));
  startNotifications(scope);
}

class OfflineWorker {
  private visitor: string | null = null;

  constructor(
    private readonly scope: WorkerScope,
    private readonly clientCache: string,
    private readonly files: readonly string[],
  ) {}

  async install(): Promise<void> {
    const cache = await caches.open(this.clientCache);
    await cache.addAll(this.files.map((file) => file === "/" ? new Request(file, { cache: "no-cache" }) : file));
    await this.scope.skipWaiting();
  }

  /** Deletes earlier versions of the client. */
  async activate(): Promise<void> {
    for (const name of await caches.keys()) {
      if (name.startsWith(clientPrefix) && name !== this.clientCache) await caches.delete(name);
    }
    await this.scope.clients.claim();
  }

  async receive({ visitor, wipe, forget }: WorkerMessage): Promise<void> {
    if (typeof visitor === "string") this.visitor = visitor;
    if (wipe) await deleteAll();
    if (typeof forget === "string") await deleteLink(forget);
    if (typeof visitor === "string") await deleteOthers(visitor);
  }

  fetch(event: FetchEvent): void {
    const { request } = event;
    const url = new URL(request.url);
    const strategy = strategyFor(request.method, url, this.scope.location.origin, request.mode === "navigate");
    if (strategy.kind === "pass" || request.headers.has("range")) return;
    if (strategy.kind === "page") event.respondWith(this.page(request));
    else if (strategy.kind === "client") event.respondWith(this.clientFile(request));
    else event.respondWith(this.data(event, url.pathname, strategy.key, strategy.kind === "file"));
  }

  private async page(request: Request): Promise<Response> {
    try {
      return await withTimeout(fetch(request), pageTimeout);
    } catch (error) {
      const stored = await (await caches.open(this.clientCache)).match("/");
      if (stored) return stored;
      throw error;
    }
  }

  private async clientFile(request: Request): Promise<Response> {
    const cache = await caches.open(this.clientCache);
    const stored = await cache.match(request);
    if (stored) return stored;
    const response = await fetch(request);
    // Catalogues of languages are not among the files of the installation: only those that are used are kept.
    if (response.ok && request.url.endsWith(".json")) await cache.put(request, response.clone());
    return response;
  }

  private async data(event: FetchEvent, path: string, key: string, isImmutable: boolean): Promise<Response> {
    const owner = await this.owner(event);
    const cache = owner === null ? null : await DataCache.open(owner);
    const current = isImmutable ? await cache?.match(key) : null;
    if (cache && current) {
      event.waitUntil(cache.touch(key));
      return current;
    }
    try {
      const response = await fetch(event.request);
      if (cache) event.waitUntil(cache.update(path, key, response.clone()).catch(() => {}));
      return response;
    } catch (error) {
      const stored = await cache?.match(key);
      if (stored) return stored;
      throw error;
    }
  }

  /** The owner of the cache for the page that sent the request. */
  private async owner(event: FetchEvent): Promise<string | null> {
    const page = await this.scope.clients.get(event.clientId || event.resultingClientId);
    return cacheOwner(page ? new URL(page.url) : null, this.visitor ?? await storedVisitor());
  }
}

function withTimeout(response: Promise<Response>, milliseconds: number): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The server did not respond.")), milliseconds);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
