import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { type LiveCore, liveCoreFrom, type LiveEvent } from "../src/core/live.ts";
import { tidyCode } from "../src/live/api.ts";
import { rememberedProfile, rememberProfile } from "../src/live/identity.ts";
import { LiveStore } from "../src/live/live-store.ts";
import { TestClock, TestRoom, type TestSocket } from "./live-room.ts";

let loaded: Promise<LiveCore> | null = null;
function core(): Promise<LiveCore> {
  return loaded ??= Deno.readFile("../.build-wasm/live.wasm").then((bytes) => liveCoreFrom(bytes));
}

const forward = [0, 0, 0, 1] as const;

/** Stores of a room, and what happened to each. */
class Session {
  readonly clock = new TestClock();
  readonly room = new TestRoom(this.clock);
  readonly stores: LiveStore[] = [];
  readonly events: LiveEvent[][] = [];

  async add(name: string, ending: string | null = null): Promise<LiveStore> {
    const key = new Uint8Array(16).fill(this.stores.length + 1);
    const store = new LiveStore((await core()).client(key), this.room.services(ending));
    const events: LiveEvent[] = [];
    store.listen((event) => events.push(event), new AbortController().signal);
    this.stores.push(store);
    this.events.push(events);
    ok(store.start({ name, color: "#336699" }));
    this.run(100);
    return store;
  }

  run(milliseconds: number): void {
    for (let passed = 0; passed < milliseconds; passed += 10) {
      this.clock.advance(10);
      for (const store of this.stores) store.pump();
    }
  }

  /** Lets promises of the services resolve as well. */
  async runWaiting(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 50) {
      this.run(50);
      await Promise.resolve();
    }
  }

  expectEqual(): void {
    for (const { client } of this.stores) strictEqual(client.digest, this.stores[0]!.client.digest);
  }
}

Deno.test("two people see each other, a companion, its movement and its dance", async () => {
  const session = new Session();
  const ada = await session.add("Ada ☀");
  const ben = await session.add("Ben");
  deepStrictEqual(ben.people.value.map(({ name, color, isSelf }) => [name, color, isSelf]), [
    ["Ada ☀", "#336699", false],
    ["Ben", "#336699", true],
  ]);
  const id = ada.spawn(3, [1, 0, 2], forward, 1.5)!;
  strictEqual(ada.selected.value, id);
  for (let i = 0; i < 20; i += 1) {
    ok(ada.move(id, { position: [1 + i / 10, 0, 2] }));
    session.run(20);
  }
  ok(ada.act(id, "dance", 8000));
  ada.setPresence([0, 1.6, 0], forward, [1, 1, 1]);
  session.run(600);
  const seen = ben.companionNow(id)!;
  ok(
    Math.abs(seen.position[0] - 2.9) < 1e-6 && Math.abs(seen.scale - 1.5) < 1e-6 && !seen.mayChange,
    `${seen.position}`,
  );
  ok(seen.action === "dance" && Math.abs(seen.phase - 0.6) < 0.03, `${seen.phase}`);
  const [first] = ben.client.participants(session.clock.now);
  deepStrictEqual(first!.pointer, [1, 1, 1]);
  ok(Math.abs(first!.pose!.position[1] - 1.6) < 1e-6);
  session.expectEqual();
  deepStrictEqual(session.events[1]!.map(({ kind }) => kind), ["connected", "spawned", "action"]);
});

Deno.test("what the room would refuse is refused at once, with a reason", async () => {
  const session = new Session();
  const ada = await session.add("Ada");
  const ben = await session.add("Ben");
  const id = ada.spawn(0, [0, 0, 0], forward)!;
  session.run(50);
  ok(!ben.move(id, { scale: 2 }) && ben.problem.value.startsWith("The companion belongs to another participant"));
  ok(!ben.lock(true) && ben.problem.value.startsWith("Your role does not permit this"));
  strictEqual(ben.remove(id), null);
  ok(ben.startEffect("hearts", [0, 1, 0], id, 2000) && ben.problem.value === "");
  ok(!ada.join({ name: " ".repeat(65), color: "#000000" }) && !ada.join({ name: "", color: "#000000" }));
});

Deno.test("an interrupted session resumes within two seconds, and changes made meanwhile arrive", async () => {
  const session = new Session();
  const ada = await session.add("Ada");
  const ben = await session.add("Ben");
  const id = ben.spawn(1, [0, 0, 0], forward)!;
  session.run(100);
  session.room.isUp = false;
  session.room.interrupt();
  strictEqual(ben.connectionState.value.kind, "interrupted");
  ok(ben.move(id, { position: [7, 0, 0] }));
  await session.runWaiting(20_000);
  strictEqual(ben.companionNow(id)!.position[0], 7);
  session.room.isUp = true;
  await session.runWaiting(1_200);
  strictEqual(ben.connectionState.value.kind, "open");
  await session.runWaiting(800);
  strictEqual(ada.companionNow(id)!.position[0], 7);
  session.expectEqual();
  strictEqual(ben.people.value.length, 2);
  // Nobody joined or left in the meantime, as far as anyone can see.
  for (const events of session.events) {
    deepStrictEqual(events.filter(({ kind }) => kind === "left").length, 0);
  }
});

Deno.test("a connection that doesn't answer is given up and opened again", async () => {
  const session = new Session();
  const ada = await session.add("Ada");
  const before = session.room.sockets.length;
  // The network swallows everything.
  const silent = session.room.sockets.at(-1) as TestSocket;
  silent.send = (): void => {};
  await session.runWaiting(4_000);
  strictEqual(session.room.sockets.length, before);
  await session.runWaiting(2_500);
  strictEqual(session.room.sockets.length, before + 1);
  strictEqual(ada.connectionState.value.kind, "open");
});

Deno.test("a client that is too old shows the reason with its remedy, and stops", async () => {
  const session = new Session();
  session.room.refusal = { reason: 0, remedy: 1 };
  const ada = await session.add("Ada");
  const state = ada.connectionState.value;
  ok(state.kind === "ended");
  strictEqual(
    state.kind === "ended" && state.reason,
    "This page or program is too old for the session. Reload the page or update the program.",
  );
  const attempts = session.room.sockets.length;
  await session.runWaiting(10_000);
  strictEqual(session.room.sockets.length, attempts);
});

Deno.test("a session that is over ends with its reason", async () => {
  const session = new Session();
  const ada = await session.add("Ada", "The session has ended.");
  session.room.isUp = false;
  session.room.interrupt();
  await session.runWaiting(2_000);
  deepStrictEqual(ada.connectionState.value, { kind: "ended", reason: "The session has ended." });
});

Deno.test("a session that the room ends is over at once: no connection is tried again", async () => {
  const session = new Session();
  const ada = await session.add("Ada");
  const before = session.room.sockets.length;
  session.room.interrupt(1000);
  deepStrictEqual(ada.connectionState.value, { kind: "ended", reason: "The session has ended." });
  await session.runWaiting(10_000);
  strictEqual(session.room.sockets.length, before);
});

Deno.test("a damaged packet changes nothing, and the session goes on over a new connection", async () => {
  const session = new Session();
  const ada = await session.add("Ada");
  const ben = await session.add("Ben");
  const before = ada.client.digest;
  const socket = session.room.sockets[0]!;
  session.room.send(socket, new Uint8Array([4, 255, 255, 0, 1, 2, 3, 4, 5]));
  ok(socket.isClosed);
  strictEqual(ada.client.digest, before);
  await session.runWaiting(500);
  strictEqual(ada.connectionState.value.kind, "open");
  ben.spawn(2, [0, 0, 0], forward);
  session.run(50);
  strictEqual(ada.companions.value.length, 1);
});

Deno.test("a late joiner gets an effect in its middle once, and no reports of those who are there", async () => {
  const session = new Session();
  const ada = await session.add("Ada");
  ada.startEffect("snow", [0, 2, 0], null, 6000);
  session.run(2_000);
  await session.add("Ben");
  const events = session.events[1]!;
  const effects = events.filter((event) => event.kind === "effect");
  strictEqual(effects.length, 1);
  const [effect] = effects;
  ok(effect?.kind === "effect" && Math.abs(effect.age - 2) < 0.2 && effect.duration === 6 && effect.style === "snow");
});

Deno.test("codes are tidied, and the profile is remembered", () => {
  strictEqual(tidyCode(" k7m-2qx "), "K7M2QX");
  const values = new Map<string, string>();
  const storage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  } as unknown as Storage;
  rememberProfile({ name: "Ada", color: "#4f9bea" }, storage);
  deepStrictEqual(rememberedProfile(storage), { name: "Ada", color: "#4f9bea" });
  values.set("diorama.live.profile", "{");
  strictEqual(rememberedProfile(storage).name, "");
});
