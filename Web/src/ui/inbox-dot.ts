/** Whether something waits in the inbox: an offer without an answer, or an open request. */

import type { Inbox } from "../api/generated.ts";
import { sharingApi } from "../api/sharing-api.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";

const currentCount = signal(0);

/** The number of offers and requests that wait for an answer. */
export const waitingCount: ReadonlySignal<number> = currentCount;

/** How many of an inbox wait for an answer. */
export function countWaiting({ offers, requests }: Inbox): number {
  return offers.filter(({ state }) => state === "offered").length +
    requests.filter(({ state }) => state === "open").length;
}

/** Asks the server; without an answer the count stays. Only the owner has an inbox. */
export async function updateWaiting(source: Pick<typeof sharingApi, "inbox"> = sharingApi): Promise<void> {
  try {
    currentCount.value = countWaiting(await source.inbox());
  } catch {
    // Offline, or no longer the owner: the page that is open reports it.
  }
}
