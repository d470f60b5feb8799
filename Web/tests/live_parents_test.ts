import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { memoryStore } from "./memory-store.ts";
import { friendlyName, friendlyNameCount, isFriendlyName, suggestNames } from "../src/live/parents/friendly-names.ts";
import { ParentGate, pauseMilliseconds } from "../src/live/parents/gate.ts";
import { nameProblem } from "../src/live/parents/name-field.ts";
import { ParentSettings, type SessionRules } from "../src/live/parents/parent-settings.ts";
import { minutesText } from "../src/live/parents/parents-page.ts";
import { RulesStore, type RunningSession, type SessionAPI } from "../src/live/parents/rules-store.ts";

Deno.test("the gate accepts the product, changes the question after a wrong answer, and pauses after three", () => {
  let now = 0;
  const gate = new ParentGate(Math.random, () => now);
  for (let i = 0; i < 200; i += 1) {
    const { first, second } = new ParentGate().question;
    ok(first >= 12 && first <= 19 && second >= 6 && second <= 9);
  }
  const answer = (): string => String(gate.question.first * gate.question.second);
  strictEqual(gate.answer(""), "wrong");
  strictEqual(gate.answer("1e2"), "wrong");
  strictEqual(gate.answer("7"), "wrong");
  strictEqual(gate.answer(answer()), "waiting");
  strictEqual(gate.waitSeconds, 30);
  now += pauseMilliseconds;
  strictEqual(gate.answer(` ${answer()} `), "right");
});

Deno.test("parents' choices are stored and make the body of the request for a new session", () => {
  const store = memoryStore();
  const settings = new ParentSettings(store);
  deepStrictEqual(settings.newSession, { maxMinutes: 60, allowsGuests: true, reactionsOnly: true });
  settings.set({ maxMinutes: 15, allowsGuests: false });
  settings.sensorsOff.set(true);
  const again = new ParentSettings(store);
  deepStrictEqual(again.newSession, { maxMinutes: 15, allowsGuests: false, reactionsOnly: true });
  ok(again.sensorsOff.peek());
});

/** A server with one session. */
class SessionServer implements SessionAPI {
  readonly requests: Partial<SessionRules>[] = [];
  fails = false;
  session: RunningSession = { code: "K7M2QX", role: "host", maxMinutes: 90, allowsGuests: true, reactionsOnly: false };

  load(): Promise<RunningSession> {
    return Promise.resolve(this.session);
  }

  change(_code: string, change: Partial<SessionRules>): Promise<RunningSession> {
    this.requests.push(change);
    if (this.fails) return Promise.reject(new Error("Diorama can't be reached."));
    this.session = { ...this.session, ...change };
    return Promise.resolve(this.session);
  }
}

Deno.test("a host changes the running session as well as later ones", async () => {
  const server = new SessionServer();
  const settings = new ParentSettings(memoryStore());
  const store = new RulesStore(settings, "K7M2QX", server);
  await store.load();
  deepStrictEqual(store.rules.peek(), { maxMinutes: 90, allowsGuests: true, reactionsOnly: false });
  await store.change({ allowsGuests: false });
  await store.change({ maxMinutes: 30 });
  deepStrictEqual(server.requests, [{ allowsGuests: false }, { maxMinutes: 30 }]);
  deepStrictEqual(settings.newSession, { maxMinutes: 30, allowsGuests: false, reactionsOnly: true });
});

Deno.test("what could not be sent is reported and sent again, in one request", async () => {
  const server = new SessionServer();
  const store = new RulesStore(new ParentSettings(memoryStore()), "K7M2QX", server);
  await store.load();
  server.fails = true;
  await store.change({ allowsGuests: false });
  strictEqual(store.problem.peek(), "Diorama can't be reached.");
  await store.change({ maxMinutes: 15 });
  server.fails = false;
  await store.retry();
  strictEqual(store.problem.peek(), "");
  deepStrictEqual(server.requests.at(-1), { allowsGuests: false, maxMinutes: 15 });
  deepStrictEqual([server.session.allowsGuests, server.session.maxMinutes], [false, 15]);
});

Deno.test("changes made while a request is on its way are sent after it", async () => {
  const server = new SessionServer();
  const store = new RulesStore(new ParentSettings(memoryStore()), "K7M2QX", server);
  await store.load();
  await Promise.all([
    store.change({ maxMinutes: 15 }),
    store.change({ maxMinutes: 30 }),
    store.change({ reactionsOnly: true }),
  ]);
  deepStrictEqual(server.requests, [{ maxMinutes: 15 }, { maxMinutes: 30, reactionsOnly: true }]);
  strictEqual(store.rules.peek().maxMinutes, 30);
});

Deno.test("a guest changes only what later sessions of this device have", async () => {
  const server = new SessionServer();
  server.session.role = "guest";
  const settings = new ParentSettings(memoryStore());
  const store = new RulesStore(settings, "K7M2QX", server);
  await store.load();
  strictEqual(store.hosted.peek(), null);
  await store.change({ reactionsOnly: false });
  strictEqual(server.requests.length, 0);
  strictEqual(settings.newSession.reactionsOnly, false);
});

Deno.test("friendly names are different, suggested once each, and recognized", () => {
  const all = Array.from({ length: friendlyNameCount }, (_, i) => friendlyName(i));
  strictEqual(new Set(all).size, friendlyNameCount);
  ok(friendlyNameCount >= 500 && all.every((name) => isFriendlyName(name) && name.length <= 24));
  const taken = all.slice(0, friendlyNameCount - 5);
  const free = suggestNames(8, taken);
  strictEqual(new Set(free).size, 5);
  ok(free.every((name) => !taken.includes(name)));
  for (const name of ["", "Brave", "Brave Otter Ada", "Ada Otter", "brave otter", "Brave  Otter"]) {
    ok(!isFriendlyName(name));
  }
});

Deno.test("names follow the protocol's rules; without free text only those of the list are accepted", () => {
  strictEqual(nameProblem("Ada", false), "");
  ok(nameProblem("  ", false) !== "" && nameProblem("Ada\u202e", false) !== "" && nameProblem("A\tb", false) !== "");
  strictEqual(nameProblem("ä".repeat(32), false), "");
  ok(nameProblem("ä".repeat(33), false) !== "");
  ok(nameProblem("Ada", true) !== "");
  strictEqual(nameProblem("Brave Otter", true), "");
});

Deno.test("lengths of sessions are written in hours where they are whole", () => {
  deepStrictEqual([1, 15, 60, 90, 120].map(minutesText), ["1 minute", "15 minutes", "1 hour", "90 minutes", "2 hours"]);
});
