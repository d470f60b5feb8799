/** Fingers and mouse on the stage: one finger turns, two pan, pinch and twist, a tap selects a part. */

import { listenToGestures } from "../../scene/gestures.ts";
import type { ExhibitStage } from "../stage/exhibit-stage.ts";

export function listenToStageGestures(
  stage: ExhibitStage,
  tap: (x: number, y: number) => void,
  signal: AbortSignal,
): void {
  const target = {
    turn: (dx: number, dy: number) => stage.steer((orbit) => orbit.drag(dx, dy)),
    move: (dx: number, dy: number) => stage.steer((orbit) => orbit.pan(dx, dy, stage.metresPerPixel)),
    zoom: (factor: number, x: number, y: number) => {
      const { width, height, top, bottom } = stage.frame;
      stage.steer((orbit) => {
        // What is below the fingers stays there: the image is moved by its distance from the centre.
        const { metresPerPixel } = stage;
        const shift = 1 - 1 / factor;
        orbit.pinch(factor);
        orbit.pan((x - width / 2) * shift, (y - (height + top - bottom) / 2) * shift, metresPerPixel);
      });
    },
    twist: (angle: number) => stage.steer((orbit) => orbit.twist(angle)),
    hold: () => stage.hold(),
    release: (vx: number, vy: number) => stage.steer((orbit) => orbit.release(1000 * vx, 1000 * vy)),
    tap,
  };
  listenToGestures(stage.canvas, () => target, signal);
}
