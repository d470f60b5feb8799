/** The atmosphere: brightness, tint and haze. A memory's mood changes it while the memory is near or open. */

import type { Mood } from "../../ui/moods.ts";

export interface Atmosphere {
  /** The light is multiplied by this, linear red, green, blue. */
  light: readonly [number, number, number];
  /** 1 leaves colours as they are, 0 is grey. */
  saturation: number;
  /** The colour of the haze, linear. It covers what is far from the visitor. */
  haze: readonly [number, number, number];
  /** The opacity of the haze far away. */
  density: number;
  /** Metres from the visitor to where the haze begins. */
  clear: number;
}

/** Without any effect. */
export const plain: Atmosphere = { light: [1, 1, 1], saturation: 1, haze: [0, 0, 0], density: 0, clear: 6 };

const atmospheres: Record<Mood, Atmosphere> = {
  joy: { light: [1.12, 1.03, 0.88], saturation: 1.12, haze: [0.6, 0.36, 0.1], density: 0.45, clear: 3 },
  calm: { light: [0.9, 1.0, 1.02], saturation: 0.9, haze: [0.08, 0.27, 0.28], density: 0.6, clear: 2.4 },
  wonder: { light: [0.96, 0.92, 1.12], saturation: 1.08, haze: [0.2, 0.1, 0.45], density: 0.62, clear: 2.2 },
  longing: { light: [1.02, 0.88, 0.94], saturation: 0.82, haze: [0.36, 0.12, 0.22], density: 0.6, clear: 2.2 },
  sorrow: { light: [0.66, 0.74, 0.9], saturation: 0.45, haze: [0.04, 0.07, 0.15], density: 0.78, clear: 1.8 },
  courage: { light: [1.14, 0.94, 0.84], saturation: 1.15, haze: [0.42, 0.1, 0.05], density: 0.5, clear: 2.6 },
};

export function atmosphereOf(mood: Mood | null): Atmosphere {
  return mood === null ? plain : atmospheres[mood];
}

/** Interpolates, t from 0 to 1. */
export function blend(a: Atmosphere, b: Atmosphere, t: number): Atmosphere {
  const mix = (p: number, q: number): number => p + (q - p) * t;
  const mix3 = (p: Atmosphere["light"], q: Atmosphere["light"]): [number, number, number] => [
    mix(p[0], q[0]),
    mix(p[1], q[1]),
    mix(p[2], q[2]),
  ];
  // Invisible haze has no hue: the other's is used, so that the blend doesn't pass through black.
  const from = a.density > 0 ? a.haze : b.haze;
  const to = b.density > 0 ? b.haze : a.haze;
  return {
    light: mix3(a.light, b.light),
    saturation: mix(a.saturation, b.saturation),
    haze: mix3(from, to),
    density: mix(a.density, b.density),
    clear: mix(a.clear, b.clear),
  };
}
