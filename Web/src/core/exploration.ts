/** A visitor in a place: input goes in step by step, what is to be drawn comes out. All behaviour is in the core. */

import { type Quadruple, State, type Triple } from "./state.ts";
import { check, CoreError, type Wasm } from "./wasm.ts";

export interface Input {
  /** The joystick, −1…1: to the right, and away from the camera. */
  moveX?: number;
  moveY?: number;
  /** Radians in this step: turn about the vertical axis (growing turns the eye towards +x), and tilt (growing lifts the eye). */
  orbitX?: number;
  orbitY?: number;
  /** The factor by which more of the place is seen. */
  zoom?: number;
  /** Whether a finger rests on the place: then a swipe's momentum waits. */
  held?: boolean;
}

export interface ObjectBox {
  center: Triple;
  size: Triple;
  rotation: Quadruple;
}

export type PickKind = 0 | 1 | 2 | 3;

export interface Hit {
  /** 0 none, 1 mesh, 2 object, 3 pin. */
  kind: PickKind;
  /** Of the triangle, object or pin; −1 for none. */
  index: number;
  point: Triple;
  normal: Triple;
  /** Metres from the ray's origin. */
  distance: number;
}

/** What a pick may find: mesh 1, objects 2, pins 4, also what is cut away 8. */
export const targets = { mesh: 1, objects: 2, pins: 4, hidden: 8, all: 7 } as const;

export interface Screen {
  position: Triple;
  rotation: Quadruple;
  /** Width and height in metres. */
  size: readonly [number, number];
}

export interface Placement {
  point: Triple;
  normal: Triple;
  /** Number of the object, or −1. */
  object: number;
  offset: Triple;
  /** Of the cue above `point`, in metres. */
  height: number;
  /** Of `point` above the floor below it. */
  aboveFloor: number;
  /** The greatest `height` below what hangs above. */
  headroom: number;
  /** Where a picture of the given aspect would hang here. */
  screen: Screen;
}

export type Handle = "move" | "moveX" | "moveY" | "moveZ" | "turnX" | "turnY" | "turnZ" | "scale";
const handles: readonly Handle[] = ["move", "moveX", "moveY", "moveZ", "turnX", "turnY", "turnZ", "scale"];

export interface Snap {
  /** Clings to walls, stands on floors; yes unless said otherwise. */
  surface?: boolean;
  /** Stays upright; yes unless said otherwise. */
  upright?: boolean;
  /** Turns in steps of so many radians; 0 turns freely. */
  angleStep?: number;
}

export interface Ray {
  origin: Triple;
  direction: Triple;
}

/** What is known of a place. */
export interface PlaceFacts {
  min: Triple;
  max: Triple;
  floor: number;
  ceiling: number | null;
  /** Where the visitor begins; null where nobody can stand. */
  start: Triple | null;
}

/** Frees what nobody disposed of. */
const forgotten = new FinalizationRegistry<() => void>((free) => free());

export class Exploration {
  readonly state: State;
  readonly facts: PlaceFacts;
  private handle: number;
  private readonly stateAddress: number;
  private readonly result: number;

  /** By `Core.exploration`. */
  constructor(private readonly wasm: Wasm, handle: number) {
    this.handle = handle;
    this.stateAddress = wasm.call((core) => core.dio_state(handle));
    this.result = wasm.call((core) => core.dio_result(handle));
    this.state = new State(wasm, this.stateAddress);
    wasm.call((core) => core.dio_place_facts(handle));
    const values = wasm.floats(this.result, 11);
    const ceiling = values[7] ?? Infinity;
    this.facts = {
      min: triple(values, 0),
      max: triple(values, 3),
      floor: values[6] ?? 0,
      ceiling: Number.isFinite(ceiling) ? ceiling : null,
      start: Number.isFinite(values[8]) ? triple(values, 8) : null,
    };
    // Not `this`: the registry's function must not hold what it waits for.
    forgotten.register(this, () => wasm.call((core) => core.dio_exploration_free(handle)), this);
  }

  private call<T>(body: (core: Wasm["exports"], handle: number) => T): T {
    if (this.handle === 0) throw new CoreError("This view of the place was closed.");
    return this.wasm.call((core) => body(core, this.handle));
  }

  /** Lets `dt` seconds pass. The state is the same object each time. */
  step(dt: number, input: Input = {}): State {
    this.call((core, handle) =>
      core.dio_step(
        handle,
        dt,
        input.moveX ?? 0,
        input.moveY ?? 0,
        input.orbitX ?? 0,
        input.orbitY ?? 0,
        input.zoom ?? 1,
        input.held ? 1 : 0,
      )
    );
    return this.state;
  }

  setCamera(mode: "sandtable" | "look", orthographic = false, seconds = 0.9): void {
    this.call((core, handle) => core.dio_set_camera(handle, mode === "look" ? 1 : 0, orthographic ? 1 : 0, seconds));
  }

  /** Flies to a viewpoint (camera-to-world, column-major; vertical field of view in radians) and stays until `flyBack`, or until one walks on. */
  flyTo(matrix: ArrayLike<number>, fieldOfView: number, seconds = 0.9): void {
    if (matrix.length !== 16) throw new CoreError("A viewpoint has sixteen numbers.");
    const address = this.wasm.write(matrix);
    check(this.call((core, handle) => core.dio_fly_to(handle, address, fieldOfView, seconds)));
  }

  /** Flies back to exactly where the camera was before `flyTo`. */
  flyBack(seconds = 0.9): void {
    this.call((core, handle) => core.dio_fly_back(handle, seconds));
  }

  /** Puts the avatar there, or near it; whether there was room. */
  put(x: number, y: number, z: number, heading = this.state.avatar.heading): boolean {
    return this.call((core, handle) => core.dio_put(handle, x, y, z, heading)) === 1;
  }

  setObjects(boxes: readonly ObjectBox[]): void {
    const values = new Float32Array(boxes.length * 10);
    boxes.forEach((box, i) => values.set([...box.center, ...box.size, ...box.rotation], i * 10));
    this.wasm.lend([values], (address = 0) => {
      check(this.call((core, handle) => core.dio_set_objects(handle, address, boxes.length)));
    });
  }

  /** Replaces all pins: three numbers each, a mood (0…5, −1 for none), and 1 where it was discovered. */
  setPins(points: Float32Array, moods?: Int8Array, discovered?: Uint8Array): void {
    const count = Math.floor(points.length / 3);
    const allMoods = moods ?? new Int8Array(count).fill(-1);
    const allMarks = discovered ?? new Uint8Array(count);
    if (points.length !== count * 3 || allMoods.length !== count || allMarks.length !== count) {
      throw new CoreError("The pins' lists differ in length.");
    }
    this.wasm.lend([points, allMoods, allMarks], (p = 0, m = 0, d = 0) => {
      check(this.call((core, handle) => core.dio_set_pins(handle, p, m, d, count)));
    });
  }

  /** Four numbers a pin: strength 0…1, hue 0…1 (towards that of a dense place), size in metres, ripple 0…1. Valid until the next call. */
  get cues(): Float32Array<ArrayBuffer> {
    const address = this.call((core, handle) => core.dio_cues(handle));
    return address === 0 ? new Float32Array(0) : this.wasm.floats(address, this.state.pinCount * 4);
  }

  /** A memory was opened from a list. */
  discover(pin: number): void {
    this.call((core, handle) => core.dio_discover(handle, pin));
  }

  pick(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, what: number = targets.all): Hit {
    const ray = this.wasm.write([ox, oy, oz, dx, dy, dz]);
    const kind = this.call((core, handle) => core.dio_pick(handle, ray, what)) as PickKind;
    const answer = this.wasm.floats(this.result, 9);
    return {
      kind,
      index: this.wasm.integers(this.result, 2)[1] ?? -1,
      point: triple(answer, 2),
      normal: triple(answer, 5),
      distance: answer[8] ?? 0,
    };
  }

  /** Where a memory would be fixed by a hit, `height` metres above the surface (or above the floor); null where nothing was hit. */
  place(
    hit: Pick<Hit, "kind" | "index" | "point" | "normal">,
    height: number,
    options: { aboveFloor?: boolean; aspect?: number } = {},
  ): Placement | null {
    const address = this.wasm.write([0, 0, ...hit.point, ...hit.normal, 0]);
    this.wasm.integers(address, 2).set([hit.kind, hit.index]);
    const placed = this.call((core, handle) =>
      core.dio_place(handle, address, height, options.aboveFloor ? 1 : 0, options.aspect ?? 1)
    );
    if (placed !== 1) return null;
    const answer = this.wasm.floats(this.result, 19);
    return {
      point: triple(answer, 0),
      normal: triple(answer, 3),
      object: this.wasm.integers(this.result, 7)[6] ?? -1,
      offset: [0, 0, 0],
      height: answer[7] ?? 0,
      aboveFloor: answer[8] ?? 0,
      headroom: answer[9] ?? 0,
      screen: screen(answer, 10),
    };
  }

  /** Begins to drag a floating screen by a handle, with the ray under the pointer. */
  beginDrag(shown: Screen, handle: Handle, ray: Ray): void {
    const at = this.wasm.write([...shown.position, ...shown.rotation, ...shown.size], 0);
    const rayAt = this.wasm.write([...ray.origin, ...ray.direction], 1);
    check(this.call((core, self) => core.dio_drag_begin(self, at, handles.indexOf(handle), rayAt)));
  }

  /** The dragged screen for the ray under the pointer now; null where none is dragged. */
  drag(ray: Ray, snap: Snap = {}): Screen | null {
    const at = this.wasm.write([...ray.origin, ...ray.direction]);
    const bits = (snap.surface === false ? 0 : 1) | (snap.upright === false ? 0 : 2);
    const moved = this.call((core, handle) => core.dio_drag_move(handle, at, bits, snap.angleStep ?? 0));
    return moved === 1 ? screen(this.wasm.floats(this.result, 9), 0) : null;
  }

  /** All that was done, for a replay; null unless the exploration is recorded. */
  recording(): Uint8Array<ArrayBuffer> | null {
    const count = this.call((core, handle) => core.dio_recording(handle));
    if (count === 0) return null;
    const address = (this.wasm.integers(this.result, 1)[0] ?? 0) >>> 0;
    return this.wasm.bytes(address, count).slice();
  }

  /** Of a replay: its commands, and the first whose state differed from the recorded one (−1 for none). */
  get replayed(): { commands: number; firstDifference: number } {
    const words = this.wasm.integers(this.result, 34);
    return { commands: words[32] ?? 0, firstDifference: words[33] ?? -1 };
  }

  /** Bytes that the core has taken so far, all explorations together. */
  get memory(): number {
    return this.wasm.exports.memory.buffer.byteLength;
  }

  dispose(): void {
    if (this.handle === 0) return;
    forgotten.unregister(this);
    this.call((core, handle) => core.dio_exploration_free(handle));
    this.handle = 0;
  }
}

function triple(values: Float32Array, i: number): Triple {
  return [values[i] ?? 0, values[i + 1] ?? 0, values[i + 2] ?? 0];
}

function screen(values: Float32Array, i: number): Screen {
  return {
    position: triple(values, i),
    rotation: [values[i + 3] ?? 0, values[i + 4] ?? 0, values[i + 5] ?? 0, values[i + 6] ?? 1],
    size: [values[i + 7] ?? 0, values[i + 8] ?? 0],
  };
}
