/** Installs the service worker and sends it the visitor's key; deletes everything stored on the device when that changes. */

import { exportedToken } from "../api/exported.ts";
import { me, visitorKey } from "../api/me.ts";
import { database } from "./database.ts";

/** Milliseconds from the loaded page to the installation of the service worker, which downloads the whole client. */
const workerDelay = 2000;

/**
 * Installs the service worker. Resolves with the key of the visitor who may write, or null: visitors by a link can't
 * write, and frames in other pages and exported spaces store nothing on the device.
 */
export async function startOffline(): Promise<string | null> {
  if (exportedToken !== null || location.pathname.startsWith("/embed/")) return null;
  if (location.pathname === "/start") return null; // there is no library yet
  if (location.pathname.startsWith("/service")) return null; // nor is there one on servers of the processing service
  if ("serviceWorker" in navigator) {
    void registerWorker();
  }
  if (location.pathname.startsWith("/s/")) return null;
  const key = await me().then(visitorKey).catch(() => lastVisitor());
  // On a first visit the worker is still installing: it is notified once it is active, and caches responses from then on.
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ visitor: key }));
  rememberVisitor(key);
  return key;
}

/** Waits for the page to load first, so that the download doesn't delay it. */
async function registerWorker(): Promise<void> {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  await new Promise((resolve) => setTimeout(resolve, workerDelay));
  // Not available on pages loaded over plain HTTP.
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => null);
}

/** Deletes everything stored for this visitor: cached responses, drafts, unsent memories. Called when signing in and out. */
export async function clearDevice(): Promise<void> {
  await notifyWorker({ wipe: true });
  await database.clear().catch(() => {});
  for (const name of await caches?.keys?.().catch(() => []) ?? []) {
    if (name.startsWith("diorama-data")) await caches.delete(name);
  }
}

async function notifyWorker(message: unknown): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration?.("/").catch(() => undefined);
  registration?.active?.postMessage(message);
}

const visitorKeyName = "diorama.visitor";

/** The key of the last visitor, used when the server can't be reached. */
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
    // Storage is blocked: nothing opens offline.
  }
}
