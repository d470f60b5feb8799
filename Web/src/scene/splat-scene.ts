/** The splats of a space in its scene: their download, their place, and, where the space has no surface, its model. */

import * as THREE from "three";
import type { Asset } from "../api/generated.ts";
import { loadCore } from "../core/core.ts";
import type { SplatHit, SplatInfo } from "../splats/messages.ts";
import { splatBudget } from "../splats/splat-budget.ts";
import { SplatLayer } from "../splats/splat-layer.ts";
import { downloadPieces } from "./asset-download.ts";
import { thisDevice } from "./level-of-detail.ts";
import type { Model } from "./model.ts";
import { farOrigin } from "./origin.ts";
import { outline } from "./outline.ts";
import type { Box, Vec3 } from "./view.ts";
import type { Ray } from "./view-projection.ts";

/** The part of the splats' centres on each side of an axis that the box of a space leaves out: far and stray ones. */
const strays = 0.01;

export class SplatScene {
  readonly object = new THREE.Group();
  private readonly layer: SplatLayer;
  /** Settles when all splats have arrived. */
  readonly finished: Promise<void>;
  /** Gets the progress of the download: bytes and their total. */
  progress: (loaded: number, total: number) => void = () => {};

  constructor(asset: Asset, invalidate: () => void, signal: AbortSignal) {
    this.layer = new SplatLayer({ maxSplats: splatBudget(thisDevice()), invalidate });
    this.finished = this.layer.read(downloadPieces(asset, (loaded, total) => this.progress(loaded, total), signal));
    this.finished.catch(() => {}); // for those who wait for it
  }

  /** Resolves when the first splats can be drawn. `origin`: what the scene's coordinates leave out of those of the world. */
  async first(origin?: Vec3): Promise<void> {
    const { object } = await this.layer.first();
    this.object.add(object);
    const from = origin ?? this.origin;
    const { origin: at } = this.info;
    this.object.position.set(at[0] - from[0], at[1] - from[1], at[2] - from[2]);
    this.object.updateMatrixWorld();
  }

  setCut(height: number): void {
    this.layer.setCut(height);
  }

  setHiding(hides: boolean): void {
    this.layer.setHiding(hides);
  }

  /** Where a ray meets the surface that the splats show. `pixel`: metres a pixel at a depth of one metre. */
  async pick({ origin, direction }: Ray, pixel: number, cut: number): Promise<SplatHit | null> {
    const { position } = this.object;
    const moved = ([x, y, z]: Vec3, sign: number): Vec3 => [
      x + sign * position.x,
      y + sign * position.y,
      z + sign * position.z,
    ];
    const hit = await this.layer.pick({ origin: moved(origin, -1), direction, pixel, cut: cut - position.y });
    return hit && { ...hit, point: moved(hit.point, 1) };
  }

  /** The model of a space that has nothing but splats: their centres, for what needs points. */
  async model(): Promise<Model> {
    const core = await loadCore();
    const { layer, object } = this;
    const { position } = object;
    const centre = (i: number): Vec3 => [
      layer.centres[3 * i]! + position.x,
      layer.centres[3 * i + 1]! + position.y,
      layer.centres[3 * i + 2]! + position.z,
    ];
    const sample = outline(layer.count, centre);
    const box = mainBox(sample);
    const surface = new THREE.Group();
    return {
      object,
      surface,
      parts: [],
      player: null,
      isPhysical: false,
      origin: this.origin,
      box,
      shape: core.shape(new Float32Array(), new Uint32Array(), box),
      outline: sample.filter((point) => point.every((value, k) => value >= box.min[k]! && value <= box.max[k]!)),
      triangles: 0,
      points: this.info.capacity,
      pointMaterials: [],
      dispose: () => {},
    };
  }

  dispose(): void {
    this.layer.dispose();
  }

  private get info(): SplatInfo {
    return this.layer.info!;
  }

  /** What is subtracted from the world's coordinates, in a space that has only splats. */
  private get origin(): Vec3 {
    return farOrigin(this.info.origin);
  }
}

/** Around all points but strays. */
function mainBox(points: readonly Vec3[]): Box {
  const skipped = Math.floor(strays * points.length);
  const limits = [0, 1, 2].map((axis) => {
    const sorted = points.map((point) => point[axis]!).sort((a, b) => a - b);
    return [sorted[skipped] ?? 0, sorted[sorted.length - 1 - skipped] ?? 1];
  });
  return {
    min: limits.map(([low]) => low) as unknown as Vec3,
    max: limits.map(([, high]) => high) as unknown as Vec3,
  };
}
