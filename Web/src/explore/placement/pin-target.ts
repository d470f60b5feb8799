/** Where a pin can be set: on surfaces and objects, under the pointer or before the avatar. */

import { type Hit, pickKinds, pickTargets, type Placement as CorePlacement } from "../../core/core.ts";
import { t } from "../../i18n/messages.ts";
import { formatDecimal } from "../../i18n/numbers.ts";
import type { SceneObject } from "../sand-table.ts";
import type { PlacementContext } from "./placement-task.ts";

/** Metres above the feet. */
const eyeHeight = 1.4;
/** Metres within which the surface ahead is taken. */
const reach = 3;
/** Surfaces and objects, but no pins. */
const targets = pickTargets.mesh | pickTargets.objects;

/** The surface at a pixel of the canvas. */
export function surfaceAt(context: PlacementContext, x: number, y: number): Hit | null {
  const hit = context.exploration.pick(context.scene.ray(x, y, context.frame), targets);
  return hit.kind === pickKinds.none ? null : hit;
}

/** The surface before the avatar: within reach ahead and a little down, else the floor one step ahead. */
export function surfaceAhead({ state, exploration }: PlacementContext): Hit | null {
  const { position: [x, y, z], heading } = state.avatar;
  const dx = -Math.sin(heading);
  const dz = -Math.cos(heading);
  const forward = exploration.pick(
    { origin: [x, y + eyeHeight, z], direction: [dx * 0.93, -0.37, dz * 0.93] },
    targets,
  );
  if (forward.kind !== pickKinds.none && forward.distance < reach) return forward;
  const down = exploration.pick({ origin: [x + dx, y + eyeHeight, z + dz], direction: [0, -1, 0] }, targets);
  return down.kind === pickKinds.none ? null : down;
}

/** The height of a new pin in metres: on a wall at the point itself, above a floor or table a little higher. */
export function defaultHeight({ normal }: Hit): number {
  return normal[1] > 0.6 ? 0.3 : 0;
}

/** "The pin is on the floor." */
export function positionText({ aboveFloor, object }: CorePlacement, objects: readonly SceneObject[]): string {
  const name = objects[object]?.name;
  if (name !== undefined) return t("The pin is on {name}.", { name });
  if (aboveFloor < 0.08) return t("The pin is on the floor.");
  return t("The pin is {aboveFloor} metres above the floor.", { aboveFloor: formatDecimal(aboveFloor, 1) });
}
