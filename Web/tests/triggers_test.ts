import { deepStrictEqual, ok, strictEqual } from "./assert.ts";
import { type ClapExports, type ClapMessage, ClapProcessor } from "../src/live/triggers/clap-processor.ts";
import { microphoneError } from "../src/live/triggers/clap-source.ts";
import { blendShapeNames, type BlendShapes, FaceDetector } from "../src/live/triggers/face-detector.ts";
import { type FaceProvider, FaceSource, unavailableFaceProvider } from "../src/live/triggers/face-source.ts";
import { GestureSource } from "../src/live/triggers/gesture-source.ts";
import { standardMapping, withChoices } from "../src/live/triggers/responses.ts";
import { permissionTexts, problems, triggerNames } from "../src/live/triggers/texts.ts";
import { TriggerController } from "../src/live/triggers/trigger-controller.ts";
import type { TriggerExports } from "../src/core/trigger-exports.ts";
import { TriggerError, type TriggerEvent, triggers, type TriggerSource } from "../src/live/triggers/types.ts";

async function bytes(): Promise<ArrayBuffer> {
  return (await Deno.readFile("../.build-wasm/live.wasm")).buffer;
}

async function core(): Promise<TriggerExports & ClapExports> {
  const { instance } = await WebAssembly.instantiate(await bytes(), { env: { random: (): void => {} } });
  const exports = instance.exports as unknown as TriggerExports & ClapExports;
  exports.dio_start();
  return exports;
}

/** Repeatable numbers −1…1. */
function noise(): () => number {
  let state = 1;
  return (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2 ** 31;
  };
}

/** Quiet noise with a clap at each time: 4 ms of noise around 1.2 kHz, then weak reverberation. */
function clapping(rate: number, seconds: number, times: readonly number[]): Float32Array {
  const random = noise();
  const samples = Float32Array.from({ length: rate * seconds }, () => 0.0004 * random());
  for (const time of times) {
    const start = Math.round(time * rate);
    const w = 2 * Math.PI * 1200 / rate;
    const radius = Math.exp(-Math.PI * 900 / rate);
    let first = 0;
    let second = 0;
    for (let i = 0; i < 0.25 * rate; i += 1) {
      const t = i / rate;
      const source = random() * (Math.exp(-t / 0.004) + 0.02 * Math.exp(-t / 0.05));
      const y = source + 2 * radius * Math.cos(w) * first - radius * radius * second;
      second = first;
      first = y;
      samples[start + i]! += 0.06 * (y + 0.4 * source);
    }
  }
  return samples;
}

function processed(processor: ClapProcessor, samples: Float32Array, block: number): ClapMessage[] {
  const messages: ClapMessage[] = [];
  for (let start = 0; start < samples.length; start += block) {
    processor.process(samples.subarray(start, start + block), (message) => messages.push(message));
  }
  return messages;
}

Deno.test("the worklet's processor reports claps at their times, whatever the size of the blocks", async () => {
  const wasm = await bytes();
  const times = [0.8, 1.7, 2.9];
  for (const rate of [16000, 48000]) {
    const samples = clapping(rate, 4, times);
    let first = "";
    for (const block of [128, 480, 9000]) {
      const processor = new ClapProcessor({ core: wasm, sensitivity: 0.5 }, rate);
      const claps = processed(processor, samples, block);
      strictEqual(claps.length, times.length);
      claps.forEach((clap, i) => {
        ok(Math.abs(clap.time - times[i]!) < 0.03, `${clap.time}`);
        ok(clap.strength > 0 && clap.strength <= 1);
      });
      first ||= JSON.stringify(claps);
      strictEqual(JSON.stringify(claps), first);
      processor.dispose();
      strictEqual(processed(processor, samples, block).length, 0);
    }
  }
});

Deno.test("the worklet's processor ignores steady noise and numbers that are none", async () => {
  const processor = new ClapProcessor({ core: await bytes(), sensitivity: 1 }, 48000);
  const random = noise();
  strictEqual(processed(processor, Float32Array.from({ length: 96000 }, () => 0.2 * random()), 128).length, 0);
  strictEqual(processed(processor, new Float32Array(48000).fill(NaN), 128).length, 0);
  const wild = Float32Array.from({ length: 9600 }, (_, i) => [Infinity, -1e30, NaN, 0][i % 4]!);
  strictEqual(processed(processor, wild, 128).length, 0);
});

Deno.test("a sample rate that is not supported is an error", async () => {
  const wasm = await bytes();
  let message = "";
  try {
    new ClapProcessor({ core: wasm, sensitivity: 0.5 }, 4000);
  } catch (error) {
    message = String(error);
  }
  ok(message.includes("4000 Hz"), message);
});

function shapes(values: Partial<BlendShapes> = {}): BlendShapes {
  return { ...Object.fromEntries(blendShapeNames.map((name) => [name, 0.05])), ...values } as BlendShapes;
}

Deno.test("a smile is one event until the face was relaxed, and a calibration is applied and stored", async () => {
  const face = new FaceDetector(await core(), 0.5);
  let time = 0;
  const hold = (values: Partial<BlendShapes>, seconds: number): string[] => {
    const found: string[] = [];
    for (let i = 0; i < seconds * 30; i += 1) found.push(...face.update(shapes(values), time += 1 / 30));
    return found;
  };
  const smile = { mouthSmileLeft: 0.7, mouthSmileRight: 0.7 };
  deepStrictEqual(hold({}, 1), []);
  deepStrictEqual(hold(smile, 3), ["smile"]);
  deepStrictEqual(hold({}, 1), []);
  deepStrictEqual(hold(smile, 1), ["smile"]);
  hold({}, 1);
  // A person whose smile is small.
  const small = { mouthSmileLeft: 0.3, mouthSmileRight: 0.3 };
  deepStrictEqual(hold(small, 1), []);
  hold({}, 1);
  face.beginCalibration();
  strictEqual(face.endCalibration(), false);
  for (let i = 0; i < 60; i += 1) face.addToCalibration(shapes(), "neutral");
  for (let i = 0; i < 60; i += 1) face.addToCalibration(shapes(small), "expressive");
  strictEqual(face.endCalibration(), true);
  deepStrictEqual(hold(small, 1), ["smile"]);
  const stored = face.calibration;
  ok(Math.abs(stored[0]! - 0.05) < 0.011 && Math.abs(stored[4]! - 0.25) < 0.011, `${stored}`);
  face.calibration = [...stored];
  deepStrictEqual([...face.calibration], [...stored]);
  face.dispose();
  deepStrictEqual(face.update(shapes(smile), time + 1), []);
});

Deno.test("shaking and waving are events of gestures", async () => {
  const exports = await core();
  const target = new EventTarget();
  const source = new GestureSource(() => exports, target, () => true);
  const found: string[] = [];
  await source.start(0.5, (trigger) => found.push(trigger));
  for (let i = 0; i < 90; i += 1) {
    const event = new Event("devicemotion");
    const x = 25 * Math.sin(i / 60 * 2 * Math.PI * 4);
    Object.defineProperty(event, "acceleration", { value: { x, y: 0, z: 0 } });
    Object.defineProperty(event, "timeStamp", { value: i * 1000 / 60 });
    target.dispatchEvent(event);
  }
  deepStrictEqual(found, ["shake"]);
  for (let i = 0; i < 90; i += 1) {
    source.addHand("right", [0.12 * Math.sin(i / 30 * 2 * Math.PI * 1.5), 1.2, -0.4], i / 30);
  }
  deepStrictEqual(found, ["shake", "wave"]);
  source.stop();
  source.addHand("right", [1, 1, 1], 99);
  strictEqual(found.length, 2);
});

Deno.test("the usual responses come from the core, and valid choices replace them", async () => {
  const mapping = standardMapping(await core());
  deepStrictEqual(mapping.smile, { action: null, effect: 4, reaction: null });
  deepStrictEqual(mapping.clap, { action: 3, effect: 3, reaction: null });
  deepStrictEqual(mapping.blink, { action: 2, effect: null, reaction: null });
  const chosen = withChoices(mapping, { smile: { effect: 1, action: 99, reaction: "x" }, other: {}, clap: 3 });
  deepStrictEqual(chosen.smile, { action: null, effect: 1, reaction: null });
  deepStrictEqual(chosen.clap, mapping.clap);
  deepStrictEqual(withChoices(mapping, null), mapping);
});

/** A source whose permission is answered by the test. */
class FakeSource implements TriggerSource {
  running = false;
  sensitivity = 0;
  answer: (error?: Error) => void = (): void => {};
  report: (trigger: "clap", strength: number) => void = (): void => {};

  constructor(private readonly reason: string | null = null) {}
  problem(): string | null {
    return this.reason;
  }
  start(sensitivity: number, report: (trigger: "clap", strength: number) => void): Promise<void> {
    this.sensitivity = sensitivity;
    this.report = report;
    return new Promise((resolve, reject) => {
      this.answer = (error): void => {
        this.running = !error;
        if (error) reject(error);
        else resolve();
      };
    });
  }
  stop(): void {
    this.running = false;
  }
  setSensitivity(value: number): void {
    this.sensitivity = value;
  }
}

function controller(clap: FakeSource): TriggerController {
  return new TriggerController({ clap, gesture: new FakeSource("no sensors"), face: new FaceSource(() => never()) });
}

function never(): never {
  throw new Error("not used");
}

Deno.test("all triggers are off until they are enabled; what is unavailable says why", async () => {
  const clap = new FakeSource();
  const control = controller(clap);
  const events: TriggerEvent[] = [];
  control.onTrigger((event) => events.push(event));
  strictEqual(control.state("clap").peek().status, "off");
  deepStrictEqual(control.state("gesture").peek(), { status: "unavailable", reason: "no sensors" });
  deepStrictEqual(control.state("face").peek(), { status: "unavailable", reason: problems.noFace });
  control.setSensitivity("clap", 7);
  const enabled = control.enable("clap");
  strictEqual(control.state("clap").peek().status, "asking");
  strictEqual(clap.sensitivity, 1);
  clap.answer();
  strictEqual((await enabled).status, "on");
  clap.report("clap", 0.5);
  control.disable("clap");
  clap.report("clap", 0.5);
  strictEqual(events.length, 1);
  strictEqual(events[0]!.trigger, "clap");
  strictEqual(control.state("clap").peek().status, "off");
  strictEqual(clap.running, false);
});

Deno.test("a refused permission and a late answer leave a trigger off", async () => {
  const clap = new FakeSource();
  const control = controller(clap);
  const refused = control.enable("clap");
  clap.answer(microphoneError(new DOMException("no", "NotAllowedError")));
  deepStrictEqual(await refused, { status: "denied", reason: problems.microphoneDenied });
  const late = control.enable("clap");
  control.disable("clap");
  clap.answer();
  strictEqual((await late).status, "off");
  const refusedAgain = control.enable("clap");
  clap.answer(microphoneError(new DOMException("no", "NotAllowedError")));
  await refusedAgain;
  control.disable("clap");
  deepStrictEqual(control.state("clap").peek(), { status: "denied", reason: problems.microphoneDenied }); // stays
  strictEqual((await control.enable("face")).status, "unavailable");
  control.interrupted("clap", new TriggerError("failed", problems.interrupted));
  deepStrictEqual(control.state("clap").peek(), { status: "failed", reason: problems.interrupted });
});

Deno.test("a provider of faces feeds the detector until it is stopped", async () => {
  const exports = await core();
  let sample: (shapes: BlendShapes | null, seconds: number) => void = () => {};
  let running = false;
  const provider: FaceProvider = {
    problem: () => null,
    start: (callback) => {
      sample = callback;
      running = true;
      return Promise.resolve();
    },
    stop: () => void (running = false),
  };
  const source = new FaceSource(() => exports, provider);
  const found: string[] = [];
  await source.start(0.5, (trigger) => found.push(trigger));
  for (let i = 0; i < 30; i += 1) sample(i < 5 ? null : shapes({ jawOpen: 0.8 }), i / 30);
  deepStrictEqual(found, ["mouthOpen"]);
  source.stop();
  strictEqual(running, false);
  sample(shapes({ mouthSmileLeft: 1, mouthSmileRight: 1 }), 9);
  strictEqual(found.length, 1);
  ok(unavailableFaceProvider.problem() === problems.noFace);
});

Deno.test("every trigger and every permission has its text", () => {
  for (const trigger of triggers) ok(triggerNames[trigger].length > 0);
  for (const text of Object.values(permissionTexts)) ok(text.includes("nothing is recorded or sent"), text);
});
