/** The memory or object under a point of the image. */

import { pickKinds } from "../../core/core.ts";
import type { ExplorerState } from "../explorer/explorer-state.ts";
import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import type { SceneObject } from "../sand-table.ts";

/** A finger reaches a cue within this distance, in pixels. */
const touchRadius = 26;
/** This many of the nearest pins are tested for it. */
const maxCandidates = 64;

export interface Point2 {
  x: number;
  y: number;
}

export class HitTest {
  constructor(private readonly state: ExplorerState, private readonly scene: SandTableScene) {}

  /** The index of the pin whose cue the ray meets, or else of the nearest within `touchRadius`; −1 for none. */
  pin({ x, y }: Point2): number {
    const { exploration, frame, pins } = this.state;
    if (!exploration || pins.length === 0) return -1;
    const hit = exploration.pick(this.scene.ray(x, y, frame));
    if (hit.kind === pickKinds.pin) return hit.index;
    let best = -1;
    let least = touchRadius;
    for (const i of this.state.nearest(exploration.state.avatar.position, maxCandidates)) {
      const spot = this.scene.project(pins[i]!.position, frame);
      const distance = spot ? Math.hypot(spot.x - x, spot.y - y) : Infinity;
      if (distance >= least) continue;
      best = i;
      least = distance;
    }
    return best;
  }

  /** Pixels from a point to a pin's cue. */
  distance({ x, y }: Point2, index: number): number {
    const pin = this.state.pins[index];
    const spot = pin ? this.scene.project(pin.position, this.state.frame) : null;
    return spot ? Math.hypot(spot.x - x, spot.y - y) : Infinity;
  }

  object({ x, y }: Point2): SceneObject | null {
    const { exploration, frame, objects } = this.state;
    if (!exploration || objects.length === 0) return null;
    const hit = exploration.pick(this.scene.ray(x, y, frame));
    return hit.kind === pickKinds.object ? objects[hit.index] ?? null : null;
  }
}
