/**
 * A soft chime when a memory is found, made of a few sine waves. It is off until the visitor switches it on, and the
 * choice is stored. Browsers allow no sound before a press or a key; the context is made then.
 */

import { browserStorage, type KeyValueStore } from "../../ui/browser-storage.ts";
import { type Mood, moodIndex } from "../../ui/moods.ts";

const key = "diorama.sound";

export interface Overtone {
  frequency: number;
  /** Of the complete chime. */
  gain: number;
  /** Seconds until it has faded. */
  seconds: number;
}

/** Notes of a pentatonic scale, so that any two sound well together; the last is of memories without a mood. Hertz. */
const roots = [659.26, 440, 587.33, 493.88, 392, 523.25, 440];

/** The partials of a small bell. Higher ones are weaker and fade sooner. */
export function chime(mood: Mood | null): Overtone[] {
  const index = moodIndex(mood);
  const root = roots[index < 0 ? roots.length - 1 : index] ?? 440;
  return [[1, 1, 1.6], [2, 0.28, 1.1], [2.76, 0.14, 0.7], [5.4, 0.05, 0.35]].map((
    [ratio = 1, gain = 1, seconds = 1],
  ) => ({
    frequency: root * ratio,
    gain,
    seconds,
  }));
}

const loudness = 0.09;
/** Seconds between two chimes, so that they don't add up. */
const minPause = 0.18;

export class Chime {
  private context: AudioContext | null = null;
  private last = -1;

  constructor(private readonly store: KeyValueStore | null = browserStorage()) {}

  get on(): boolean {
    try {
      return this.store?.getItem(key) === "on";
    } catch {
      return false;
    }
  }

  /** Called from a press, so that the browser allows sound. */
  set(on: boolean): void {
    try {
      this.store?.setItem(key, on ? "on" : "off");
    } catch {
      // Kept for this visit only.
    }
    if (on) this.wake();
    else void this.context?.suspend();
  }

  /** After the visitor's first press or key: sound may be made from now on. */
  wake(): void {
    if (!this.on || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume();
  }

  play(mood: Mood | null): void {
    const context = this.context;
    if (!this.on || !context || context.state !== "running") return;
    const now = context.currentTime;
    if (now - this.last < minPause) return;
    this.last = now;
    const out = context.createGain();
    out.gain.value = loudness;
    out.connect(context.destination);
    for (const partial of chime(mood)) {
      const wave = context.createOscillator();
      const level = context.createGain();
      wave.frequency.value = partial.frequency;
      level.gain.setValueAtTime(0, now);
      level.gain.linearRampToValueAtTime(partial.gain, now + 0.012);
      level.gain.exponentialRampToValueAtTime(0.0001, now + partial.seconds);
      wave.connect(level).connect(out);
      wave.start(now);
      wave.stop(now + partial.seconds + 0.05);
    }
  }

  dispose(): void {
    void this.context?.close();
    this.context = null;
  }
}
