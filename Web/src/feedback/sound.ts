/** Synthesized sounds: tones and filtered noise with envelopes that start and end at zero, so that nothing clicks. */

export interface Tone {
  wave: "sine" | "triangle";
  /** Seconds after the sound's start. */
  at: number;
  /** Hertz at the start and at the end; equal for a steady tone. */
  from: number;
  to: number;
  seconds: number;
  gain: number;
  /** Seconds until the full gain. */
  attack: number;
}

export interface NoiseBurst {
  at: number;
  seconds: number;
  gain: number;
  attack: number;
  filter: "bandpass" | "highpass" | "lowpass";
  /** The filter's frequency at the start and at the end, in hertz. */
  from: number;
  to: number;
  quality: number;
}

export interface Sound {
  tones: readonly Tone[];
  noises: readonly NoiseBurst[];
}

/** Seconds from the full amplitude to silence when a sound is stopped early. */
export const stopSeconds = 0.04;
/** The shortest attack: a steeper one is heard as a click. */
export const minAttack = 0.004;
const silence = 0.0001;
/** Seconds for the last step from `silence` to zero. */
const tail = 0.01;

export function soundSeconds({ tones, noises }: Sound): number {
  return Math.max(0, ...[...tones, ...noises].map((part) => part.at + part.seconds + tail));
}

/** A sound that is playing. */
export interface PlayingSound {
  /** In the context's time. */
  readonly endsAt: number;
  /** Fades out within `stopSeconds`. */
  stop(): void;
}

/** Plays a sound at the context's time `start`. */
export function playSound(context: BaseAudioContext, output: AudioNode, sound: Sound, start: number): PlayingSound {
  const level = context.createGain();
  level.connect(output);
  const sources = [
    ...sound.tones.map((tone) => playTone(context, level, tone, start)),
    ...sound.noises.map((noise) => playNoise(context, level, noise, start)),
  ];
  let remaining = sources.length;
  for (const source of sources) {
    source.onended = (): void => {
      remaining -= 1;
      if (remaining === 0) level.disconnect();
    };
  }
  return {
    endsAt: start + soundSeconds(sound),
    stop(): void {
      const now = context.currentTime;
      level.gain.setValueAtTime(1, now);
      level.gain.linearRampToValueAtTime(0, now + stopSeconds);
      for (const source of sources) source.stop(now + stopSeconds + tail);
    },
  };
}

function playTone(context: BaseAudioContext, output: AudioNode, tone: Tone, start: number): AudioScheduledSourceNode {
  const wave = context.createOscillator();
  const begin = start + tone.at;
  wave.type = tone.wave;
  wave.frequency.setValueAtTime(tone.from, begin);
  if (tone.to !== tone.from) wave.frequency.exponentialRampToValueAtTime(tone.to, begin + tone.seconds);
  wave.connect(envelope(context, tone, begin)).connect(output);
  wave.start(begin);
  wave.stop(begin + tone.seconds + tail);
  return wave;
}

function playNoise(
  context: BaseAudioContext,
  output: AudioNode,
  noise: NoiseBurst,
  start: number,
): AudioScheduledSourceNode {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const begin = start + noise.at;
  source.buffer = noiseBuffer(context);
  source.loop = true;
  filter.type = noise.filter;
  filter.Q.value = noise.quality;
  filter.frequency.setValueAtTime(noise.from, begin);
  filter.frequency.exponentialRampToValueAtTime(noise.to, begin + noise.seconds);
  source.connect(filter).connect(envelope(context, noise, begin)).connect(output);
  source.start(begin);
  source.stop(begin + noise.seconds + tail);
  return source;
}

/** From zero to the gain, exponentially to almost nothing, and linearly to zero. */
function envelope(
  context: BaseAudioContext,
  part: { gain: number; attack: number; seconds: number },
  begin: number,
): GainNode {
  const node = context.createGain();
  const attack = Math.min(Math.max(minAttack, part.attack), 0.5 * part.seconds);
  node.gain.setValueAtTime(0, begin);
  node.gain.linearRampToValueAtTime(part.gain, begin + attack);
  node.gain.exponentialRampToValueAtTime(silence, begin + part.seconds);
  node.gain.linearRampToValueAtTime(0, begin + part.seconds + tail);
  return node;
}

const noiseBuffers = new WeakMap<BaseAudioContext, AudioBuffer>();

/** Two seconds of white noise, the same in each run (xorshift). */
function noiseBuffer(context: BaseAudioContext): AudioBuffer {
  const known = noiseBuffers.get(context);
  if (known) return known;
  const buffer = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 0x2545f491;
  for (let i = 0; i < samples.length; i += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    samples[i] = state / 0x80000000;
  }
  noiseBuffers.set(context, buffer);
  return buffer;
}
