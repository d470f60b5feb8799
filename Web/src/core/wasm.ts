/** core.wasm: its exports, and its memory, whose views become invalid when it grows. The Swift side is Sources/WebCore. */

import { errorCodes } from "./generated.ts";

/** What every module exports. */
export interface MemoryExports {
  memory: WebAssembly.Memory;
  dio_start(): void;
  dio_alloc(bytes: number): number;
  dio_free(address: number): void;
}

export interface Exports extends MemoryExports {
  dio_version(): number;
  dio_state_size(): number;
  dio_last_error(): number;
  dio_builder_new(points: number, count: number, indices: number, indexCount: number, recorded: number): number;
  dio_builder_advance(builder: number, budget: number): number;
  dio_builder_finish(builder: number): number;
  dio_builder_free(builder: number): void;
  dio_exploration_free(handle: number): void;
  dio_state(handle: number): number;
  dio_result(handle: number): number;
  dio_place_facts(handle: number): void;
  dio_step(
    handle: number,
    dt: number,
    moveX: number,
    moveY: number,
    orbitX: number,
    orbitY: number,
    zoom: number,
    held: number,
  ): void;
  dio_set_camera(handle: number, mode: number, orthographic: number, seconds: number): void;
  dio_fly_to(handle: number, matrix: number, fieldOfView: number, seconds: number): number;
  dio_fly_back(handle: number, seconds: number): void;
  dio_move_avatar(handle: number, x: number, y: number, z: number, heading: number): number;
  dio_set_objects(handle: number, values: number, count: number): number;
  dio_set_pins(handle: number, points: number, moods: number, discovered: number, count: number): number;
  dio_cues(handle: number): number;
  dio_discover(handle: number, pin: number): void;
  dio_pick(handle: number, ray: number, targets: number): number;
  dio_place_pin(handle: number, hit: number, height: number, aboveFloor: number, aspect: number): number;
  dio_drag_begin(handle: number, screen: number, part: number, ray: number): number;
  dio_drag_move(handle: number, ray: number, snap: number, angleStep: number): number;
  dio_nearest_pins(handle: number, point: number, limit: number, indices: number): number;
  dio_recording(handle: number): number;
  dio_recording_bytes(handle: number): number;
  dio_replay(bytes: number, count: number): number;
  dio_replay_commands(handle: number): number;
  dio_replay_difference(handle: number): number;
  dio_space_shape(points: number, indices: number, triangleCount: number, box: number, answer: number): void;
  dio_length_text(metres: number, units: number, text: number): number;
  dio_fine_length_text(metres: number, resolution: number, units: number, text: number): number;
  dio_area_text(squareMetres: number, units: number, text: number): number;
  dio_parse_length(text: number, count: number, units: number): number;
}

/** An error of the core, with a message for users. */
export class CoreError extends Error {
  override name = "CoreError";
}

const messages: Record<number, string> = {
  [errorCodes.badMesh]: "The space's mesh is damaged.",
  [errorCodes.emptyMesh]: "The space has no surface to walk on.",
  [errorCodes.tooLarge]: "The space is too large for this browser's memory.",
  [errorCodes.badNumber]: "A number is missing or out of its range.",
  [errorCodes.badRecording]: "The recording is damaged or incomplete.",
  [errorCodes.foreignVersion]: "The recording was made by another version.",
};

/** Throws where a call returned an error code. */
export function check(code: number): void {
  if (code < 0) throw new CoreError(messages[code] ?? "The space could not be opened.");
}

/** A running core.wasm, or another module of the same runtime. */
export class Wasm<Module extends MemoryExports = Exports> {
  private broken: unknown = null;
  /** A block for the arguments of small calls. */
  private readonly scratch: number;

  constructor(readonly exports: Module) {
    this.scratch = this.alloc(256);
  }

  /** Calls into the core. After a trap nothing in its memory can be trusted: every later call fails the same way. */
  call<T>(body: (exports: Module) => T): T {
    if (this.broken !== null) throw new CoreError("This view of the space has stopped; reload the page.");
    try {
      return body(this.exports);
    } catch (error) {
      if (error instanceof CoreError) throw error;
      this.broken = error;
      throw new CoreError("This view of the space has stopped; reload the page.", { cause: error });
    }
  }

  alloc(bytes: number): number {
    const address = this.call((core) => core.dio_alloc(Math.max(bytes, 1)));
    if (address === 0) throw new CoreError(messages[errorCodes.tooLarge]);
    return address;
  }

  free(address: number): void {
    if (this.broken === null) this.exports.dio_free(address);
  }

  /** Copies arrays to the core's memory, calls `body` with their addresses, and frees them. */
  lend<T>(arrays: readonly ArrayBufferView[], body: (...addresses: number[]) => T): T {
    const addresses: number[] = [];
    try {
      for (const array of arrays) {
        const address = this.alloc(array.byteLength);
        addresses.push(address);
        this.bytes(address, array.byteLength).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      }
      return body(...addresses);
    } finally {
      for (const address of addresses) this.free(address);
    }
  }

  /** Writes up to sixteen numbers for a small call to slot 0…3 and returns their address. */
  write(values: ArrayLike<number>, slot = 0): number {
    const address = this.scratch + slot * 64;
    this.floats(address, values.length).set(values);
    return address;
  }

  // Views are created for each access: those from before become invalid when the memory grows.

  bytes(address: number, count: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.memory.buffer as ArrayBuffer, address, count);
  }

  floats(address: number, count: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.exports.memory.buffer as ArrayBuffer, address, count);
  }

  integers(address: number, count: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.exports.memory.buffer as ArrayBuffer, address, count);
  }
}

/** Compiles and starts a module. */
export async function instantiate<Module extends MemoryExports = Exports>(
  source: Response | BufferSource,
): Promise<Wasm<Module>> {
  let memory: WebAssembly.Memory | null = null;
  const random = (address: number, count: number): void => {
    if (!memory) return;
    const bytes = new Uint8Array(memory.buffer as ArrayBuffer, address, count);
    // No more than 65,536 at a time.
    for (let at = 0; at < count; at += 65536) crypto.getRandomValues(bytes.subarray(at, Math.min(count, at + 65536)));
  };
  const imports = { env: { random } };
  const { instance } = source instanceof Response
    ? await WebAssembly.instantiateStreaming(source, imports)
    : await WebAssembly.instantiate(source, imports);
  const exports = instance.exports as unknown as Module;
  memory = exports.memory;
  exports.dio_start();
  return new Wasm(exports);
}
