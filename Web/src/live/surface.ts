/** Points of the scanned surface on which companions stand. */

import type { Place } from "../scene/place.ts";
import type { SurfacePick } from "../scene/surface-pick.ts";
import type { Vec3 } from "../scene/view.ts";

/** From this upward component of the normal on, one can stand on a surface. */
const standable = 0.6;
/** Metres from a wall at which a companion stands. */
const wallDistance = 0.15;
/** Metres that a surface may be before a point that is still visible. */
const margin = 0.05;
const down: Vec3 = [0, -1, 0];

export class LiveSurface {
  private pick: SurfacePick | null = null;

  constructor(private readonly place: Place) {}

  /** Loads the surface; takes a second in a large space the first time. */
  async prepare(): Promise<void> {
    this.pick = await this.place.preparePicking();
  }

  /** Calls `body` at once, or when the surface has been loaded. */
  whenReady(body: () => void): void {
    if (this.pick) body();
    else void this.prepare().then(body, () => {}); // the failure was announced
  }

  /** The surface under a pixel of the image, and the distance to it. */
  at(x: number, y: number): { point: Vec3; distance: number } | null {
    const { eye, cutHeight, looksFreely } = this.place.viewer;
    return this.pick?.hit(eye.ray(x, y), { cut: cutHeight, frontOnly: looksFreely }) ?? null;
  }

  /** Where a companion stands that is put at a pixel: on the surface there, or at the foot of a wall. */
  standingAt(x: number, y: number): Vec3 | null {
    const { eye, cutHeight, looksFreely } = this.place.viewer;
    const hit = this.pick?.hit(eye.ray(x, y), { cut: cutHeight, frontOnly: looksFreely });
    if (!hit) return null;
    const { point, normal } = hit;
    if (normal[1] >= standable) return point;
    const before: Vec3 = [
      point[0] + normal[0] * wallDistance,
      point[1] + normal[1] * wallDistance,
      point[2] + normal[2] * wallDistance,
    ];
    return this.below(before) ?? point;
  }

  /** Where a companion stands after a step, which climbs at most `rise` metres; null where there is nothing below. */
  standingNear(point: Vec3, rise: number): Vec3 | null {
    return this.below([point[0], point[1] + rise, point[2]]);
  }

  /** Whether no drawn surface is between two points. */
  isClear(from: Vec3, to: Vec3): boolean {
    const way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
    const length = Math.hypot(...way);
    if (!this.pick || length < margin) return true;
    const direction: Vec3 = [way[0] / length, way[1] / length, way[2] / length];
    const distance = this.distance(from, direction);
    return distance === null || distance > length - margin;
  }

  /** Metres from a point to the first drawn surface in a direction; null where there is none. */
  distance(origin: Vec3, direction: Vec3): number | null {
    const { cutHeight, looksFreely } = this.place.viewer;
    return this.pick?.hit({ origin, direction }, { cut: cutHeight, frontOnly: looksFreely })?.distance ?? null;
  }

  /** The surface below a point. */
  below(point: Vec3): Vec3 | null {
    return this.pick?.hit({ origin: point, direction: down }, { cut: Infinity, frontOnly: false })?.point ?? null;
  }
}
