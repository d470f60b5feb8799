/** Placing points: the surface under a pixel, a preview of where the server would snap it, and adding it to the draft. */

import { t } from "../i18n/messages.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import type { Place } from "../scene/place.ts";
import type { Vec3 } from "../scene/view.ts";
import { announce } from "../ui/announce.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { ConflatedRequests } from "./conflated-requests.ts";
import { acceptsPoints } from "./draft.ts";
import type { Pixel } from "./figures.ts";
import { measureApi } from "./measure-api.ts";
import type { MeasureStore } from "./measure-store.ts";
import type { Measured, MeasurePoint, Snap } from "./types.ts";

/** A point snaps to features within so many pixels, limited to this range in metres. */
const snapPixels = 14;
const minRadius = 0.02;
const maxRadius = 0.4;

export interface PickedPoint {
  /** In world coordinates. */
  at: Vec3;
  /** Metres within which it snaps. */
  radius: number;
}

export interface SnapPreview {
  at: Vec3;
  snap: Snap;
}

export class PointPlacement {
  private readonly shown = signal<SnapPreview | null>(null);
  private readonly snapping: ConflatedRequests<PickedPoint, Measured>;
  private pixel: Pixel | null = null;
  /** What `shown` was requested for. */
  private requested: Vec3 | null = null;

  /** Where a point would be placed. */
  readonly preview: ReadonlySignal<SnapPreview | null> = this.shown;

  constructor(
    private readonly store: MeasureStore,
    private readonly place: Place,
    private readonly isOpen: () => boolean,
    private readonly signal: AbortSignal,
  ) {
    this.snapping = new ConflatedRequests({
      send: ({ at, radius }, signal) => this.snap({ at, snap: store.draft.snap.peek() }, radius, signal),
      received: ({ points: [snapped] }) => {
        if (snapped && this.isOpen() && this.shown.peek()) this.shown.value = { at: snapped.at, snap: snapped.snap };
      },
      failed: () => {}, // the preview stays where the pointer is
    });
    signal.addEventListener("abort", () => this.snapping.cancel());
  }

  /** The surface under a pixel; null where there is none. */
  async pick([x, y]: Pixel): Promise<PickedPoint | null> {
    const hit = await this.place.pick(x, y);
    if (!hit) return null;
    const { origin, viewer } = this.place;
    const radius = viewer.eye.pixelSize(hit.point) * snapPixels;
    return {
      at: [hit.point[0] + origin[0], hit.point[1] + origin[1], hit.point[2] + origin[2]],
      radius: Math.min(maxRadius, Math.max(minRadius, radius)),
    };
  }

  /** The pointer, or the crosshair, is over a pixel. */
  async hover(pixel: Pixel): Promise<void> {
    this.pixel = pixel;
    const { draft } = this.store;
    if (!acceptsPoints(draft.current.peek())) return this.hidePreview();
    const picked = await this.pick(pixel).catch(() => null);
    if (!this.isOpen() || this.pixel !== pixel) return;
    if (!picked) return this.hidePreview();
    if (this.requested && Math.hypot(...picked.at.map((value, axis) => value - this.requested![axis]!)) < 1e-5) return;
    this.requested = picked.at;
    draft.snapRadius = picked.radius;
    const snaps = draft.snap.peek() !== "none";
    this.shown.value = { at: picked.at, snap: snaps ? this.shown.peek()?.snap ?? "none" : "none" };
    if (snaps) this.snapping.send(picked);
  }

  /** The pointer has left the image. */
  leave(): void {
    this.pixel = null;
    this.hidePreview();
  }

  /** Adds the point under a pixel to the draft, then moves it to where the server snaps it. */
  async add(pixel: Pixel): Promise<void> {
    const { store } = this;
    const { draft } = store;
    if (!acceptsPoints(draft.current.peek())) return;
    let picked: PickedPoint | null;
    try {
      picked = await this.pick(pixel);
    } catch (error) {
      return notify(t("Couldn't find the surface: {problem}", { problem: messageOf(error) }));
    }
    if (!picked || !this.isOpen()) return announce(t("There is no surface at this point."));
    draft.snapRadius = picked.radius;
    const point: MeasurePoint = { at: picked.at, snap: draft.snap.peek() };
    store.place(point);
    this.hidePreview();
    if (point.snap === "none") return;
    try {
      const [snapped] = (await this.snap(point, picked.radius, this.signal)).points;
      if (snapped) draft.snapPoint(point, snapped);
    } catch {
      // It stays where it was placed; the reason for a missing value is shown with the value.
    }
  }

  private snap(point: MeasurePoint, radius: number, signal: AbortSignal): Promise<Measured> {
    return measureApi.measure(this.store.space, { kind: "snap", points: [point], radius }, signal);
  }

  private hidePreview(): void {
    this.requested = null;
    if (!this.shown.peek()) return;
    this.snapping.cancel();
    this.shown.value = null;
  }
}
