import type { Exchange, ReceivedOffer, SentShare } from "../src/api/generated.ts";
import type { sharingApi } from "../src/api/sharing-api.ts";
import { InboxStore } from "../src/requests/inbox/inbox-store.ts";
import type { RequestsApi } from "../src/requests/requests-api.ts";
import { receivedFacts, sentFacts } from "../src/share/sharing-text.ts";
import { deepStrictEqual, strictEqual } from "./assert.ts";

const offer: ReceivedOffer = {
  id: "s",
  title: "Kitchen",
  message: "",
  from: "Ada",
  account: "a",
  permission: "read",
  state: "offered",
  files: 2,
  byteCount: 3_400_000,
  missingFiles: 0,
  spaces: [],
  recordings: [],
  contents: [],
  answers: null,
  note: null,
  received: "2026-03-01T12:00:00.000Z",
};

const sent: SentShare = {
  id: "s",
  title: "Kitchen",
  contact: "Ben",
  account: "b",
  space: "p",
  permission: "edit",
  state: "accepted",
  files: 0,
  byteCount: 0,
  created: "2026-03-01T12:00:00.000Z",
  answered: null,
  privateMemories: null,
};

Deno.test("the facts of shares", () => {
  strictEqual(receivedFacts(offer), "New · from Ada · 2 files, 3.4 MB");
  const accepted: ReceivedOffer = { ...offer, state: "accepted", missingFiles: 1, permission: "edit" };
  strictEqual(receivedFacts(accepted), "Accepted · from Ada · 2 files, 3.4 MB · you may edit it · 1 file not here yet");
  strictEqual(sentFacts(sent), "Accepted · with Ben · no files · may be edited");
  const revoked: ReceivedOffer = { ...offer, state: "revoked", note: "Ada revoked this share" };
  strictEqual(receivedFacts(revoked), "Revoked · by Ada · 2 files, 3.4 MB");
});

Deno.test("an exchange reports what failed and loads what arrived", async () => {
  let arrived: ReceivedOffer[] = [];
  let isReachable = true;
  const source = {
    inbox: () => Promise.resolve({ offers: arrived, requests: [] }),
    receive: () => {
      arrived = [offer];
      if (!isReachable) return Promise.reject(new Error("unreachable"));
      return Promise.resolve({ applied: 1, failures: ["delivery to Ben: no"] } as unknown as Exchange);
    },
  } as unknown as typeof sharingApi;
  const requests = { requests: () => Promise.resolve({ requests: [], next: null }) } as unknown as RequestsApi;
  const store = new InboxStore(source, requests);
  await store.load();
  deepStrictEqual(store.inbox.value?.offers, []);
  strictEqual((await store.receive())?.applied, 1);
  deepStrictEqual(store.inbox.value?.offers, [offer]);
  deepStrictEqual(store.failures.value, ["delivery to Ben: no"]);
  isReachable = false;
  strictEqual(await store.receive(), null);
  strictEqual(store.failures.value.length, 1);
  strictEqual(store.isReceiving.value, false);
});
