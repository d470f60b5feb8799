/** The interfaces between the sand table and its placement tasks: setting a pin, placing a screen. */

import type { Exploration, State } from "../../core/core.ts";
import type { Frame, Vec3 } from "../../scene/view.ts";
import type { FloatingScreen, SceneObject } from "../sand-table.ts";
import type { SandTableScene } from "../rendering/sand-table-scene.ts";

export interface PlacementContext {
  readonly exploration: Exploration;
  readonly scene: SandTableScene;
  /** As of the last step. */
  readonly state: State;
  readonly frame: Frame;
  readonly objects: readonly SceneObject[];
  /** Over the canvas, for handles. */
  readonly overlay: HTMLElement;
  /** Requests a frame. */
  invalidate(): void;
  /** From above, or through the visitor's eyes; there it looks at `target`. */
  look(from: "sandtable" | "eyes", target?: Vec3): void;
}

/** A placement task: the sand table forwards pointer events and frames to it until it ends. */
export interface PlacementTask {
  /** Its controls in the lower panel. */
  readonly element: HTMLElement;
  /** The screen that it places, if any. */
  readonly screen?: FloatingScreen;
  tap(x: number, y: number): void;
  hover(at: { x: number; y: number } | null): void;
  /** Before each frame. */
  advance(): void;
  cancel(): void;
}
