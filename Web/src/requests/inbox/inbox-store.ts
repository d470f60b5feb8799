/** What contacts offered and asked for, and what they are asked for. State and requests, no DOM. */

import type { Exchange, Inbox, RequestItem } from "../../api/generated.ts";
import { sharingApi } from "../../api/sharing-api.ts";
import { batch, type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { updateWaiting } from "../../ui/inbox-dot.ts";
import { messageOf } from "../../ui/notice.ts";
import { type RequestsApi, requestsApi } from "../requests-api.ts";

export class InboxStore {
  private readonly currentInbox = signal<Inbox | null>(null);
  private readonly currentRequests = signal<readonly RequestItem[]>([]);

  /** Null until it has been fetched. */
  readonly inbox: ReadonlySignal<Inbox | null> = this.currentInbox;
  /** The latest 200 requests of contacts and to contacts. */
  readonly requests: ReadonlySignal<readonly RequestItem[]> = this.currentRequests;
  /** Whether an exchange with the contacts is under way. */
  readonly isReceiving = signal(false);
  /** What the last exchange could not do. */
  readonly failures = signal<readonly string[]>([]);
  /** Why the page could not be loaded. */
  readonly problem = signal("");

  constructor(
    private readonly sharing: Pick<typeof sharingApi, "inbox" | "receive" | "accept" | "decline"> = sharingApi,
    private readonly source: Pick<RequestsApi, "requests" | "withdraw" | "decline"> = requestsApi,
  ) {}

  async load(): Promise<void> {
    this.problem.value = "";
    try {
      const inbox = await this.sharing.inbox();
      const { requests } = await this.source.requests({ limit: 200 });
      batch(() => {
        this.currentInbox.value = inbox;
        this.currentRequests.value = requests;
      });
      void updateWaiting({ inbox: () => Promise.resolve(inbox) });
    } catch (error) {
      this.problem.value = messageOf(error);
    }
  }

  /** Exchanges with the contacts, then loads what arrived. */
  async receive(): Promise<Exchange | null> {
    this.isReceiving.value = true;
    try {
      const exchange = await this.sharing.receive();
      this.failures.value = exchange.failures;
      await this.load();
      return exchange;
    } catch (error) {
      this.failures.value = [messageOf(error)];
      return null;
    } finally {
      this.isReceiving.value = false;
    }
  }

  async accept(offer: string): Promise<void> {
    await this.sharing.accept(offer);
    await this.load();
  }

  async decline(offer: string): Promise<void> {
    await this.sharing.decline(offer);
    await this.load();
  }

  async declineRequest(id: string): Promise<void> {
    await this.source.decline(id);
    await this.load();
  }

  async withdraw(id: string): Promise<void> {
    await this.source.withdraw(id);
    await this.load();
  }
}
