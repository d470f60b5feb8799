/** The Swift core in the browser: loads core.wasm once and makes explorations of places. */

import { assetURL } from "./assets.ts";
import { nextTask } from "./next-task.ts";
import { Exploration } from "./exploration.ts";
import { stateSize, stateVersion } from "./state.ts";
import { check, CoreError, instantiate, type Wasm } from "./wasm.ts";

export { Exploration, targets } from "./exploration.ts";
export type { Handle, Hit, Input, ObjectBox, Placement, Ray, Screen, Snap } from "./exploration.ts";
export { State } from "./state.ts";
export type { AvatarState, CameraState, CutState, NearPin, Quadruple, Triple } from "./state.ts";
export { CoreError } from "./wasm.ts";

export interface ExplorationOptions {
  /** Keep all that is done, for a replay. */
  record?: boolean;
}

export class Core {
  constructor(private readonly wasm: Wasm) {
    const { dio_version, dio_state_size } = wasm.exports;
    if (dio_version() !== stateVersion || dio_state_size() !== stateSize) {
      throw new CoreError("core.wasm is of another version than the page; load the page again.");
    }
  }

  /**
   * A visitor in a place: points in metres, three numbers each, and triangles. Makes it at once, which takes seconds for a million
   * triangles; `open` does not hold up the page.
   */
  exploration(positions: Float32Array, indices: Uint32Array, options: ExplorationOptions = {}): Exploration {
    const making = this.begin(positions, indices, options);
    return this.made(this.wasm.call((core) => core.dio_making_finish(making)));
  }

  /** The same in slices of some milliseconds, between which the page goes on. */
  async open(
    positions: Float32Array,
    indices: Uint32Array,
    options: ExplorationOptions & { signal?: AbortSignal } = {},
  ): Promise<Exploration> {
    let making = this.begin(positions, indices, options);
    try {
      await nextTask();
      // Pieces small enough that a slow machine does not feel one.
      while (!this.advanced(making)) {
        await nextTask();
        options.signal?.throwIfAborted();
      }
      const finished = making;
      making = 0;
      return this.made(this.wasm.call((core) => core.dio_making_finish(finished)));
    } finally {
      if (making !== 0) this.wasm.call((core) => core.dio_making_free(making));
    }
  }

  /** Works for a slice of time; whether all is done. */
  private advanced(making: number): boolean {
    const end = performance.now() + 12;
    while (performance.now() < end) {
      if (this.wasm.call((core) => core.dio_making_advance(making, 10_000)) === 1) return true;
    }
    return false;
  }

  private begin(positions: Float32Array, indices: Uint32Array, options: ExplorationOptions): number {
    if (positions.length % 3 !== 0) throw new CoreError("Three numbers make a point.");
    const making = this.wasm.lend(
      [positions, indices],
      (points = 0, triangles = 0) =>
        this.wasm.call((core) =>
          core.dio_making_new(points, positions.length / 3, triangles, indices.length, options.record ? 1 : 0)
        ),
    );
    if (making === 0) this.refuse();
    return making;
  }

  private refuse(): never {
    check(this.wasm.call((core) => core.dio_last_error()) || -3);
    throw new CoreError("The place could not be opened.");
  }

  /** Does again what was recorded, in an exploration of its own. */
  replay(recording: Uint8Array): Exploration {
    return this.made(
      this.wasm.lend([recording], (bytes = 0) => this.wasm.call((core) => core.dio_replay(bytes, recording.length))),
    );
  }

  private made(handle: number): Exploration {
    if (handle === 0) this.refuse();
    return new Exploration(this.wasm, handle);
  }
}

/** From bytes that are there already: for tests, and pages that keep them. */
export async function coreFrom(bytes: BufferSource): Promise<Core> {
  return new Core(await instantiate(bytes));
}

const loading = new Map<string, Promise<Core>>();

/** Loads the core, once for each address. */
export function loadCore(url: string = assetURL("core.wasm")): Promise<Core> {
  const key = String(url);
  let core = loading.get(key);
  if (!core) {
    core = load(key);
    loading.set(key, core);
    // What failed may succeed when the network is back.
    core.catch(() => loading.delete(key));
  }
  return core;
}

async function load(url: string): Promise<Core> {
  const response = await fetch(url);
  if (!response.ok) throw new CoreError(`The server answered with status ${response.status}.`);
  return new Core(await instantiate(response));
}
