/**
 * The splats of a space in its 3D view: they are drawn while they arrive, ordered for each view by a worker, and
 * picked. While the camera moves, each frame uses the last order: the worker gets the newest view as soon as it is free.
 */

import type { Box } from "../core/vectors.ts";
import type { SortView, SplatHit, SplatInfo, SplatRay } from "./messages.ts";
import { SplatClient } from "./splat-client.ts";
import { announceSplats, type SplatCamera } from "./inspection.ts";
import { SplatObject } from "./splat-object.ts";

export interface SplatLayerProps {
  /** The most splats that the device draws. */
  maxSplats: number;
  /** The frame has to be drawn again. */
  invalidate(): void;
}

/** Changes of a view by less than this are not visible. */
const sameView = 1e-6;

export class SplatLayer {
  private readonly client: SplatClient;
  private readonly beginning = Promise.withResolvers<SplatObject>();
  private splats: SplatObject | null = null;
  private hides = false;
  private arrived = 0;
  /** What the last order was made for; null while one is missing. */
  private sortedView: SortView | null = null;
  private sortedCount = 0;
  /** The view that the worker is ordering for. */
  private sorting: SortView | null = null;
  private latestView: SortView | null = null;
  private lastMilliseconds = 0;
  private lastCamera: SplatCamera | null = null;
  /** Centres of the splats that have arrived: x, y, z. */
  centres = new Float32Array();
  /** Once the beginning of the file was read. */
  info: SplatInfo | null = null;
  /** Around the centres that have arrived. */
  private extent: Box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };

  constructor(private readonly props: SplatLayerProps) {
    this.beginning.promise.catch(() => {}); // `read` reports it
    this.client = new SplatClient({
      opened: (info) => this.open(info),
      added: (piece) => {
        this.splats!.add(piece);
        this.addCentres(piece.places, piece.first, piece.count);
        this.arrived = piece.first + piece.count;
        // The first ones need no view: any frame asks for their order.
        props.invalidate();
        this.beginning.resolve(this.splats!);
      },
      sorted: (order, milliseconds) => this.applyOrder(order, milliseconds),
    }, props.maxSplats);
    announceSplats(this);
  }

  /** Reads the file; resolves when all splats have arrived. Throws a `SplatFileError`. */
  async read(file: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void> {
    try {
      await this.client.read(file);
    } catch (error) {
      this.beginning.reject(error);
      throw error;
    }
  }

  /** What is drawn, once the first splats have arrived. */
  first(): Promise<SplatObject> {
    return this.beginning.promise;
  }

  /** The number of splats that have arrived. */
  get count(): number {
    return this.arrived;
  }

  /** Around all splats, or those that have arrived where the file doesn't say. */
  get box(): Box {
    return this.info?.box ?? this.extent;
  }

  /** How many are drawn. */
  get drawn(): number {
    return this.splats?.drawn ?? 0;
  }

  /** Whether what is on the screen is in the order of its view. */
  get isOrdered(): boolean {
    return this.sorting === null && this.latestView !== null && !this.needsOrder(this.latestView);
  }

  get camera(): SplatCamera | null {
    return this.lastCamera;
  }

  get sortMilliseconds(): number {
    return this.lastMilliseconds;
  }

  pick(ray: SplatRay): Promise<SplatHit | null> {
    return this.client.pick(ray);
  }

  setCut(height: number): void {
    this.splats?.setCut(height);
  }

  setHiding(hides: boolean): void {
    this.hides = hides;
    this.splats?.setHiding(hides);
  }

  dispose(): void {
    this.client.dispose();
    this.splats?.dispose();
  }

  private open(info: SplatInfo): void {
    this.info = info;
    this.centres = new Float32Array(3 * info.capacity);
    const splats = this.splats = new SplatObject(info);
    splats.setHiding(this.hides);
    splats.onView = (view, camera): void => {
      this.lastCamera = camera;
      this.order(view);
    };
  }

  private addCentres(places: Uint32Array<ArrayBuffer>, first: number, count: number): void {
    const values = new Float32Array(places.buffer);
    const low = [...this.extent.min] as [number, number, number];
    const high = [...this.extent.max] as [number, number, number];
    for (let i = 0; i < count; i += 1) {
      for (let axis = 0; axis < 3; axis += 1) {
        const value = values[4 * i + axis]!;
        this.centres[3 * (first + i) + axis] = value;
        if (value < low[axis]!) low[axis] = value;
        if (value > high[axis]!) high[axis] = value;
      }
    }
    this.extent = { min: low, max: high };
  }

  /** Asks for the order of a view, unless it is there or the worker is at work. */
  private order(view: SortView): void {
    this.latestView = view;
    if (this.sorting || !this.needsOrder(view)) return;
    this.sorting = view;
    this.sortedCount = this.arrived;
    this.client.sort(view);
  }

  private needsOrder(view: SortView): boolean {
    return this.sortedCount !== this.arrived || this.sortedView === null || !isSame(view, this.sortedView);
  }

  private applyOrder(order: Uint32Array, milliseconds: number): void {
    this.sortedView = this.sorting;
    this.sorting = null;
    this.lastMilliseconds = milliseconds;
    this.splats!.setOrder(order);
    // The frame that shows the order asks for the next one, if the view has changed.
    this.props.invalidate();
  }
}

function isSame(a: SortView, b: SortView): boolean {
  return a.isPerspective === b.isPerspective && a.near === b.near &&
    a.depth.every((value, k) => Math.abs(value - b.depth[k]!) < sameView);
}
