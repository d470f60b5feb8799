/** The HTTP interface for contacts, shares with them, and the inbox. */

import type {
  Contact,
  ContactList,
  Exchange,
  Inbox,
  ReceivedOffer,
  SentShare,
  SentShareList,
  ShareOffer,
} from "./generated.ts";
import { call, json, sending } from "./client.ts";

export const sharingApi = {
  contacts(): Promise<ContactList> {
    return json("/contacts");
  },

  addContact(card: string): Promise<Contact> {
    return json("/contacts", sending<"addContact">("POST", { card }));
  },

  async removeContact(account: string): Promise<void> {
    await call(`/contacts/${account}`, { method: "DELETE" });
  },

  /** Notes that the fingerprint of a contact with new keys was compared. */
  async noteCompared(account: string): Promise<void> {
    await call(`/contacts/${account}/compared`, { method: "POST" });
  },

  async shares(): Promise<SentShare[]> {
    return (await json<SentShareList>("/shares")).shares;
  },

  share(offer: ShareOffer): Promise<SentShare> {
    return json("/shares", sending<"createShare">("POST", offer));
  },

  async revokeShare(id: string): Promise<void> {
    await call(`/shares/${id}`, { method: "DELETE" });
  },

  inbox(): Promise<Inbox> {
    return json("/inbox");
  },

  receive(): Promise<Exchange> {
    return json("/inbox/receive", { method: "POST" });
  },

  accept(id: string): Promise<ReceivedOffer> {
    return json(`/inbox/${id}/accept`, { method: "POST" });
  },

  async decline(id: string): Promise<void> {
    await call(`/inbox/${id}/decline`, { method: "POST" });
  },
};
