/** The first start: a new person creates an account, or somebody joins the library that they have on another device. */

import type { Start, StartBody } from "./generated.ts";
import { ApiError, json, sending } from "./client.ts";

/** The secret of the address that the server printed; null on its own machine. */
export type StartKey = string | null;

function keyHeaders(key: StartKey): Record<string, string> {
  return key === null ? {} : { "X-Diorama-Start": key };
}

export function startState(key: StartKey): Promise<Start> {
  return json("/start", { headers: keyHeaders(key) });
}

export function beginStart(body: StartBody, key: StartKey): Promise<Start> {
  const request = sending<"beginStart">("POST", body);
  return json("/start", { ...request, headers: { ...request.headers, ...keyHeaders(key) } });
}

/** Whether the other device shows the same digits. */
export function compareDigits(areEqual: boolean, key: StartKey): Promise<Start> {
  const request = sending<"compareStartDigits">("POST", { areEqual });
  return json("/start/digits", { ...request, headers: { ...request.headers, ...keyHeaders(key) } });
}

/** Milliseconds between two looks at the state. */
const interval = 400;
/** How long the server may be away while it changes from the first start to the library. */
const patience = 30_000;

/**
 * Waits until the library is served, or the attempt has failed.
 * Resolves with the last state, with the address to sign in at where one was given. Rejects with an `ApiError`.
 */
export async function startEnded(key: StartKey, progress: (start: Start) => void, signal: AbortSignal): Promise<Start> {
  let signIn: string | null = null;
  let lost: number | null = null;
  while (!signal.aborted) {
    try {
      const start = await startState(key);
      lost = null;
      signIn = start.signIn ?? signIn;
      progress(start);
      if (start.state === "failed" || start.state === "ready") return { ...start, signIn };
    } catch (error) {
      if (!(error instanceof ApiError) || !error.unreachable) throw error;
      lost ??= Date.now();
      if (Date.now() - lost > patience) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
  throw new DOMException("Cancelled", "AbortError");
}
