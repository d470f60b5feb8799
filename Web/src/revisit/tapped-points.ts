/** The points that the visitor has tapped in the camera's image, and the alignment that follows from them. */

import { t } from "../i18n/messages.ts";
import type { Vec3 } from "../scene/view.ts";
import { alignByMarker, alignByPoints, type Alignment, type Marker, type Pair } from "./align.ts";
import { normalOf, type XRAnchorLike, type XRFrameLike, type XRHitLike, type XRSpaceLike } from "./xr.ts";

/** What the space is aligned by: two named points, or a marker on a wall. */
export type Guide = { points: { name: string; point: Vec3 }[] } | { marker: Marker };

interface TappedPoint {
  real: Marker;
  /** Follows the corrections of the device's tracking; null where the browser has no anchors. */
  anchor: XRAnchorLike | null;
}

/** Metres that an anchor has to move before the alignment is computed again. */
const minMove = 0.002;

export class TappedPoints {
  alignment: Alignment | null = null;
  private tapped: TappedPoint[] = [];

  /** `aligned` is called with each new alignment. */
  constructor(private readonly guide: Guide, private readonly aligned: (alignment: Alignment) => void) {}

  get count(): number {
    return this.tapped.length;
  }

  get isComplete(): boolean {
    return this.tapped.length === ("marker" in this.guide ? 1 : this.guide.points.length);
  }

  /** What to do next. */
  get instruction(): string {
    if (this.isComplete) {
      return this.alignment ? t("Aligned.") : t("These points don't define a direction. Align again.");
    }
    if ("marker" in this.guide) return t("Move the phone until the ring is on the centre of the marker, then tap.");
    const name = this.guide.points[this.tapped.length]?.name ?? t("the point");
    return t("Move the phone until the ring is on {name}, then tap.", { name });
  }

  clear(): void {
    for (const { anchor } of this.tapped) anchor?.delete();
    this.tapped = [];
    this.alignment = null;
  }

  async add(hit: XRHitLike, base: XRSpaceLike): Promise<void> {
    const pose = hit.getPose(base);
    if (!pose || this.isComplete) return;
    const { x, y, z } = pose.transform.position;
    const point: TappedPoint = { real: { point: [x, y, z], normal: normalOf(pose) }, anchor: null };
    this.tapped.push(point);
    this.align();
    point.anchor = await hit.createAnchor?.().catch(() => null) ?? null;
  }

  /** Moves the points with their anchors. */
  followAnchors(frame: XRFrameLike, base: XRSpaceLike): void {
    let hasMoved = false;
    for (const { real, anchor } of this.tapped) {
      const position = anchor && frame.getPose(anchor.anchorSpace, base)?.transform.position;
      if (!position) continue;
      const { x, y, z } = position;
      hasMoved ||= Math.hypot(x - real.point[0], y - real.point[1], z - real.point[2]) > minMove;
      real.point = [x, y, z];
    }
    if (hasMoved && this.isComplete) this.align();
  }

  private align(): void {
    if (!this.isComplete) return;
    if ("marker" in this.guide) this.alignment = alignByMarker(this.guide.marker, this.tapped[0]!.real);
    else {
      const pairs = this.guide.points.map(({ point }, i): Pair => ({ place: point, real: this.tapped[i]!.real.point }));
      this.alignment = alignByPoints(pairs);
    }
    if (this.alignment) this.aligned(this.alignment);
  }
}
