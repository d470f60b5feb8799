/** What each event of a live session sounds like. Short, soft, and in one key (D major pentatonic), so that sounds of several people fit together. */

import type { NoiseBurst, Sound, Tone } from "../../feedback/sound.ts";
import type { LiveSounds } from "../interfaces.ts";

export type SoundName = Parameters<LiveSounds["play"]>[0];

/** Hertz. */
const note = {
  a3: 220,
  d4: 293.66,
  fSharp4: 369.99,
  a4: 440,
  b4: 493.88,
  d5: 587.33,
  e5: 659.26,
  fSharp5: 739.99,
  a5: 880,
  b5: 987.77,
  d6: 1174.66,
  e6: 1318.51,
  fSharp6: 1479.98,
  a6: 1760,
  d7: 2349.32,
} as const;

function tone(at: number, frequency: number, seconds: number, gain: number, more: Partial<Tone> = {}): Tone {
  return { wave: "sine", at, from: frequency, to: frequency, seconds, gain, attack: 0.008, ...more };
}

/** A tone with the second and third partials of a small bell. */
function bell(at: number, frequency: number, seconds: number, gain: number): Tone[] {
  return [
    tone(at, frequency, seconds, gain),
    tone(at, 2.76 * frequency, 0.55 * seconds, 0.22 * gain, { attack: 0.005 }),
    tone(at, 5.4 * frequency, 0.25 * seconds, 0.08 * gain, { attack: 0.004 }),
  ];
}

function noise(at: number, seconds: number, gain: number, more: Partial<NoiseBurst>): NoiseBurst {
  return { at, seconds, gain, attack: 0.01, filter: "bandpass", from: 1000, to: 1000, quality: 1, ...more };
}

export const soundDesigns: Readonly<Record<SoundName, Sound>> = {
  // A soft pop, and two notes upwards.
  spawn: {
    tones: [
      tone(0, note.d4, 0.16, 0.28, { to: note.d5 }),
      ...bell(0.09, note.a5, 0.45, 0.14),
      ...bell(0.18, note.d6, 0.6, 0.13),
    ],
    noises: [],
  },
  // The same downwards.
  remove: {
    tones: [...bell(0, note.a5, 0.3, 0.1), tone(0.07, note.d5, 0.26, 0.24, { to: note.a3 })],
    noises: [],
  },
  join: {
    tones: [...bell(0, note.d5, 0.6, 0.15), ...bell(0.12, note.fSharp5, 0.6, 0.13), ...bell(0.24, note.a5, 0.9, 0.14)],
    noises: [],
  },
  leave: {
    tones: [...bell(0, note.a5, 0.5, 0.1), ...bell(0.14, note.d5, 0.8, 0.12)],
    noises: [],
  },
  action: {
    tones: [
      tone(0, note.d5, 0.14, 0.16, { wave: "triangle" }),
      tone(0.09, note.e5, 0.14, 0.15, { wave: "triangle" }),
      tone(0.18, note.b5, 0.32, 0.14, { wave: "triangle" }),
    ],
    noises: [],
  },
  // Fine bells that run upwards over a breath of high noise.
  sparkles: {
    tones: [note.d6, note.fSharp6, note.a6, note.e6, note.d7, note.a6, note.d7].flatMap((frequency, i) =>
      bell(0.055 * i, frequency, 0.5 + 0.05 * i, 0.075 - 0.006 * i)
    ),
    noises: [noise(0, 0.7, 0.02, { filter: "highpass", from: 5200, to: 8200, attack: 0.2 })],
  },
  // Slow glassy tones in wind.
  snow: {
    tones: [
      tone(0, note.b5, 1.5, 0.07, { attack: 0.09 }),
      tone(0.28, note.fSharp6, 1.4, 0.05, { attack: 0.09 }),
      tone(0.55, note.d6, 1.4, 0.06, { attack: 0.09 }),
    ],
    noises: [noise(0, 1.8, 0.035, { from: 900, to: 480, quality: 0.7, attack: 0.5 })],
  },
  // Each bubble is a tone that slides up.
  bubbles: {
    tones: [0, 0.1, 0.17, 0.3, 0.38, 0.52].map((at, i) => {
      const from = [380, 520, 440, 640, 560, 760][i]!;
      return tone(at, from, 0.12, 0.17 - 0.012 * i, { to: 2.1 * from, attack: 0.012 });
    }),
    noises: [],
  },
  // A paper popper, and a short fanfare.
  confetti: {
    tones: [
      tone(0, 170, 0.14, 0.3, { to: 70, attack: 0.004 }),
      ...[note.d5, note.fSharp5, note.a5, note.d6].flatMap((frequency, i) =>
        bell(0.08 + 0.07 * i, frequency, 0.5, 0.1)
      ),
    ],
    noises: [
      noise(0, 0.22, 0.22, { from: 2400, to: 900, quality: 0.6, attack: 0.004 }),
      noise(0.1, 0.9, 0.022, { filter: "highpass", from: 4200, to: 6800, attack: 0.12 }),
    ],
  },
  // Two heartbeats under a third.
  hearts: {
    tones: [
      tone(0, 82, 0.2, 0.34, { to: 58, attack: 0.014 }),
      tone(0.2, 74, 0.24, 0.28, { to: 52, attack: 0.014 }),
      tone(0.06, note.fSharp5, 0.9, 0.08, { attack: 0.04 }),
      tone(0.2, note.a5, 1.0, 0.08, { attack: 0.04 }),
    ],
    noises: [],
  },
  reaction: {
    tones: [tone(0, note.a5, 0.11, 0.16, { to: note.d6, attack: 0.006 }), ...bell(0.07, note.fSharp6, 0.28, 0.08)],
    noises: [],
  },
  // Hide-and-seek: a companion, or a memory, is found.
  found: {
    tones: [
      ...bell(0, note.d5, 0.5, 0.13),
      ...bell(0.1, note.a5, 0.5, 0.13),
      ...bell(0.2, note.d6, 0.7, 0.13),
      ...bell(0.32, note.fSharp6, 1.1, 0.11),
    ],
    noises: [],
  },
};

export const soundNames = Object.keys(soundDesigns) as SoundName[];
