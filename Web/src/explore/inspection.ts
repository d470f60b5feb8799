/**
 * The running sand table as browser tests and the developer console see it. `document` dispatches `diorama:sand-table` with a
 * `SandTableInspection` as its detail when a sand table is made (docs/web.md, "Inspection"). Nothing in the client listens to it.
 */

import type { State } from "../core/core.ts";
import type { Vec3 } from "../scene/rig.ts";
import type { FloatingScreen, SandTable } from "./interface.ts";
import type { Pictures } from "./pictures.ts";
import type { TableScene } from "./table-scene.ts";
import type { Tasks } from "./tasks.ts";
import type { Visit } from "./visit.ts";

export interface SandTableInspection {
  readonly table: SandTable;
  /** The core's state; null until it has loaded the space. */
  readonly state: State | null;
  /** The atmosphere is changing from one mood to another. */
  readonly atmosphereMoving: boolean;
  /** Of the space's colours: 1 unchanged, 0 grey. */
  readonly saturation: number;
  /** How many cues are drawn. */
  readonly cueCount: number;
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
  visit: Visit;
  scene: TableScene;
  tasks: Tasks;
  pictures: Pictures;
}

export function announceSandTable({ table, visit, scene, tasks, pictures }: InspectedParts): void {
  const detail: SandTableInspection = {
    table,
    get state(): State | null {
      return visit.exploration?.state ?? null;
    },
    get atmosphereMoving(): boolean {
      return pictures.air.moving;
    },
    get saturation(): number {
      return scene.cutaway.saturation;
    },
    get cueCount(): number {
      return scene.cues.count;
    },
    get boxVisible(): boolean {
      return scene.markers.boxVisible;
    },
    get screen(): FloatingScreen | null {
      return tasks.current?.screen ?? null;
    },
    project: (point) => scene.project(point, visit.frame),
    showAvatar: (shown) => scene.avatar.show(shown),
  };
  document.dispatchEvent(new CustomEvent("diorama:sand-table", { detail }));
}
