import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { memoryStore } from "./memory-store.ts";
import { onboardingSteps, OnboardingStore } from "../src/live/onboarding/onboarding-store.ts";
import { applyTextSize, LiveSettings } from "../src/live/settings/live-settings.ts";
import { responseText } from "../src/live/settings/response-fields.ts";
import { stateText } from "../src/live/settings/settings-text.ts";
import type { TriggerControl } from "../src/live/settings/trigger-control.ts";
import { switchedOffByParents, TriggerSwitches } from "../src/live/settings/trigger-switches.ts";
import { type TriggerMapping, withChoices } from "../src/live/triggers/responses.ts";
import { type TriggerKind, triggerKinds, triggers, type TriggerState } from "../src/live/triggers/types.ts";
import { type ReadonlySignal, type Signal, signal } from "../src/reactive/signal.ts";

/** A controller that logs its calls; the test sets the states. */
class LoggedController implements TriggerControl {
  readonly log: string[] = [];
  readonly states = Object.fromEntries(
    triggerKinds.map((kind) => [kind, signal<TriggerState>({ status: "off", reason: "" })]),
  ) as Record<TriggerKind, Signal<TriggerState>>;

  enable(kind: TriggerKind): void {
    this.log.push(`enable ${kind}`);
    this.states[kind].value = { status: "asking", reason: "" };
  }

  disable(kind: TriggerKind): void {
    if (this.states[kind].peek().status === "off") return;
    this.log.push(`disable ${kind}`);
    this.states[kind].value = { status: "off", reason: "" };
  }

  state(kind: TriggerKind): ReadonlySignal<TriggerState> {
    return this.states[kind];
  }

  setSensitivity(kind: TriggerKind, value: number): void {
    this.log.push(`${kind} ${value}`);
  }
}

Deno.test("settings are stored and read again; triggers are off at first", () => {
  const store = memoryStore();
  const settings = new LiveSettings(store);
  for (const kind of triggerKinds) strictEqual(settings.triggers[kind].enabled.peek(), false);
  settings.volume.set(0.25);
  settings.muted.set(true);
  settings.haptics.set(false);
  settings.density.set("high");
  settings.textSize.set("150");
  settings.triggers.clap.enabled.set(true);
  settings.triggers.clap.sensitivity.set(0.8);
  const again = new LiveSettings(store);
  deepStrictEqual(
    [again.volume, again.muted, again.haptics, again.density, again.textSize].map((each): unknown => each.peek()),
    [0.25, true, false, "high", "150"],
  );
  strictEqual(again.triggers.clap.enabled.peek(), true);
  strictEqual(again.triggers.clap.sensitivity.peek(), 0.8);
  strictEqual(again.triggers.face.enabled.peek(), false);
});

Deno.test("what follows a trigger is the visitor's choice, is stored, and what isn't valid is left out", () => {
  const store = memoryStore();
  const nothing = { action: null, effect: null, reaction: null };
  const usual = Object.fromEntries(triggers.map((name) => [name, { ...nothing, effect: 3 }])) as TriggerMapping;
  const settings = new LiveSettings(store);
  settings.responses.set({ clap: { action: 3, effect: null, reaction: 2 } });
  const again = withChoices(usual, new LiveSettings(store).responses.peek());
  deepStrictEqual([again.clap, again.smile], [{ action: 3, effect: null, reaction: 2 }, { ...nothing, effect: 3 }]);
  strictEqual(responseText("clap", again.clap), "Clap your hands: Dance, Clap");
  strictEqual(responseText("shake", nothing), "Shake the device: Nothing");
  for (const damaged of ["{", "[]", "7", '{"clap":{"action":99}}', '{"clap":5}']) {
    store.setItem("diorama.live.responses", damaged);
    const { clap } = withChoices(usual, new LiveSettings(store).responses.peek());
    deepStrictEqual(clap, damaged.includes("99") ? nothing : { ...nothing, effect: 3 });
  }
});

Deno.test("the text size applies at once, until the session is left", () => {
  const settings = new LiveSettings(memoryStore());
  const root = { style: { fontSize: "" } };
  const owner = new AbortController();
  applyTextSize(settings, root, owner.signal);
  strictEqual(root.style.fontSize, "");
  settings.textSize.set("200");
  strictEqual(root.style.fontSize, "200%");
  owner.abort();
  strictEqual(root.style.fontSize, "");
});

Deno.test("a trigger starts when it is switched on, follows its sensitivity, and stops at the end", () => {
  const settings = new LiveSettings(memoryStore());
  const controller = new LoggedController();
  const owner = new AbortController();
  const switches = new TriggerSwitches(settings, controller, signal(false), owner.signal);
  deepStrictEqual(controller.log, ["face 0.5", "clap 0.5", "gesture 0.5"]);
  switches.setEnabled("clap", true);
  settings.triggers.clap.sensitivity.set(0.9);
  strictEqual(switches.state("clap").peek().status, "asking");
  deepStrictEqual(controller.log.slice(3), ["enable clap", "clap 0.9"]);
  controller.states.clap.value = { status: "denied", reason: "" };
  strictEqual(switches.state("clap").peek().status, "denied"); // it stays readable
  switches.setEnabled("clap", true);
  strictEqual(controller.log.at(-1), "enable clap"); // asks again
  controller.states.clap.value = { status: "on", reason: "" };
  owner.abort();
  strictEqual(controller.log.at(-1), "disable clap");
});

Deno.test("parents' choice stops every trigger at once and makes it unavailable", () => {
  const settings = new LiveSettings(memoryStore());
  const controller = new LoggedController();
  const off = signal(false);
  const switches = new TriggerSwitches(settings, controller, off, new AbortController().signal);
  switches.setEnabled("face", true);
  controller.states.face.value = { status: "on", reason: "" };
  off.value = true;
  strictEqual(controller.log.at(-1), "disable face");
  for (const kind of triggerKinds) {
    deepStrictEqual(switches.state(kind).peek(), { status: "unavailable", reason: switchedOffByParents });
  }
  const count = controller.log.length;
  switches.setEnabled("clap", true);
  strictEqual(controller.log.length, count); // nothing starts
  off.value = false;
  ok(controller.log.slice(count).includes("enable face"));
});

Deno.test("each state of a trigger has words; a reason is shown as it is", () => {
  strictEqual(stateText({ status: "off", reason: "" }), "");
  for (const status of ["asking", "on", "denied", "failed", "unavailable"] as const) {
    ok(stateText({ status, reason: "" }).endsWith("."));
  }
  strictEqual(stateText({ status: "unavailable", reason: "No camera." }), "No camera.");
});

Deno.test("the introduction has four steps, shows itself once, and can be shown again", () => {
  const store = memoryStore();
  const first = new OnboardingStore(store);
  ok(first.isDue && onboardingSteps.length === 4);
  const titles = [first.step.peek().title];
  for (let i = 0; i < 5; i += 1) {
    first.next();
    titles.push(first.step.peek().title);
  }
  strictEqual(new Set(titles).size, 4);
  ok(first.isLast.peek() && first.number.peek() === 4);
  first.back();
  strictEqual(first.number.peek(), 3);
  first.finish();
  const second = new OnboardingStore(store);
  ok(!second.isDue);
  second.start();
  strictEqual(second.number.peek(), 1);
});
