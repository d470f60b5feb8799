/** The memories of an object. Pins don't say on what they are, so those near its box are asked for whole. */

import type { SceneObject } from "../api/generated.ts";
import type { Memory } from "../memories/types.ts";
import type { Pin } from "../explore/sand-table.ts";

/** How far beside the box, and above its top, the cue of a memory on it can be. Metres. */
const sideMargin = 0.5;
const heightMargin = 2.2;
/** More are not requested. */
const maxRequests = 60;

/** The pins that can be on an object, the nearest to its centre first. */
export function pinsNear(object: Pick<SceneObject, "center" | "size">, pins: readonly Pin[]): Pin[] {
  const [x, y, z] = object.center;
  const [width, height, depth] = object.size;
  const reach = Math.hypot(width, depth) / 2 + sideMargin;
  return pins
    .map((pin) => ({ pin, distance: Math.hypot(pin.position[0] - x, pin.position[2] - z) }))
    .filter(({ pin, distance }) => {
      const above = pin.position[1] - y;
      return distance <= reach && above >= -height / 2 - sideMargin && above <= height / 2 + heightMargin;
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxRequests)
    .map(({ pin }) => pin);
}

/** The memories that are pinned to an object. Those that can't be fetched are left out. */
export async function memoriesOf(
  object: SceneObject,
  pins: readonly Pin[],
  fetch: (id: string) => Promise<Memory>,
): Promise<Memory[]> {
  const results = await Promise.allSettled(pinsNear(object, pins).map(({ id }) => fetch(id)));
  return results.flatMap((result) =>
    result.status === "fulfilled" && result.value.anchor.object?.id === object.id ? [result.value] : []
  );
}
