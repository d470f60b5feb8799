import { strictEqual } from "./assert.ts";
import type { Pairing } from "../src/api/generated.ts";
import { type PairingServices, PairingStore } from "../src/pages/pairing-store.ts";

const none: Pairing = {
  isIncluded: true,
  addresses: [],
  port: null,
  offer: null,
  session: null,
  last: null,
  devices: [],
};
const session = { device: "d", name: "Phone", digits: "482 193", wantsAccount: false, isConfirmed: false };

/** A server without paired devices, and the calls that it received. */
function server(): { calls: string[]; source: PairingServices } {
  const calls: string[] = [];
  const answer = (call: string) => (): Promise<Pairing> => {
    calls.push(call);
    return Promise.resolve(none);
  };
  const source = {
    pairing: answer("show"),
    open: answer("open"),
    close: answer("close"),
    begin: (target: string) => answer(`begin ${target}`)(),
    confirm: answer("confirm"),
    reject: answer("reject"),
    forget: async (device: string) => void await answer(`forget ${device}`)(),
  };
  return { calls, source };
}

Deno.test("cancelling withdraws the code, or rejects the digits", async () => {
  const controller = new AbortController();
  const { source, calls } = server();
  const store = new PairingStore(controller.signal, {
    ...source,
    open: () => Promise.resolve({ ...none, offer: { code: "diorama:pair?", address: "h:1", expires: "" } }),
    begin: () => Promise.resolve({ ...none, session }),
  });
  await store.open();
  strictEqual(store.pairing.value?.offer?.address, "h:1");
  await store.cancel();
  await store.begin(" h:1 ");
  strictEqual(store.pairing.value?.session?.digits, "482 193");
  await store.cancel();
  strictEqual(calls.join(), "close,reject");
  controller.abort();
});

Deno.test("a session that failed says why, and a new action clears it", async () => {
  const controller = new AbortController();
  let state: Pairing = { ...none, session };
  const { source } = server();
  const store = new PairingStore(controller.signal, { ...source, pairing: () => Promise.resolve(state) });
  await store.load();
  state = { ...none, last: { name: "Phone", isPaired: false, error: "the code was rejected on Phone" } };
  await store.load();
  strictEqual(store.problem.value, "the code was rejected on Phone");
  await store.open();
  strictEqual(store.problem.value, "");
  controller.abort();
});

Deno.test("a request that is refused shows its message", async () => {
  const controller = new AbortController();
  const { source } = server();
  const store = new PairingStore(controller.signal, {
    ...source,
    begin: () => Promise.reject(new Error("No device answers.")),
  });
  await store.begin("h:1");
  strictEqual(store.problem.value, "No device answers.");
  strictEqual(store.isWaiting.value, false);
  controller.abort();
});
