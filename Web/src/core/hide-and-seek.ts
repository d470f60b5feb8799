/** The rule of hide-and-seek of one companion (Sources/Live/Games). Times are local milliseconds. */

import type { LiveExports } from "./live-exports.ts";
import type { Vec3 } from "./vectors.ts";
import { CoreError, type Wasm } from "./wasm.ts";

export interface Spot {
  position: Vec3;
  /** Whether a seeker would see the companion there. */
  isVisible: boolean;
}

export interface Seeker {
  /** The participant. */
  id: number;
  position: Vec3;
  /** Of the view; a unit vector. */
  direction: Vec3;
  /** Whether no surface is between the eyes and the companion. */
  isUnobstructed: boolean;
}

export type HidePhase = "choosing" | "walking" | "hidden" | "found";

const phases: readonly HidePhase[] = ["choosing", "walking", "hidden", "found"];

export class HideAndSeek {
  private handle: number;

  /** By `LiveCore.hideAndSeek`. */
  constructor(private readonly wasm: Wasm<LiveExports>) {
    this.handle = wasm.call((core) => core.dio_live_hide_new());
  }

  get phase(): HidePhase {
    return phases[this.call((core, handle) => core.dio_live_hide_phase(handle))] ?? "choosing";
  }

  /** Chooses a spot that nobody sees; returns whether the companion walks now. */
  choose(spots: readonly Spot[], from: Vec3, seekers: readonly Seeker[], now: number): boolean {
    const list = new Float32Array(spots.flatMap(({ position, isVisible }) => [...position, isVisible ? 1 : 0]));
    const at = this.wasm.write(from);
    return this.wasm.lend(
      [list, seekerWords(seekers)],
      (spotsAt = 0, seekersAt = 0) =>
        this.call((core, handle) =>
          core.dio_live_hide_choose(handle, spotsAt, spots.length, at, seekersAt, seekers.length, now)
        ),
    ) === 1;
  }

  /** Where the walking companion is; null while it doesn't walk. */
  position(now: number): Vec3 | null {
    return this.wasm.lend([new Float32Array(3)], (answer = 0) => {
      if (this.call((core, handle) => core.dio_live_hide_position(handle, now, answer)) !== 1) return null;
      const [x = 0, y = 0, z = 0] = this.wasm.floats(answer, 3);
      return [x, y, z] as const;
    });
  }

  /** Lets time pass; returns the id of the participant who has found the companion just now, or null. */
  advance(position: Vec3, seekers: readonly Seeker[], now: number): number | null {
    const at = this.wasm.write(position);
    const found = this.wasm.lend(
      [seekerWords(seekers)],
      (seekersAt = 0) =>
        this.call((core, handle) => core.dio_live_hide_advance(handle, at, seekersAt, seekers.length, now)),
    ) >>> 0;
    return found === 0 ? null : found;
  }

  dispose(): void {
    if (this.handle === 0) return;
    this.call((core, handle) => core.dio_live_hide_free(handle));
    this.handle = 0;
  }

  private call<T>(body: (core: LiveExports, handle: number) => T): T {
    if (this.handle === 0) throw new CoreError("This game has ended.");
    return this.wasm.call((core) => body(core, this.handle));
  }
}

function seekerWords(seekers: readonly Seeker[]): Float32Array {
  const words = new Float32Array(8 * seekers.length);
  const ids = new Uint32Array(words.buffer);
  seekers.forEach(({ id, position, direction, isUnobstructed }, i) => {
    words.set([0, ...position, ...direction, isUnobstructed ? 1 : 0], 8 * i);
    ids[8 * i] = id;
  });
  return words;
}
