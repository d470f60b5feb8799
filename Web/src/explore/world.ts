/** What a task on the sand table (setting a pin, hanging a screen) works with. */

import type { Exploration, State } from "../core/core.ts";
import type { Frame, Vec3 } from "../scene/rig.ts";
import type { FloatingScreen, SceneObject } from "./interface.ts";
import type { TableScene } from "./table-scene.ts";

export interface World {
  readonly exploration: Exploration;
  readonly scene: TableScene;
  /** As of the last step. */
  readonly state: State;
  readonly frame: Frame;
  readonly objects: readonly SceneObject[];
  /** Over the picture, for handles. */
  readonly overlay: HTMLElement;
  /** Asks for a picture. */
  wake(): void;
  /** From above, or through the visitor's eyes; there it looks at `target`. */
  look(from: "sandtable" | "eyes", target?: Vec3): void;
}

/** A task in hand: the sand table tells it of presses and pictures, until it ends. */
export interface Task {
  /** Its controls in the lower window. */
  readonly element: HTMLElement;
  /** The screen that it places, where that is what it does. */
  readonly screen?: FloatingScreen;
  tap(x: number, y: number): void;
  hover(at: { x: number; y: number } | null): void;
  /** Before each picture. */
  advance(): void;
  cancel(): void;
}
