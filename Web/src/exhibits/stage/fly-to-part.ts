/** Shows a part of the model on the stage: the camera flies to it. */

import { boxAround } from "./boxes.ts";
import type { ExhibitStage } from "./exhibit-stage.ts";
import { flightTime } from "./frame.ts";
import { anchorOf } from "./part-tree.ts";

/** Of the model's radius: the size of a part that has no node of its own. */
const pointSize = 0.12;

/** `explosion`: the fraction of the exploded view. Does nothing where the model has no such part. */
export function flyToPart(stage: ExhibitStage, id: string, explosion: number): void {
  const { model } = stage;
  const part = model?.find(id);
  if (!model || !part) return;
  const anchor = anchorOf(part, explosion);
  const { min, max } = model.box;
  const radius = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2;
  const box = model.boundsOf(part) ?? boxAround(anchor, pointSize * radius);
  stage.fly(stage.poseOf(box, anchor), flightTime);
}
