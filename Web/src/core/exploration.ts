/** A visitor in a space: input goes in step by step, the state to be drawn comes out. All behaviour is in the core. */

import { readHit, readPlacement, readScreen, vector, writeHit } from "./exploration-memory.ts";
import type {
  Handle,
  Hit,
  Input,
  ObjectBox,
  PickKind,
  PlaceFacts,
  Placement,
  Ray,
  Screen,
  Snap,
} from "./exploration-types.ts";
import { cameraModes, cueLayout, objectLayout, pickTargets, placeLayout, screenHandles } from "./generated.ts";
import { State } from "./state.ts";
import type { Vec3 } from "./vectors.ts";
import { check, CoreError, type Wasm } from "./wasm.ts";

/** Frees explorations that were collected without `dispose`. */
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
    const values = wasm.floats(this.result, placeLayout.words);
    const ceiling = values[placeLayout.ceiling] ?? Infinity;
    this.facts = {
      min: vector(values, placeLayout.min),
      max: vector(values, placeLayout.max),
      floor: values[placeLayout.floor] ?? 0,
      ceiling: Number.isFinite(ceiling) ? ceiling : null,
      start: Number.isFinite(values[placeLayout.start]) ? vector(values, placeLayout.start) : null,
    };
    // Not `this`: the registry's function must not keep this object alive.
    forgotten.register(this, () => wasm.call((core) => core.dio_exploration_free(handle)), this);
  }

  private call<T>(body: (core: Wasm["exports"], handle: number) => T): T {
    if (this.handle === 0) throw new CoreError("This view of the space was closed.");
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
    this.call((core, handle) =>
      core.dio_set_camera(
        handle,
        mode === "look" ? cameraModes.look : cameraModes.sandTable,
        orthographic ? 1 : 0,
        seconds,
      )
    );
  }

  /**
   * Flies to a viewpoint (camera-to-world, column-major; vertical field of view in radians) and stays until
   * `flyBack`, or until one walks on.
   */
  flyTo(matrix: ArrayLike<number>, fieldOfView: number, seconds = 0.9): void {
    if (matrix.length !== 16) throw new CoreError("A viewpoint has sixteen numbers.");
    const address = this.wasm.write(matrix);
    check(this.call((core, handle) => core.dio_fly_to(handle, address, fieldOfView, seconds)));
  }

  /** Flies back to exactly where the camera was before `flyTo`. */
  flyBack(seconds = 0.9): void {
    this.call((core, handle) => core.dio_fly_back(handle, seconds));
  }

  /** Moves the avatar to a point, or near it; returns whether there was room. */
  moveAvatar([x, y, z]: Vec3, heading = this.state.avatar.heading): boolean {
    return this.call((core, handle) => core.dio_move_avatar(handle, x, y, z, heading)) === 1;
  }

  setObjects(boxes: readonly ObjectBox[]): void {
    const values = new Float32Array(boxes.length * objectLayout.words);
    boxes.forEach((box, i) => {
      const at = i * objectLayout.words;
      values.set(box.center, at + objectLayout.center);
      values.set(box.size, at + objectLayout.size);
      values.set(box.rotation, at + objectLayout.rotation);
    });
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

  /**
   * Four numbers a pin: strength 0…1, hue 0…1 (towards that of a dense place), size in metres, ripple 0…1. Valid
   * until the next call.
   */
  get cues(): Float32Array<ArrayBuffer> {
    const address = this.call((core, handle) => core.dio_cues(handle));
    return address === 0 ? new Float32Array(0) : this.wasm.floats(address, this.state.pinCount * cueLayout.words);
  }

  /** A memory was opened from a list. */
  discover(pin: number): void {
    this.call((core, handle) => core.dio_discover(handle, pin));
  }

  /** The pins nearest to a point, nearest first. */
  nearestPins(point: Vec3, limit: number): number[] {
    const count = Math.min(limit, this.state.pinCount);
    if (count <= 0) return [];
    return this.wasm.lend([new Int32Array(count)], (address = 0) => {
      const at = this.wasm.write(point);
      const found = this.call((core, handle) => core.dio_nearest_pins(handle, at, count, address));
      return Array.from(this.wasm.integers(address, found));
    });
  }

  /** The first of the targets that a ray meets. */
  pick(ray: Ray, targets: number = pickTargets.all): Hit {
    const address = this.wasm.write([...ray.origin, ...ray.direction]);
    const kind = this.call((core, handle) => core.dio_pick(handle, address, targets)) as PickKind;
    return readHit(this.wasm, this.result, kind);
  }

  /** The placement of a memory at a hit, `height` metres above the surface (or above the floor); null where nothing was hit. */
  place(
    hit: Pick<Hit, "kind" | "index" | "point" | "normal">,
    height: number,
    options: { aboveFloor?: boolean; aspect?: number } = {},
  ): Placement | null {
    const address = writeHit(this.wasm, hit);
    const placed = this.call((core, handle) =>
      core.dio_place_pin(handle, address, height, options.aboveFloor ? 1 : 0, options.aspect ?? 1)
    );
    if (placed !== 1) return null;
    return readPlacement(this.wasm, this.result);
  }

  /** Begins to drag a floating screen by a handle, with the ray under the pointer. */
  beginDrag(shown: Screen, handle: Handle, ray: Ray): void {
    const at = this.wasm.write([...shown.position, ...shown.rotation, ...shown.size], 0);
    const rayAt = this.wasm.write([...ray.origin, ...ray.direction], 1);
    check(this.call((core, self) => core.dio_drag_begin(self, at, screenHandles[handle], rayAt)));
  }

  /** The dragged screen for the ray under the pointer now; null where none is dragged. */
  drag(ray: Ray, snap: Snap = {}): Screen | null {
    const at = this.wasm.write([...ray.origin, ...ray.direction]);
    const bits = (snap.surface === false ? 0 : 1) | (snap.upright === false ? 0 : 2);
    const moved = this.call((core, handle) => core.dio_drag_move(handle, at, bits, snap.angleStep ?? 0));
    return moved === 1 ? readScreen(this.wasm, this.result) : null;
  }

  /** All commands so far, for a replay; null unless the exploration is recorded. */
  recording(): Uint8Array<ArrayBuffer> | null {
    const count = this.call((core, handle) => core.dio_recording(handle));
    if (count === 0) return null;
    const address = this.call((core, handle) => core.dio_recording_bytes(handle));
    return this.wasm.bytes(address, count).slice();
  }

  /** Of a replay: the number of commands, and the first whose state differed from the recorded one (−1 for none). */
  get replayed(): { commands: number; firstDifference: number } {
    return {
      commands: this.call((core, handle) => core.dio_replay_commands(handle)),
      firstDifference: this.call((core, handle) => core.dio_replay_difference(handle)),
    };
  }

  /** The size of the core's memory in bytes, all explorations together. */
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
