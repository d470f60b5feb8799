/** The numbers of the five effects, and how many particles an effect has. How each looks and moves is in style-shaders.ts. */

import type { LiveEffect } from "../interfaces.ts";

export type EffectStyle = LiveEffect["style"];

export const effectStyles: readonly EffectStyle[] = ["sparkles", "snow", "bubbles", "confetti", "hearts"];

export type EffectDensity = "off" | "low" | "normal" | "high";

export const effectDensities: readonly EffectDensity[] = ["off", "low", "normal", "high"];

export interface StyleParameters {
  /** Particles at normal density. */
  count: number;
  /** About how many seconds a particle is shown; shorter in an effect that is shorter. */
  life: number;
  /** The first particles appear within this many seconds. */
  spread: number;
  /** Of the sphere around `center` that no particle leaves, in metres. */
  radius: number;
  /** The middle of that sphere above the effect's position. */
  center: number;
}

export const styleParameters: Readonly<Record<EffectStyle, StyleParameters>> = {
  sparkles: { count: 110, life: 1.5, spread: 1.5, radius: 1.5, center: 0.5 },
  snow: { count: 150, life: 4.2, spread: 4.2, radius: 2.2, center: 0.9 },
  bubbles: { count: 34, life: 3.4, spread: 2.6, radius: 2.2, center: 0.9 },
  confetti: { count: 150, life: 3.4, spread: 0.35, radius: 3.6, center: 0.6 },
  hearts: { count: 30, life: 2.8, spread: 2.4, radius: 2, center: 0.9 },
};

const densityFactors: Readonly<Record<EffectDensity, number>> = { off: 0, low: 0.4, normal: 1, high: 1.8 };
/** With reduced motion fewer particles are shown, which don't move. */
const stillFactor = 0.45;

/** The number of particles. Those of a lower density are also among those of a higher one. */
export function particleCount(style: EffectStyle, density: EffectDensity, isStill = false): number {
  return Math.round(styleParameters[style].count * densityFactors[density] * (isStill ? stillFactor : 1));
}

/** When the particles of an effect appear, in seconds. */
export interface Timing {
  /** The first particles appear within this time. */
  spread: number;
  /** Each is shown for this long and then starts again, until the effect ends. */
  life: number;
  /** The speed of its motion: below 1 where it is shown for longer than usual. */
  pace: number;
}

/** Whole lives fit into the effect's duration, so that it has something to show until its end, and no particle outlives it. */
export function effectTiming(style: EffectStyle, durationSeconds: number): Timing {
  const usual = styleParameters[style];
  const duration = Math.max(0.1, durationSeconds);
  const spread = Math.max(0, Math.min(usual.spread, duration - usual.life));
  const lives = Math.max(1, Math.round((duration - spread) / usual.life));
  const life = (duration - spread) / lives;
  return { spread, life, pace: Math.min(1, usual.life / life) };
}

/** The seed of an effect's particles: the same for everyone who gets the same id (FNV-1a over UTF-16 code units). */
export function seedOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
  return (hash ^ hash >>> 13) >>> 0;
}

/** The opacity of an effect that stands still: it fades in, rests, and fades out. */
export function stillOpacity(age: number, durationSeconds: number): number {
  const fade = Math.min(0.8, durationSeconds / 2);
  const ramp = (t: number): number => {
    const x = Math.min(1, Math.max(0, t));
    return x * x * (3 - 2 * x);
  };
  return ramp(age / fade) * ramp((durationSeconds - age) / fade);
}
