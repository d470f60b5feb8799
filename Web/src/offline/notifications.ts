/** Shows what the server sends by Web Push, and opens its page when it is pressed. Runs in the service worker. */

import type { WorkerScope } from "./worker.ts";

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

interface ClickEvent extends ExtendableEvent {
  readonly notification: { readonly data: unknown; close(): void };
}

/** A message of the server, in the language of this browser. */
export interface PushMessage {
  title: string;
  body: string;
  /** Of the page that shows more: it begins with `/`. */
  path: string;
  tag: string;
}

export function startNotifications(scope: WorkerScope): void {
  scope.addEventListener("push", (event: PushEvent) => {
    const message = readMessage(event.data);
    // Browsers require that every message is shown.
    const { title, body, path, tag } = message ?? { title: "Diorama", body: "", path: "/inbox", tag: "unknown" };
    event.waitUntil(scope.registration.showNotification(title, { body, tag, data: path }));
  });
  scope.addEventListener("notificationclick", (event: ClickEvent) => {
    event.notification.close();
    event.waitUntil(openPage(scope, pathOf(event.notification.data)));
  });
}

/** Null where it is no message of the server. */
export function readMessage(data: { json(): unknown } | null): PushMessage | null {
  try {
    const message = data?.json() as Partial<PushMessage> | null | undefined;
    const { title, body, path, tag } = message ?? {};
    if (typeof title !== "string" || typeof body !== "string" || typeof tag !== "string") return null;
    return { title, body, path: pathOf(path), tag };
  } catch {
    return null;
  }
}

/** A path of this server: never an address elsewhere. */
function pathOf(value: unknown): string {
  return typeof value === "string" && /^\/(?![/\\])/.test(value) ? value : "/inbox";
}

async function openPage(scope: WorkerScope, path: string): Promise<void> {
  const address = new URL(path, scope.location.href).href;
  const pages = await scope.clients.matchAll({ type: "window" });
  const open = pages.find(({ url }) => url === address);
  await (open ? open.focus() : scope.clients.openWindow(address));
}
