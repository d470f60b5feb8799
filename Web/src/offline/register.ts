/** Starts what works without a connection: the service worker, and the sending of what was written. And its end at signing out. */

import { exportedToken } from "../api/exported.ts";
import { me, visitorKey } from "../api/me.ts";
import { database } from "./database.ts";
import { outbox } from "./outbox.ts";

/** Frames in other pages, and exported spaces, keep nothing on the device. */
export async function startOffline(): Promise<void> {
  if (exportedToken !== null || location.pathname.startsWith("/embed/")) return;
  if ("serviceWorker" in navigator) {
    // Browsers that don't take modules there, and pages that came over a plain network, go without.
    await navigator.serviceWorker.register("/sw.js", { type: "module", updateViaCache: "none" }).catch(() => null);
  }
  if (location.pathname.startsWith("/s/")) return; // visitors by a link write nothing
  const key = await me().then(visitorKey).catch(() => lastVisitor());
  // On a first visit the worker is still fetching the client's files: it hears of it when it is ready, and keeps what is asked from then on.
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ visitor: key }));
  rememberVisitor(key);
  await outbox.start(key);
}

/** Takes all that the browser keeps for this person: pages, places, drafts, what waits. At signing in and out. */
export async function wipe(): Promise<void> {
  await tellWorker({ wipe: true });
  await database.clear().catch(() => {});
  for (const name of await caches?.keys?.().catch(() => []) ?? []) {
    if (name.startsWith("diorama-data")) await caches.delete(name);
  }
}

async function tellWorker(message: unknown): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration?.("/").catch(() => undefined);
  registration?.active?.postMessage(message);
}

const visitorKeyName = "diorama.visitor";

/** Without the server: who was here last, whose places and drafts these are. */
function lastVisitor(): string {
  try {
    return localStorage.getItem(visitorKeyName) ?? "nobody";
  } catch {
    return "nobody";
  }
}

function rememberVisitor(key: string): void {
  try {
    localStorage.setItem(visitorKeyName, key);
  } catch {
    // Then nothing opens without a connection.
  }
}
