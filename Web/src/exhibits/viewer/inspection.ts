/** What the browser checks and the developer console see of the 3D view (docs/exhibit-viewer.md). */

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
