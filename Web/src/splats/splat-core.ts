/** splats.wasm: the splats of a space, their order by depth, and rays. The Swift side is Sources/SplatView. */

import {
  splatErrors,
  splatHeaderLayout as headerAt,
  splatHitLayout as hitAt,
  splatLimits,
  splatSetLayout as setAt,
} from "../core/generated.ts";
import type { Box, Vec3 } from "../core/vectors.ts";
import type { MemoryExports, Wasm } from "../core/wasm.ts";
import type { SortView, SplatHit, SplatPiece, SplatRay } from "./messages.ts";
import { SplatFileError } from "./splat-file.ts";

export interface SplatExports extends MemoryExports {
  dio_splats_header(bytes: number, size: number, target: number): number;
  dio_splats_new(capacity: number, degree: number): number;
  dio_splats_free(handle: number): void;
  dio_splats_add(handle: number, bytes: number, size: number, first: number, limit: number): number;
  dio_splats_texels(handle: number): number;
  dio_splats_state(handle: number): number;
  dio_splats_sort(handle: number, depth: number, near: number, isPerspective: number): number;
  dio_splats_order(handle: number): number;
  dio_splats_pick(handle: number, ray: number, pixel: number, cut: number): number;
}

const messages: Record<number, string> = {
  [splatErrors.notSPZ]: "This is not a file of splats.",
  [splatErrors.unknownVersion]: "The splats are of a version that this page can't read.",
  [splatErrors.truncated]: "The file of splats ends too early.",
  [splatErrors.otherDegree]: "The file of splats is damaged.",
  [splatErrors.tooMany]: "The file of splats is damaged.",
};

function check(code: number): number {
  if (code < 0) throw new SplatFileError(messages[code] ?? "The splats can't be read.");
  return code;
}

/** The numbers in the header of a decompressed SPZ file. */
export function spzHeader(wasm: Wasm<SplatExports>, file: Uint8Array): { count: number; degree: number } {
  return wasm.lend([file], (address = 0) => {
    const target = wasm.write(new Array(headerAt.words).fill(0));
    check(wasm.call((core) => core.dio_splats_header(address, file.length, target)));
    const words = wasm.integers(target, headerAt.words);
    return { count: words[headerAt.count]!, degree: words[headerAt.degree]! };
  });
}

export class SplatCore {
  private readonly handle: number;

  /** Throws where there is not enough memory. */
  constructor(private readonly wasm: Wasm<SplatExports>, capacity: number, private readonly degree: number) {
    this.handle = wasm.call((core) => core.dio_splats_new(capacity, degree));
    if (this.handle === 0) throw new SplatFileError("The splats are too large for this browser's memory.");
  }

  /** Adds the splats of a decompressed SPZ file; calls `put` with pieces of them. */
  add(file: Uint8Array, put: (piece: SplatPiece) => void): void {
    this.wasm.lend([file], (address = 0) => {
      for (let first = 0;;) {
        const count = check(
          this.wasm.call((core) =>
            core.dio_splats_add(this.handle, address, file.length, first, splatLimits.pieceSize)
          ),
        );
        if (count === 0) return;
        put(this.piece(this.count - count, count));
        first += count;
      }
    });
  }

  get count(): number {
    return this.state[setAt.count]!;
  }

  /** Around the centres. */
  get box(): Box {
    const { state } = this;
    const numbers = new Float32Array(state.buffer, state.byteOffset, setAt.words);
    return { min: vector(numbers, setAt.lower), max: vector(numbers, setAt.upper) };
  }

  /** The splats in front of the camera, the farthest first. */
  sort({ depth, near, isPerspective }: SortView): Uint32Array<ArrayBuffer> {
    const row = this.wasm.write(depth);
    const drawn = this.wasm.call((core) => core.dio_splats_sort(this.handle, row, near, isPerspective ? 1 : 0));
    return this.words(this.wasm.call((core) => core.dio_splats_order(this.handle)), drawn);
  }

  pick({ origin, direction, pixel, cut }: SplatRay): SplatHit | null {
    const ray = this.wasm.write([...origin, ...direction]);
    const address = this.wasm.call((core) => core.dio_splats_pick(this.handle, ray, pixel, cut));
    if (address === 0) return null;
    const words = this.wasm.floats(address, hitAt.words);
    return { point: vector(words, hitAt.point), normal: vector(words, hitAt.normal), distance: words[hitAt.distance]! };
  }

  private get state(): Int32Array<ArrayBuffer> {
    return this.wasm.integers(this.wasm.call((core) => core.dio_splats_state(this.handle)), setAt.words);
  }

  /** Copies of what the last call of `dio_splats_add` wrote. */
  private piece(first: number, count: number): SplatPiece {
    const address = this.wasm.call((core) => core.dio_splats_texels(this.handle));
    const bandWords = splatLimits.harmonicWordsPerDegree * this.degree;
    return {
      first,
      count,
      places: this.words(address, 4 * count),
      pairs: this.words(address + 16 * count, 2 * count),
      bands: this.words(address + 24 * count, bandWords * count),
    };
  }

  private words(address: number, count: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.wasm.bytes(address, 4 * count).slice().buffer);
  }
}

function vector(words: Float32Array, at: number): Vec3 {
  return [words[at]!, words[at + 1]!, words[at + 2]!];
}
