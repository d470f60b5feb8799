/**
 * The ticket of a visit by link: every call carries it, as a header or, where none can be set (images, events), in
 * the address.
 */

const header = "X-Diorama-Visit";
let ticket: string | null = null;

/** Sets the ticket of all later calls; null: the browser's cookie identifies the visitor. */
export function carryTicket(next: string | null): void {
  ticket = next;
}

export function ticketHeaders(): Record<string, string> {
  return ticket === null ? {} : { [header]: ticket };
}

/**
 * The address of a file or event stream of the server with the ticket in it; other addresses (`blob:`, other hosts)
 * stay as they are.
 */
export function withTicket(url: string): string {
  if (ticket === null || !url.startsWith("/api/")) return url;
  return `${url}${url.includes("?") ? "&" : "?"}visit=${encodeURIComponent(ticket)}`;
}
