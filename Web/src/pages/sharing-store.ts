/** Contacts, the inbox, and what is shared with contacts. State and requests, no DOM. */

import type { Contact, ContactList, Exchange, Inbox, SentShare } from "../api/generated.ts";
import { sharingApi } from "../api/sharing-api.ts";
import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";

export class SharingStore {
  private readonly currentContacts = signal<ContactList | null>(null);
  private readonly currentInbox = signal<Inbox | null>(null);
  private readonly currentShares = signal<readonly SentShare[] | null>(null);

  /** Null until they have been fetched. */
  readonly contacts: ReadonlySignal<ContactList | null> = this.currentContacts;
  readonly inbox: ReadonlySignal<Inbox | null> = this.currentInbox;
  readonly shares: ReadonlySignal<readonly SentShare[] | null> = this.currentShares;
  /** Whether an exchange with the contacts is under way. */
  readonly isReceiving = signal(false);
  /** What the last exchange could not do. */
  readonly failures = signal<readonly string[]>([]);
  /** Why the page could not be loaded. */
  readonly problem = signal("");

  constructor(private readonly source: typeof sharingApi = sharingApi) {}

  async load(): Promise<void> {
    this.problem.value = "";
    try {
      const contacts = await this.source.contacts();
      const inbox = await this.source.inbox();
      const shares = await this.source.shares();
      batch(() => {
        this.currentContacts.value = contacts;
        this.currentInbox.value = inbox;
        this.currentShares.value = shares;
      });
    } catch (error) {
      this.problem.value = messageOf(error);
    }
  }

  /** Exchanges with the contacts, then loads what arrived. */
  async receive(): Promise<Exchange | null> {
    this.isReceiving.value = true;
    try {
      const exchange = await this.source.receive();
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

  async addContact(card: string): Promise<Contact> {
    const contact = await this.source.addContact(card);
    await this.load();
    return contact;
  }

  async removeContact(account: string): Promise<void> {
    await this.source.removeContact(account);
    await this.load();
  }

  async noteCompared(account: string): Promise<void> {
    await this.source.noteCompared(account);
    await this.load();
  }

  async accept(id: string): Promise<void> {
    await this.source.accept(id);
    await this.load();
  }

  async decline(id: string): Promise<void> {
    await this.source.decline(id);
    await this.load();
  }

  async revoke(id: string): Promise<void> {
    await this.source.revokeShare(id);
    await this.load();
  }
}
