/** The Swift core in the browser: loads core.wasm once and makes explorations of spaces. */

import { assetURL } from "./assets.ts";
import { nextTask } from "./next-task.ts";
import { Exploration } from "./exploration.ts";
import { errorCodes, stateSize, stateVersion } from "./generated.ts";
import { Lengths } from "./lengths.ts";
import { type SpaceShape, spaceShape } from "./shape.ts";
import type { Box } from "./vectors.ts";
import { check, CoreError, instantiate, type Wasm } from "./wasm.ts";

export { Exploration } from "./exploration.ts";
export { type Mood, moods, pickKinds, pickTargets } from "./generated.ts";
export type { Lengths, Units } from "./lengths.ts";
export type { CutRange, SpaceShape } from "./shape.ts";
export type { Box, Quaternion, Vec3 } from "./vectors.ts";
export type { Handle, Hit, Input, ObjectBox, Placement, Ray, Screen, Snap } from "./exploration-types.ts";
export { State } from "./state.ts";
export type { AvatarState, CameraState, CutState, NearPin } from "./state.ts";
export { CoreError } from "./wasm.ts";

export interface ExplorationOptions {
  /** Record all commands for a replay. */
  record?: boolean;
}

export class Core {
  /** Texts of lengths and areas, and lengths that people type. */
  readonly lengths: Lengths;

  constructor(private readonly wasm: Wasm) {
    const { dio_version, dio_state_size } = wasm.exports;
    if (dio_version() !== stateVersion || dio_state_size() !== stateSize) {
      throw new CoreError("core.wasm is of another version than the page; reload the page.");
    }
    this.lengths = new Lengths(wasm);
  }

  /** Floor, ceiling and cut of a space: points in metres, three numbers each, and triangles within `box`. */
  shape(positions: Float32Array, indices: Uint32Array, box: Box): SpaceShape {
    return spaceShape(this.wasm, { positions, indices }, box);
  }

  /**
   * A visitor in a space: points in metres, three numbers each, and triangles. Blocks for seconds on a million
   * triangles; `open` does not.
   */
  exploration(positions: Float32Array, indices: Uint32Array, options: ExplorationOptions = {}): Exploration {
    const builder = this.begin(positions, indices, options);
    return this.explorationFrom(this.wasm.call((core) => core.dio_builder_finish(builder)));
  }

  /** The same in slices of some milliseconds, between which the page can respond. */
  async open(
    positions: Float32Array,
    indices: Uint32Array,
    options: ExplorationOptions & { signal?: AbortSignal } = {},
  ): Promise<Exploration> {
    let builder = this.begin(positions, indices, options);
    try {
      await nextTask();
      // Slices small enough for slow machines.
      while (!this.advanced(builder)) {
        await nextTask();
        options.signal?.throwIfAborted();
      }
      const finished = builder;
      builder = 0;
      return this.explorationFrom(this.wasm.call((core) => core.dio_builder_finish(finished)));
    } finally {
      if (builder !== 0) this.wasm.call((core) => core.dio_builder_free(builder));
    }
  }

  /** Works for one slice of time; returns whether the place is complete. */
  private advanced(builder: number): boolean {
    const end = performance.now() + 12;
    while (performance.now() < end) {
      if (this.wasm.call((core) => core.dio_builder_advance(builder, 10_000)) === 1) return true;
    }
    return false;
  }

  private begin(positions: Float32Array, indices: Uint32Array, options: ExplorationOptions): number {
    if (positions.length % 3 !== 0) throw new CoreError("Three numbers make a point.");
    const builder = this.wasm.lend(
      [positions, indices],
      (points = 0, triangles = 0) =>
        this.wasm.call((core) =>
          core.dio_builder_new(points, positions.length / 3, triangles, indices.length, options.record ? 1 : 0)
        ),
    );
    if (builder === 0) this.refuse();
    return builder;
  }

  private refuse(): never {
    check(this.wasm.call((core) => core.dio_last_error()) || errorCodes.tooLarge);
    throw new CoreError("The space could not be opened.");
  }

  /** Performs a recording's commands in a new exploration. */
  replay(recording: Uint8Array): Exploration {
    return this.explorationFrom(
      this.wasm.lend([recording], (bytes = 0) => this.wasm.call((core) => core.dio_replay(bytes, recording.length))),
    );
  }

  private explorationFrom(handle: number): Exploration {
    if (handle === 0) this.refuse();
    return new Exploration(this.wasm, handle);
  }
}

let loaded: Core | null = null;

/** The core, after `loadCore` or `coreFrom` has resolved. */
export function loadedCore(): Core {
  if (!loaded) throw new CoreError("The core is not loaded yet.");
  return loaded;
}

/** A core from its bytes, for tests. */
export async function coreFrom(bytes: BufferSource): Promise<Core> {
  return loaded = new Core(await instantiate(bytes));
}

const loading = new Map<string, Promise<Core>>();

/** Loads the core, once for each address. */
export function loadCore(url: string = assetURL("core.wasm")): Promise<Core> {
  const key = String(url);
  let core = loading.get(key);
  if (!core) {
    core = load(key);
    loading.set(key, core);
    // A failed request may succeed when the network is back.
    core.catch(() => loading.delete(key));
  }
  return core;
}

async function load(url: string): Promise<Core> {
  const response = await fetch(url);
  if (!response.ok) throw new CoreError(`The server answered with status ${response.status}.`);
  return loaded = new Core(await instantiate(response));
}
