/** What the 3D view draws with. three.js comes with this module, which is loaded while the poster is shown. */

export { ExhibitStage } from "../stage/exhibit-stage.ts";
export { flyToPart } from "../stage/fly-to-part.ts";
export { canExplode } from "../stage/part-tree.ts";
export { inspect } from "./inspection.ts";
export { PartLabels } from "./labels.ts";
export { parseLevel } from "./model-levels.ts";
export { ScaleStore } from "./scale-store.ts";
export { scaleSheet } from "./scale-sheet.ts";
export { listenToStageGestures } from "./viewer-gestures.ts";
export { listenToViewerKeys } from "./viewer-keys.ts";
