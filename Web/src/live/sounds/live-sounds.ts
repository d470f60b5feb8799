/** The sounds of a live session. */

import { AudioOutput } from "../../feedback/audio-output.ts";
import { Voices } from "../../feedback/voices.ts";
import { effect, type ReadonlySignal } from "../../reactive/signal.ts";
import type { LiveSounds } from "../interfaces.ts";
import { soundDesigns, type SoundName } from "./sound-design.ts";

/** At most so many sounds are heard at the same time. */
export const maxVoices = 10;
/** Seconds. */
const minPause = 0.07;

export interface SoundSettings {
  /** 0 to 1. */
  volume: ReadonlySignal<number>;
  muted: ReadonlySignal<boolean>;
}

export class SynthesizedSounds implements LiveSounds {
  private readonly voices: Voices;

  /** `target`: its first gesture allows sound. */
  constructor(
    settings: SoundSettings,
    target: EventTarget,
    owner: AbortSignal,
    readonly output: AudioOutput = new AudioOutput(),
  ) {
    this.voices = new Voices(output, { maxVoices, minPause });
    effect(() => output.setVolume(settings.volume.value), owner);
    effect(() => output.setEnabled(!settings.muted.value && settings.volume.value > 0), owner);
    output.wakeOnGesture(target, owner);
    owner.addEventListener("abort", () => output.dispose(), { once: true });
  }

  /** The number of sounds that are heard now. */
  get voiceCount(): number {
    return this.voices.count;
  }

  play(sound: SoundName): void {
    this.start(sound);
  }

  /** As `play`; returns the start in the time of the audio context, or null where nothing is played. */
  start(sound: SoundName): number | null {
    return this.voices.play(sound, soundDesigns[sound]);
  }
}
