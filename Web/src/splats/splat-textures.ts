/** The splats for the graphics processor: textures of integers, in which a splat is found by its number. */

import * as THREE from "three";
import { splatLimits } from "../core/generated.ts";
import type { SplatInfo, SplatPiece } from "./messages.ts";

/** Splats in a row of each texture; `splat-shader.ts` divides by it. */
export const rowSplats = 1024;

/** A texture of four integers a texel, filled from its beginning. */
class Sheet {
  readonly texture: THREE.DataTexture;
  private readonly words: Uint32Array;

  /** `rowTexels`: texels in a row. */
  constructor(private readonly rowTexels: number, rows: number) {
    this.words = new Uint32Array(4 * rowTexels * rows);
    const texture = new THREE.DataTexture(this.words, rowTexels, rows, THREE.RGBAIntegerFormat, THREE.UnsignedIntType);
    texture.internalFormat = "RGBA32UI";
    texture.needsUpdate = true;
    this.texture = texture;
  }

  /** Writes words from texel `first` on; only the rows that change are sent. */
  write(words: Uint32Array, first: number): void {
    this.words.set(words, 4 * first);
    const { rowTexels, texture } = this;
    const last = Math.ceil((first + words.length / 4) / rowTexels);
    for (let row = Math.floor(first / rowTexels); row < last; row += 1) {
      texture.addUpdateRange(4 * rowTexels * row, 4 * rowTexels);
    }
    texture.needsUpdate = true;
  }
}

export class SplatTextures {
  private readonly placeSheet: Sheet;
  private readonly pairSheet: Sheet;
  private readonly bandSheet: Sheet;
  /** Texels that a splat's harmonics take. */
  private readonly bandTexels: number;

  constructor({ capacity, degree }: SplatInfo) {
    const rows = Math.ceil(capacity / rowSplats);
    this.bandTexels = degree * splatLimits.harmonicWordsPerDegree / 4;
    this.placeSheet = new Sheet(rowSplats, rows);
    this.pairSheet = new Sheet(rowSplats / 2, rows);
    // A texture without texels can't be made.
    this.bandSheet = degree === 0 ? new Sheet(1, 1) : new Sheet(rowSplats * this.bandTexels, rows);
  }

  get places(): THREE.Texture {
    return this.placeSheet.texture;
  }

  get pairs(): THREE.Texture {
    return this.pairSheet.texture;
  }

  get bands(): THREE.Texture {
    return this.bandSheet.texture;
  }

  /** Pieces begin at even numbers: two splats share a texel of the pairs. */
  write({ first, places, pairs, bands }: SplatPiece): void {
    this.placeSheet.write(places, first);
    this.pairSheet.write(pairs, first / 2);
    if (bands.length > 0) this.bandSheet.write(bands, first * this.bandTexels);
  }

  dispose(): void {
    for (const texture of [this.places, this.pairs, this.bands]) texture.dispose();
  }
}
