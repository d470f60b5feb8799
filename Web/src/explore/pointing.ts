/** What lies under a point of the picture: a memory's light, or an object. */

import type { Exploration } from "../core/core.ts";
import type { Frame } from "../scene/rig.ts";
import type { Pin, SceneObject } from "./interface.ts";
import type { Surroundings } from "./surroundings.ts";
import type { TableScene } from "./table-scene.ts";

/** A cue under a finger is found this many pixels around it. */
const fingerReach = 26;
/** So many of the nearest are looked at for that. */
const candidates = 64;

/** All that is pointed at, as of now. */
export interface Scenery {
  exploration: Exploration;
  scene: TableScene;
  surroundings: Surroundings;
  frame: Frame;
  pins: readonly Pin[];
  objects: readonly SceneObject[];
}

/** The number of the pin whose cue the ray meets, else of the nearest within a finger's width that is in sight; −1 for none. */
export function pinAt({ exploration, scene, surroundings, frame, pins }: Scenery, x: number, y: number): number {
  if (pins.length === 0) return -1;
  const { origin, direction } = scene.ray(x, y, frame);
  const hit = exploration.pick(...origin, ...direction);
  if (hit.kind === 3) return hit.index;
  let best = -1;
  let least = fingerReach;
  for (const i of surroundings.nearest(exploration.state.avatar.position, candidates)) {
    const spot = scene.project(pins[i]!.position, frame);
    const far = spot ? Math.hypot(spot.x - x, spot.y - y) : Infinity;
    if (far < least) [best, least] = [i, far];
  }
  return best;
}

export function objectAt({ exploration, scene, frame, objects }: Scenery, x: number, y: number): SceneObject | null {
  if (objects.length === 0) return null;
  const { origin, direction } = scene.ray(x, y, frame);
  const hit = exploration.pick(...origin, ...direction);
  return hit.kind === 2 ? objects[hit.index] ?? null : null;
}
