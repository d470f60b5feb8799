/** The sounds of live sessions as the browser tests measure them. */

import { makeLimiter } from "../../src/feedback/audio-output.ts";
import { playSound, soundSeconds } from "../../src/feedback/sound.ts";
import { SynthesizedSounds } from "../../src/live/sounds/live-sounds.ts";
import { soundDesigns, type SoundName, soundNames } from "../../src/live/sounds/sound-design.ts";
import { signal } from "../../src/reactive/signal.ts";

/** Milliseconds from the call to the first sample that is not silent. */
export interface Onset {
  sound: SoundName;
  /** By the time of the audio context when `play` was called. */
  inContext: number;
  /** By the sample that the device played when `play` was called: with the latency of the output. */
  heard: number;
}

export interface Waveform {
  sound: SoundName;
  seconds: number;
  peak: number;
  /** Of the amplitude; loudness, roughly. */
  rms: number;
  /** The greatest amplitude in the first and in the last tenth of a millisecond. */
  first: number;
  last: number;
  /** The greatest step between two samples, as a part of the greatest that a sine of 8 kHz with the same peak has. */
  step: number;
}

export class LiveSound {
  readonly volume = signal(0.7);
  readonly muted = signal(false);
  readonly names = soundNames;
  private readonly owner = new AbortController();
  readonly sounds = new SynthesizedSounds(this, document, this.owner.signal);

  get state(): string {
    return this.sounds.output.context?.state ?? "none";
  }

  /** Plays each sound in silence and measures when it begins. `probe` is the address of the audio worklet. */
  async onsets(probe: string): Promise<Onset[]> {
    const { context, end } = this.sounds.output;
    if (!context || !end) throw new Error("the output isn't awake");
    await context.audioWorklet.addModule(probe);
    const found: Onset[] = [];
    for (const sound of soundNames) {
      const node = new AudioWorkletNode(context, "onset", { numberOfOutputs: 0 });
      const onset = new Promise<number>((resolve) => node.port.onmessage = ({ data }) => resolve(data as number));
      end.connect(node);
      await new Promise((resolve) => setTimeout(resolve, 60)); // the probe is part of the graph
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
      const called = context.currentTime;
      const played = contextTime + (performance.now() - performanceTime) / 1000;
      this.sounds.play(sound);
      const begins = await onset;
      found.push({ sound, inContext: 1000 * (begins - called), heard: 1000 * (begins - played) });
      end.disconnect(node);
      const rest = soundSeconds(soundDesigns[sound]);
      await new Promise((resolve) => setTimeout(resolve, 1000 * rest + 50));
    }
    return found;
  }

  /** Renders each sound without a device. */
  async waveforms(): Promise<Waveform[]> {
    const found: Waveform[] = [];
    for (const sound of soundNames) {
      const samples = await render(soundSeconds(soundDesigns[sound]) + 0.1, (context, output) => {
        playSound(context, output, soundDesigns[sound], 0);
      });
      found.push({ sound, ...measured(samples) });
    }
    return found;
  }

  /** A sound that is stopped early: the greatest step between two samples, as in `Waveform`. */
  async stopped(sound: SoundName): Promise<{ step: number; tail: number }> {
    const samples = await render(0.6, (context, output) => {
      const playing = playSound(context, output, soundDesigns[sound], 0);
      void context.suspend(0.2).then(() => {
        playing.stop();
        void context.resume();
      });
    });
    const tail = samples.subarray(Math.round(0.3 * rate)).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return { step: measured(samples).step, tail };
  }

  dispose(): void {
    this.owner.abort();
  }
}

const rate = 48_000;

async function render(
  seconds: number,
  play: (context: OfflineAudioContext, output: AudioNode) => void,
): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, Math.ceil(seconds * rate), rate);
  const limiter = makeLimiter(context);
  limiter.connect(context.destination);
  play(context, limiter);
  return (await context.startRendering()).getChannelData(0);
}

function measured(samples: Float32Array): Omit<Waveform, "sound"> {
  let [peak, sum, step] = [0, 0, 0];
  for (let i = 0; i < samples.length; i += 1) {
    peak = Math.max(peak, Math.abs(samples[i]!));
    sum += samples[i]! ** 2;
    if (i > 0) step = Math.max(step, Math.abs(samples[i]! - samples[i - 1]!));
  }
  const edge = Math.round(rate / 10_000);
  const most = (part: Float32Array): number => part.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  return {
    seconds: samples.length / rate,
    peak,
    rms: Math.sqrt(sum / samples.length),
    first: most(samples.subarray(0, edge)),
    last: most(samples.subarray(-edge)),
    step: step / (2 * peak * Math.sin(Math.PI * 8000 / rate)),
  };
}
