/**
 * The running sand table as browser tests and the developer console see it. `document` dispatches `diorama:sand-table` with a
 * `SandTableInspection` as its detail when a sand table is made (docs/web.md, "Inspection"). Nothing in the client listens to it.
 */

import type { State } from "../../core/core.ts";
import type { Vec3 } from "../../scene/view.ts";
import type { FloatingScreen, SandTable } from "../sand-table.ts";
import type { FrameLoop } from "./frame-loop.ts";
import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import type { PlacementTasks } from "../placement/placement-tasks.ts";
import type { TableFeedback } from "../atmosphere/table-feedback.ts";
import type { ExplorerState } from "./explorer-state.ts";

export interface SandTableInspection {
  readonly table: SandTable;
  /** The core's state; null until it has loaded the space. */
  readonly state: State | null;
  /** The atmosphere is changing from one mood to another. */
  readonly atmosphereMoving: boolean;
  /** Of the space's colours: 1 unchanged, 0 grey. */
  readonly saturation: number;
  /** The loudness of the background sound, 0 to 1. */
  readonly backgroundLevel: number;
  /** How many cues are drawn. */
  readonly cueCount: number;
  /** How many things have a pin. */
  readonly thingCount: number;
  /** The box of an object is drawn. */
  readonly boxVisible: boolean;
  /** The screen whose handles are shown. */
  readonly screen: FloatingScreen | null;
  /** In CSS pixels from the top left of the canvas; null behind the camera. */
  project(point: Vec3): { x: number; y: number } | null;
  showAvatar(shown: boolean): void;
}

export interface InspectedParts {
  table: SandTable;
  state: ExplorerState;
  scene: SandTableScene;
  tasks: PlacementTasks;
  frameLoop: FrameLoop;
  feedback: TableFeedback;
}

export function announceSandTable({ table, state: shared, scene, tasks, frameLoop, feedback }: InspectedParts): void {
  const detail: SandTableInspection = {
    table,
    get state(): State | null {
      return shared.exploration?.state ?? null;
    },
    get atmosphereMoving(): boolean {
      return frameLoop.atmosphere.moving;
    },
    get saturation(): number {
      return scene.cutaway.saturation;
    },
    get backgroundLevel(): number {
      return feedback.backgroundLevel;
    },
    get cueCount(): number {
      return scene.cues.count;
    },
    get thingCount(): number {
      return scene.things.count;
    },
    get boxVisible(): boolean {
      return scene.markers.boxVisible;
    },
    get screen(): FloatingScreen | null {
      return tasks.current?.screen ?? null;
    },
    project: (point) => scene.project(point, shared.frame),
    showAvatar: (shown) => scene.avatar.show(shown),
  };
  document.dispatchEvent(new CustomEvent("diorama:sand-table", { detail }));
}
