/**
 * Background sound near a memory that the visitor hasn't found yet: a quiet chord on the note of its mood, which grows with
 * nearness. When the memory is found, or the visitor walks away, it fades, slowly or fast by the mood.
 */

import type { AudioOutput } from "../../feedback/audio-output.ts";
import type { Mood } from "../../ui/moods.ts";
import { moodFrequency } from "./chime.ts";

/** Metres within which an undiscovered memory is heard. */
export const ambienceRange = 4.5;
/** Within this distance, in metres, it doesn't get louder. */
const fullRange = 1;
const loudness = 0.05;
/** Seconds for about two thirds of the way to another loudness. */
const growSeconds = 0.5;

const fades: Readonly<Record<Mood, number>> = {
  joy: 0.7,
  calm: 1.6,
  wonder: 1.2,
  longing: 1.6,
  sorrow: 2,
  courage: 0.7,
};

/** Seconds for about two thirds of the fading of a mood's sound. */
export function fadeSeconds(mood: Mood | null): number {
  return mood === null ? 1 : fades[mood];
}

/** 0 out of reach to 1 beside the memory. */
export function presence(distance: number): number {
  const nearness = (ambienceRange - distance) / (ambienceRange - fullRange);
  const t = Math.min(1, Math.max(0, nearness));
  return t * t * (3 - 2 * t);
}

/** An undiscovered memory near the avatar. */
export interface NearMemory {
  mood: Mood | null;
  /** Metres. */
  distance: number;
}

export class Ambience {
  private chord: Chord | null = null;

  constructor(private readonly output: AudioOutput) {}

  /** The loudness that the chord grows or fades to, 0 to 1. */
  get level(): number {
    return this.chord?.level ?? 0;
  }

  /** The nearest undiscovered memory; null: none is in reach, or the sound is off. */
  update(near: NearMemory | null): void {
    const { context, input, isRunning } = this.output;
    const level = near && isRunning ? presence(near.distance) : 0;
    if (this.chord && (level === 0 || this.chord.mood !== near?.mood)) {
      this.chord.end();
      this.chord = null;
    }
    if (level === 0 || !near || !context || !input) return;
    this.chord ??= new Chord(context, input, near.mood);
    this.chord.setLevel(level);
  }
}

/** Root, fifth and octave below the chime's note, through a low-pass filter, breathing slowly. */
class Chord {
  level = 0;
  private readonly gain: GainNode;
  private readonly waves: OscillatorNode[];

  constructor(private readonly context: AudioContext, output: AudioNode, readonly mood: Mood | null) {
    const root = moodFrequency(mood) / 4;
    const filter = context.createBiquadFilter();
    const swell = context.createGain();
    const breath = context.createOscillator();
    const breathDepth = context.createGain();
    this.gain = context.createGain();
    this.gain.gain.value = 0;
    filter.type = "lowpass";
    filter.frequency.value = 4 * root;
    swell.gain.value = 0.8;
    breath.frequency.value = 0.16;
    breathDepth.gain.value = 0.2;
    breath.connect(breathDepth).connect(swell.gain);
    this.waves = ([[1, "triangle", 1], [1.4983, "sine", 0.5], [2.004, "sine", 0.4]] as const).map(
      ([ratio, type, part]) => {
        const wave = context.createOscillator();
        const level = context.createGain();
        wave.type = type;
        wave.frequency.value = root * ratio;
        level.gain.value = part;
        wave.connect(level).connect(filter);
        return wave;
      },
    );
    this.waves.push(breath);
    filter.connect(swell).connect(this.gain).connect(output);
    for (const wave of this.waves) wave.start();
  }

  setLevel(level: number): void {
    if (Math.abs(level - this.level) < 0.01) return;
    this.level = level;
    this.approach(loudness * level * level, growSeconds);
  }

  /** Fades out and frees the chord. */
  end(): void {
    const seconds = fadeSeconds(this.mood);
    this.level = 0;
    this.approach(0, seconds);
    const [first] = this.waves;
    if (first) first.onended = (): void => this.gain.disconnect();
    for (const wave of this.waves) wave.stop(this.context.currentTime + 8 * seconds);
  }

  private approach(gain: number, seconds: number): void {
    this.gain.gain.cancelScheduledValues(this.context.currentTime);
    this.gain.gain.setTargetAtTime(gain, this.context.currentTime, seconds);
  }
}
