/** Contacts, and what is shared with contacts. State and requests, no DOM. */

import type { Contact, ContactList, SentShare } from "../api/generated.ts";
import { sharingApi } from "../api/sharing-api.ts";
import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";

export class SharingStore {
  private readonly currentContacts = signal<ContactList | null>(null);
  private readonly currentShares = signal<readonly SentShare[] | null>(null);

  /** Null until they have been fetched. */
  readonly contacts: ReadonlySignal<ContactList | null> = this.currentContacts;
  readonly shares: ReadonlySignal<readonly SentShare[] | null> = this.currentShares;
  /** Why the page could not be loaded. */
  readonly problem = signal("");

  constructor(private readonly source: typeof sharingApi = sharingApi) {}

  async load(): Promise<void> {
    this.problem.value = "";
    try {
      const contacts = await this.source.contacts();
      const shares = await this.source.shares();
      batch(() => {
        this.currentContacts.value = contacts;
        this.currentShares.value = shares;
      });
    } catch (error) {
      this.problem.value = messageOf(error);
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

  async revoke(id: string): Promise<void> {
    await this.source.revokeShare(id);
    await this.load();
  }
}
