/** The place's surface in the core: given to it once, for whoever asks first, on the sand table or where a ray is to meet the place. */

import { loadCore } from "../core/core.ts";
import { nextTask } from "../core/next-task.ts";
import type { Model } from "../scene/model.ts";
import { SurfacePick } from "../scene/surface-pick.ts";
import type { Viewer } from "../scene/viewer.ts";
import { surfaceOf } from "./mesh-parts.ts";
import type { TableScene } from "./table-scene.ts";
import type { Visit } from "./visit.ts";

export class Ground {
  /** The model that the core holds: a finer one may be drawn by now. */
  private picked: Model | null = null;
  private starting: Promise<void> | null = null;

  /** `model` is the one that is drawn. */
  constructor(
    public model: Model,
    private readonly visit: Visit,
    private readonly viewer: Viewer,
    private readonly scene: TableScene,
    private readonly signal: AbortSignal,
  ) {}

  /** Once, whoever asks first. */
  ready(): Promise<void> {
    return this.starting ??= this.start().catch((error) => {
      this.starting = null;
      throw error;
    });
  }

  /** The core's answers to what a ray meets, also where the sand table was never opened. Null: the page was left meanwhile. */
  async surface(): Promise<SurfacePick | null> {
    await this.ready();
    const { exploration } = this.visit;
    return exploration && this.picked ? new SurfacePick(exploration, this.picked) : null;
  }

  private async start(): Promise<void> {
    const core = await loadCore();
    const { model, signal } = this;
    const { positions, indices } = surfaceOf(model.object, model.box, model.levels);
    await nextTask();
    const exploration = await core.open(positions, indices, { signal });
    if (signal.aborted) return exploration.dispose();
    this.picked = model;
    this.visit.begin(exploration);
    exploration.step(0);
    this.viewer.add(this.scene.object);
    await this.viewer.prepare();
  }
}
