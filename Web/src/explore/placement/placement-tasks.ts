/** Placement tasks, one at a time: the anchor of a new memory, or a floating screen. */

import { pickKinds, type State } from "../../core/core.ts";
import type { Frame } from "../../scene/view.ts";
import type { LowerPanel } from "../panels/lower-panel.ts";
import type { CameraFlights } from "../viewpoints/camera-flights.ts";
import { editedScreenID, ScreenPlacement } from "./screen-placement.ts";
import type { Anchor, FloatingScreen, Placement, SceneObject } from "../sand-table.ts";
import { PinPlacement, type PinPlacementOptions } from "./pin-placement.ts";
import type { NearbyMemories } from "../cues/nearby-memories.ts";
import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import type { ExplorerState } from "../explorer/explorer-state.ts";
import type { PlacementContext, PlacementTask } from "./placement-task.ts";

export interface PlacementTasksParts {
  state: ExplorerState;
  scene: SandTableScene;
  /** Over the canvas, for handles. */
  overlay: HTMLElement;
  /** Shows a task's controls. */
  lowerPanel: LowerPanel;
  nearby: NearbyMemories;
  flights: CameraFlights;
  /** Requests a frame. */
  invalidate(): void;
}

export class PlacementTasks {
  private task: PlacementTask | null = null;

  constructor(private readonly parts: PlacementTasksParts) {}

  get current(): PlacementTask | null {
    return this.task;
  }

  place(options: PinPlacementOptions): Promise<Placement | null> {
    return this.start((context, end) => new PinPlacement(context, options, end));
  }

  async adjustScreen(
    options: { image: string | null; aspect: number; anchor: Anchor; start?: FloatingScreen },
  ): Promise<FloatingScreen | null> {
    const { nearby, state: { exploration } } = this.parts;
    if (!exploration) return null;
    const { anchor, image } = options;
    const surface = { kind: pickKinds.mesh, index: -1, point: anchor.point, normal: anchor.normal } as const;
    const screen = options.start ?? exploration.place(surface, anchor.height, { aspect: options.aspect })?.screen;
    if (!screen) return null;
    const show = (now: FloatingScreen): void => nearby.showEditedScreen({ id: editedScreenID, screen: now, image });
    const result = await this.start<FloatingScreen>((context, end) => new ScreenPlacement(context, screen, show, end));
    nearby.showEditedScreen(null);
    return result;
  }

  cancel(): void {
    this.task?.cancel();
  }

  /** Starts a task; it cancels the previous one. */
  private start<Result>(
    begin: (context: PlacementContext, end: (result: Result | null) => void) => PlacementTask,
  ): Promise<Result | null> {
    this.task?.cancel();
    const context = this.makeContext();
    if (!context) return Promise.resolve(null);
    const { lowerPanel, invalidate } = this.parts;
    return new Promise((resolve) => {
      const task = begin(context, (result) => {
        if (this.task === task) {
          this.task = null;
          lowerPanel.show(null);
        }
        resolve(result);
      });
      this.task = task;
      lowerPanel.show(task.element);
      invalidate();
    });
  }

  private makeContext(): PlacementContext | null {
    const { state: shared, scene, overlay, flights, invalidate } = this.parts;
    const { exploration } = shared;
    if (!exploration) return null;
    return {
      exploration,
      scene,
      overlay,
      get state(): State {
        return exploration.state;
      },
      get frame(): Frame {
        return shared.frame;
      },
      get objects(): readonly SceneObject[] {
        return shared.objects;
      },
      invalidate,
      look: (from, target) => flights.look(from, target),
    };
  }
}
