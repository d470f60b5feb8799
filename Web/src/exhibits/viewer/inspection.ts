/** What the browser checks and the developer console see of the 3D view (docs/exhibit-viewer.md). */

import type { Object3D } from "three";
import type { FloorPlacement } from "../ar/floor-placement.ts";
import type { ExhibitStage } from "../stage/exhibit-stage.ts";
import type { PartLabels } from "./labels.ts";

export interface ExhibitInspection {
  stage: ExhibitStage;
  labels: PartLabels;
}

/** Dispatches the event `diorama:exhibit` with the view as its detail. */
export function inspect(detail: ExhibitInspection): void {
  document.dispatchEvent(new CustomEvent("diorama:exhibit", { detail }));
}

export interface ARInspection {
  /** As the fingers have set it. */
  placement: { peek(): FloorPlacement };
  /** As it is drawn. */
  anchor: Object3D;
}

/** Dispatches the event `diorama:exhibit-ar` with the placement in augmented reality as its detail. */
export function inspectAR(detail: ARInspection): void {
  document.dispatchEvent(new CustomEvent("diorama:exhibit-ar", { detail }));
}
