import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { type Companion, type LiveCore, liveCoreFrom, type LiveRole, type LiveState } from "../src/core/live.ts";
import type { Vec3 } from "../src/core/vectors.ts";
import { TriggerResponder } from "../src/live/trigger-responder.ts";
import { standardMapping, type TriggerMapping } from "../src/live/triggers/responses.ts";
import { type Trigger, type TriggerEvent, triggersOfKind } from "../src/live/triggers/types.ts";
import { signal } from "../src/reactive/signal.ts";

let loaded: Promise<LiveCore> | null = null;
function core(): Promise<LiveCore> {
  return loaded ??= Deno.readFile("../.build-wasm/live.wasm").then((bytes) => liveCoreFrom(bytes));
}

function companion(id: string, position: Vec3, mayChange: boolean): Companion {
  return { id, model: 0, owner: 1, position, rotation: [0, 0, 0, 1], scale: 1, action: "idle", phase: 0, mayChange };
}

/** A session that logs what is done. The eyes are at the origin and look along −z. */
class Log {
  readonly done: unknown[] = [];
  now = 0;
  role: LiveRole = "guest";
  areEffectsMuted = false;
  free: number | null = null;
  readonly responder: TriggerResponder;

  constructor(mapping: TriggerMapping, companions: readonly Companion[]) {
    const state = (): LiveState => ({
      ...{
        status: "connected",
        participant: 1,
        isJoined: true,
        isLocked: false,
        isSettled: true,
        sequence: 0,
        refusal: null,
      } as const,
      role: this.role,
      areEffectsMuted: this.areEffectsMuted,
    });
    this.responder = new TriggerResponder({
      mapping: () => mapping,
      store: {
        react: (symbol) => this.done.push(symbol),
        state: {
          get value() {
            return state();
          },
          peek: state,
        },
        companions: signal(companions),
      },
      commands: {
        act: (id, action) => this.done.push([id, action]),
        startEffect: (style, position, id) =>
          this.done.push([style, position.map((each) => Math.round(100 * each)), id]),
      },
      eyes: () => ({ position: [0, 0, 0], rotation: [0, 0, 0, 1] }),
      distance: () => this.free,
      now: () => this.now,
    });
  }

  after(trigger: Trigger): unknown[] {
    this.done.length = 0;
    this.now += 10_000;
    this.responder.respond(event(trigger));
    return [...this.done];
  }
}

function event(trigger: Trigger): TriggerEvent {
  const kind = (["face", "clap", "gesture"] as const).find((each) => triggersOfKind[each].includes(trigger))!;
  return { trigger, kind, time: 0, strength: 1 };
}

Deno.test("a trigger lets the nearest companion that may be changed act, with an effect on it", async () => {
  const near = companion("2.1", [0, 0, -1], false);
  const mine = companion("1.1", [0, 0, -2], true);
  const far = companion("1.2", [0, 0, -20], true);
  const log = new Log(standardMapping((await core()).triggers), [far, near, mine]);
  deepStrictEqual(log.after("clap"), [["1.1", "dance"], ["confetti", [0, 0, -200], "1.1"]]);
  deepStrictEqual(log.after("smile"), [["hearts", [0, 0, -100], "2.1"]]); // an effect needs no permission
  deepStrictEqual(log.after("wave"), ["wave", ["1.1", "wave"]]);
  log.areEffectsMuted = true;
  deepStrictEqual(log.after("clap"), [["1.1", "dance"]]);
  log.role = "viewer";
  deepStrictEqual(log.after("clap"), []);
  deepStrictEqual(log.after("wave"), ["wave"]);
});

Deno.test("without a companion an effect begins before the eyes, and before the surface", async () => {
  const log = new Log(standardMapping((await core()).triggers), []);
  deepStrictEqual(log.after("clap"), [["confetti", [0, 0, -180], null]]);
  log.free = 1;
  deepStrictEqual(log.after("shake"), [["snow", [0, 0, -80], null]]);
  deepStrictEqual(log.after("blink"), []);
});

Deno.test("the sound of a response is not taken for a further clap", async () => {
  const log = new Log(standardMapping((await core()).triggers), []);
  strictEqual(log.after("clap").length, 1);
  log.now += 1_000;
  log.responder.respond(event("clap"));
  strictEqual(log.done.length, 1);
  log.responder.respond(event("shake")); // another trigger is not affected
  strictEqual(log.done.length, 2);
  log.now += 1_000;
  log.responder.respond(event("clap"));
  ok(log.done.length === 3);
});
