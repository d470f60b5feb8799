import { ok, strictEqual } from "./assert.ts";
import { AudioOutput } from "../src/feedback/audio-output.ts";
import { minAttack, soundSeconds } from "../src/feedback/sound.ts";
import { Vibration } from "../src/feedback/vibration.ts";
import { Voices } from "../src/feedback/voices.ts";
import { type HapticEvent, hapticPatterns, LiveHaptics } from "../src/live/haptics.ts";
import { soundDesigns, soundNames } from "../src/live/sounds/sound-design.ts";
import { signal } from "../src/reactive/signal.ts";
import { choiceFormat, numberFormat, storedSetting, switchFormat } from "../src/ui/stored-setting.ts";
import { memoryStore } from "./memory-store.ts";

Deno.test("every event of a session has a sound that is short, starts at once and rises without a click", () => {
  strictEqual(soundNames.length, 12);
  for (const name of soundNames) {
    const { tones, noises } = soundDesigns[name];
    const parts = [...tones, ...noises];
    const seconds = soundSeconds(soundDesigns[name]);
    ok(seconds > 0.2 && seconds < 2.2, `${name} takes ${seconds} s`);
    ok(parts.some((part) => part.at === 0), `${name} starts late`);
    for (const part of parts) {
      ok(part.attack >= minAttack && part.gain > 0 && part.gain <= 0.4 && part.at >= 0, name);
      ok(part.from > 30 && part.from < 16_000 && part.to > 30 && part.to < 16_000, name);
    }
  }
});

Deno.test("without a gesture nothing is played, and nothing fails", () => {
  const output = new AudioOutput();
  output.setVolume(0.5);
  output.setEnabled(false);
  output.wake(); // Deno has no WebAudio
  const voices = new Voices(output, { maxVoices: 2, minPause: 0 });
  strictEqual(voices.play("spawn", soundDesigns.spawn), null);
  strictEqual(voices.count, 0);
  voices.stop();
  output.dispose();
});

Deno.test("each event has a vibration pattern of its own; none when it is off, or soon after another", () => {
  const patterns: number[][] = [];
  let now = 0;
  const isOn = signal(true);
  const device = { vibrate: (pattern: number[]): boolean => patterns.push(pattern) > 0 };
  const haptics = new LiveHaptics(isOn, new Vibration(device, () => false), () => now);
  const events = Object.keys(hapticPatterns) as HapticEvent[];
  for (const event of events) {
    now += 1000;
    haptics.play(event);
  }
  strictEqual(patterns.length, 13);
  strictEqual(new Set(patterns.map((pattern) => pattern.join())).size, 13);
  for (const pattern of patterns) ok(pattern.length % 2 === 1 && pattern.reduce((a, b) => a + b) <= 250);
  now += 100;
  haptics.play("spawn");
  strictEqual(patterns.length, 13);
  now += 1000;
  isOn.value = false;
  haptics.play("spawn");
  strictEqual(patterns.length, 13);
});

Deno.test("a device without vibration, reduced motion and a page without a gesture are told apart", () => {
  ok(new Vibration({}, () => false).unavailable?.includes("browser") === true);
  let count = 0;
  const vibrate = (): boolean => (count += 1) > 0;
  const still = new Vibration({ vibrate }, () => true);
  ok(still.unavailable?.includes("reduced motion") === true);
  strictEqual(still.vibrate([10]), false);
  const untouched = new Vibration({ vibrate, userActivation: { hasBeenActive: false } }, () => false);
  strictEqual(untouched.unavailable, null);
  strictEqual(untouched.vibrate([10]), false);
  strictEqual(count, 0);
});

Deno.test("a setting is stored, and a stored text that is no value is ignored", () => {
  const store = memoryStore({ volume: "2", muted: "maybe", size: "large" });
  const volume = storedSetting("volume", numberFormat({ min: 0, max: 1, initial: 0.5 }), store);
  strictEqual(volume.peek(), 1);
  volume.set(0.25);
  strictEqual(store.getItem("volume"), "0.25");
  const muted = storedSetting("muted", switchFormat(true), store);
  strictEqual(muted.peek(), true);
  strictEqual(store.getItem("muted"), "maybe"); // nothing was chosen
  const size = storedSetting("size", choiceFormat(["small", "large"], "small"), store);
  strictEqual(size.peek(), "large");
  const blocked = {
    getItem: (): string => {
      throw new Error("blocked");
    },
    setItem: (): void => {
      throw new Error("blocked");
    },
    removeItem: (): void => {},
  };
  const kept = storedSetting("muted", switchFormat(false), blocked);
  kept.set(true);
  strictEqual(kept.peek(), true); // for this visit
});
