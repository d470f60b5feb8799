/** What the page and the worker that holds the splats of a space say to each other. */

import type { Box, Vec3 } from "../core/vectors.ts";

/** To the worker. */
export type SplatRequest =
  /** The first message. `wasm`: the address of splats.wasm; `maxSplats`: the most that are read. */
  | { kind: "open"; wasm: string; maxSplats: number }
  /** The next bytes of the file. */
  | { kind: "bytes"; bytes: Uint8Array<ArrayBuffer> }
  /** There are no more. */
  | { kind: "end" }
  | { kind: "sort"; view: SortView }
  | { kind: "pick"; id: number; ray: SplatRay };

/** From the worker. */
export type SplatAnswer =
  /** The beginning of the file was read. */
  | { kind: "opened"; info: SplatInfo }
  | { kind: "piece"; piece: SplatPiece }
  /** `count`: of the splats that were read; `box`: around their centres. */
  | { kind: "finished"; count: number; box: Box }
  | { kind: "failed"; reason: string }
  /** The farthest splat first. `milliseconds`: what sorting took. */
  | { kind: "sorted"; order: Uint32Array<ArrayBuffer>; milliseconds: number }
  | { kind: "picked"; id: number; hit: SplatHit | null };

export interface SplatInfo {
  /** The number of splats that will be read, at most `maxSplats`. */
  capacity: number;
  /** The number of splats in the file. */
  total: number;
  /** Degree of the spherical harmonics, 0 to 3. */
  degree: number;
  /** Added to all coordinates: map coordinates don't fit into floats. */
  origin: Vec3;
  /** Around all centres; null where the file doesn't say. */
  box: Box | null;
}

/** Some splats, as the textures hold them. */
export interface SplatPiece {
  first: number;
  count: number;
  /** x, y, z as bits of floats, and red, green, blue, opacity as bytes. */
  places: Uint32Array<ArrayBuffer>;
  /** The packed rotation and the three packed scales. */
  pairs: Uint32Array<ArrayBuffer>;
  /** The bytes of the harmonics, filled up to whole texels. */
  bands: Uint32Array<ArrayBuffer>;
}

export interface SortView {
  /** The depth of a point (x, y, z, 1) is its product with these. */
  depth: readonly [number, number, number, number];
  near: number;
  isPerspective: boolean;
}

export interface SplatRay {
  origin: Vec3;
  direction: Vec3;
  /** The width of a pixel in metres at a depth of one metre. */
  pixel: number;
  /** The height above which nothing is drawn. */
  cut: number;
}

export interface SplatHit {
  point: Vec3;
  /** Towards the camera. */
  normal: Vec3;
  distance: number;
}
