/** Loads the surface of the space into the core, once, when the sand table or picking first needs it. */

import { loadCore } from "../../core/core.ts";
import { nextTask } from "../../core/next-task.ts";
import type { Model } from "../../scene/model.ts";
import { SurfacePick } from "../../scene/surface-pick.ts";
import type { Viewer } from "../../scene/viewer.ts";
import { walkableSurface } from "../../scene/mesh-surface.ts";
import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import type { ExplorerState } from "./explorer-state.ts";

export interface SurfaceLoaderProps {
  model: Model;
  state: ExplorerState;
  viewer: Viewer;
  scene: SandTableScene;
  signal: AbortSignal;
}

export class SurfaceLoader {
  /** The model that the core has; a finer one may be drawn by now. */
  private picked: Model | null = null;
  private starting: Promise<void> | null = null;

  /** The model that is drawn. */
  model: Model;

  constructor(private readonly props: SurfaceLoaderProps) {
    this.model = props.model;
  }

  /** Resolves when the core has the surface. */
  ready(): Promise<void> {
    return this.starting ??= this.start().catch((error) => {
      this.starting = null;
      throw error;
    });
  }

  /** Picks on the surface. Null: the page was left meanwhile. */
  async surface(): Promise<SurfacePick | null> {
    await this.ready();
    const { exploration } = this.props.state;
    return exploration && this.picked ? new SurfacePick(exploration, this.picked) : null;
  }

  private async start(): Promise<void> {
    const core = await loadCore();
    const { model, props: { state, viewer, scene, signal } } = this;
    const { positions, indices } = walkableSurface(model.surface, model.box, model.shape.floor);
    await nextTask();
    const exploration = await core.open(positions, indices, { signal });
    if (signal.aborted) return exploration.dispose();
    this.picked = model;
    state.begin(exploration);
    exploration.step(0);
    viewer.add(scene.object);
    await viewer.prepare();
  }
}
