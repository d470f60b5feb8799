/** Plays sounds on an output, a limited number at the same time: the oldest fades out for a new one. */

import type { AudioOutput } from "./audio-output.ts";
import { type PlayingSound, playSound, type Sound } from "./sound.ts";

export class Voices {
  private playing: PlayingSound[] = [];
  private readonly lastStarts = new Map<string, number>();

  /** `minPause`: seconds between two starts of sounds with the same name, so that they don't add up. */
  constructor(
    private readonly output: AudioOutput,
    private readonly limits: { maxVoices: number; minPause: number },
  ) {}

  /** The number of sounds that are heard now. */
  get count(): number {
    const now = this.output.context?.currentTime ?? 0;
    return this.playing.filter((sound) => sound.endsAt > now).length;
  }

  /** Starts a sound now; returns its start in the context's time, or null where it isn't played. */
  play(name: string, sound: Sound): number | null {
    const { context, input, isRunning } = this.output;
    if (!context || !input || !isRunning) return null;
    const now = context.currentTime;
    if (now - (this.lastStarts.get(name) ?? -Infinity) < this.limits.minPause) return null;
    this.lastStarts.set(name, now);
    this.playing = this.playing.filter((each) => each.endsAt > now);
    while (this.playing.length >= this.limits.maxVoices) this.playing.shift()?.stop();
    this.playing.push(playSound(context, input, sound, now));
    return now;
  }

  /** Fades all sounds out. */
  stop(): void {
    for (const sound of this.playing) sound.stop();
    this.playing = [];
  }
}
