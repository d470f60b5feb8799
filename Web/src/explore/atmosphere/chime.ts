/** A soft chime when a memory is found, made of a few sine waves. */

import type { AudioOutput } from "../../feedback/audio-output.ts";
import type { Sound } from "../../feedback/sound.ts";
import { Voices } from "../../feedback/voices.ts";
import { type Mood, moodIndex } from "../../ui/moods.ts";

/** Notes of a pentatonic scale, so that any two sound well together; the last is of memories without a mood. Hertz. */
const roots = [659.26, 440, 587.33, 493.88, 392, 523.25, 440];

/** The note of a mood in hertz. */
export function moodFrequency(mood: Mood | null): number {
  const index = moodIndex(mood);
  return roots[index < 0 ? roots.length - 1 : index] ?? 440;
}

const loudness = 0.09;
/** Frequency as a multiple of the root, gain as a part of the chime's, seconds. Higher ones are weaker and fade sooner. */
const partials = [[1, 1, 1.6], [2, 0.28, 1.1], [2.76, 0.14, 0.7], [5.4, 0.05, 0.35]] as const;

/** The partials of a small bell. */
export function chime(mood: Mood | null): Sound {
  const root = moodFrequency(mood);
  const tones = partials.map(([ratio, gain, seconds]) => {
    const frequency = root * ratio;
    return {
      wave: "sine" as const,
      ...{ at: 0, from: frequency, to: frequency, seconds, gain: loudness * gain, attack: 0.012 },
    };
  });
  return { tones, noises: [] };
}

export class Chime {
  private readonly voices: Voices;

  constructor(output: AudioOutput) {
    this.voices = new Voices(output, { maxVoices: 6, minPause: 0.18 });
  }

  play(mood: Mood | null): void {
    this.voices.play("chime", chime(mood));
  }
}
