/** Where a point would land, and putting it there: what lies under a pixel, drawn to what the server says it clings to. */

import type { Place } from "../scene/place.ts";
import type { Vec3 } from "../scene/rig.ts";
import { announce } from "../ui/announce.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { acceptsPoints } from "./draft.ts";
import type { Pixel } from "./figures.ts";
import { Latest } from "./latest.ts";
import { measureApi } from "./measure-api.ts";
import type { MeasureStore } from "./measure-store.ts";
import type { Measured, MeasurePoint, Snap } from "./types.ts";

/** A point clings to what is within so many pixels, and within these metres. */
const clingPixels = 14;
const [leastReach, mostReach] = [0.02, 0.4];

interface Found {
  at: Vec3;
  /** How far a point there clings. */
  radius: number;
}

export class Aiming {
  private pixel: Pixel | null = null;
  private shown: { at: Vec3; snap: Snap } | null = null;
  /** What `shown` was asked for. */
  private asked: Vec3 | null = null;
  private readonly snapping: Latest<Found, Measured>;

  constructor(
    private readonly store: MeasureStore,
    private readonly place: Place,
    private readonly isOpen: () => boolean,
    private readonly redraw: () => void,
    private readonly signal: AbortSignal,
  ) {
    this.snapping = new Latest(
      ({ at, radius }, life) => this.snap({ at, snap: store.snap }, radius, life),
      (answer) => this.land(answer),
      () => {}, // without an answer the mark stays where the pointer is
    );
    signal.addEventListener("abort", () => this.snapping.cancel());
  }

  get mark(): { at: Vec3; snap: Snap } | null {
    return this.shown;
  }

  /** In the world's coordinates. */
  async under(x: number, y: number): Promise<Found | null> {
    const hit = await this.place.pick(x, y);
    if (!hit) return null;
    const { origin, viewer } = this.place;
    const radius = viewer.eye.pixelSize(hit.point) * clingPixels;
    return {
      at: [hit.point[0] + origin[0], hit.point[1] + origin[1], hit.point[2] + origin[2]],
      radius: Math.min(mostReach, Math.max(leastReach, radius)),
    };
  }

  /** The pointer, or the cross, is over a pixel. */
  async at(x: number, y: number): Promise<void> {
    const now: Pixel = this.pixel = [x, y];
    if (!acceptsPoints(this.store.draft)) return this.unmark();
    const found = await this.under(x, y).catch(() => null);
    if (!this.isOpen() || this.pixel !== now) return;
    if (!found) return this.unmark();
    // The picture rests where it was asked for already.
    if (this.asked && Math.hypot(...found.at.map((value, axis) => value - this.asked![axis]!)) < 1e-5) return;
    this.asked = found.at;
    this.store.radius = found.radius;
    this.shown = { at: found.at, snap: this.store.snap === "none" ? "none" : this.shown?.snap ?? "none" };
    if (this.store.snap !== "none") this.snapping.ask(found);
    this.redraw();
  }

  /** The pointer has left. */
  leave(): void {
    this.pixel = null;
    this.unmark();
  }

  async put(x: number, y: number): Promise<void> {
    const { store } = this;
    if (!acceptsPoints(store.draft)) return;
    let found;
    try {
      found = await this.under(x, y);
    } catch (error) {
      return notify(`Couldn't find what is there: ${messageOf(error)}`);
    }
    if (!found || !this.isOpen()) return announce("There is nothing to point at.");
    store.radius = found.radius;
    const point: MeasurePoint = { at: found.at, snap: store.snap };
    store.add(point);
    this.unmark();
    if (store.snap === "none") return;
    try {
      const [landed] = (await this.snap(point, found.radius, this.signal)).points;
      if (landed) store.snapped(point, landed);
    } catch {
      // It stays where it was put; why there is no value is told with the value.
    }
  }

  private snap(point: MeasurePoint, radius: number, signal: AbortSignal): Promise<Measured> {
    return measureApi.measure(this.store.space, { kind: "snap", points: [point], radius }, signal);
  }

  private land({ points: [landed] }: Measured): void {
    if (!landed || !this.isOpen() || !this.shown) return;
    this.shown = { at: landed.at, snap: landed.snap };
    this.redraw();
  }

  private unmark(): void {
    this.asked = null;
    if (!this.shown) return;
    this.snapping.cancel();
    this.shown = null;
    this.redraw();
  }
}
