/** The camera's flights: to where a teller stood and exactly back, between the sand table and the visitor's eyes, from lens to lens. */

import type { Exploration, State } from "../core/core.ts";
import type { Frame, Vec3 } from "../scene/rig.ts";
import type { Viewer } from "../scene/viewer.ts";
import type { Viewpoint } from "./interface.ts";
import { aim, fittingFieldOfView, yawOf } from "./viewpoint.ts";

const seconds = 0.9;
/** Metres above the feet. */
const eyeHeight = 1.55;

export class Flights {
  private arrivals: (() => void)[] = [];
  private parallel = false;
  private isAway = false;

  constructor(
    private readonly viewer: Viewer,
    private readonly exploration: () => Exploration | null,
    /** Whether a fade stands in for each flight; null where nothing is seen anyway. */
    private readonly fades: () => boolean | null,
  ) {}

  /** Resolves on arrival; so does `back`. */
  async to(viewpoint: Viewpoint, frame: Frame): Promise<void> {
    this.isAway = true;
    const fieldOfView = fittingFieldOfView(viewpoint, frame);
    await this.fly((exploration, seconds) => exploration.flyTo(viewpoint.matrix, fieldOfView, seconds));
  }

  /** To exactly where the camera was before; at once where it isn't away. */
  async back(): Promise<void> {
    if (!this.isAway) return;
    this.isAway = false;
    await this.fly((exploration, seconds) => exploration.flyBack(seconds));
  }

  look(from: "sandtable" | "eyes", target?: Vec3): void {
    const exploration = this.exploration();
    if (!exploration) return;
    const { camera, avatar } = exploration.state;
    const before = yawOf(camera.rotation);
    void this.fly((exploration, seconds) =>
      exploration.setCamera(from === "eyes" ? "look" : "sandtable", this.parallel, seconds)
    );
    if (!target) return;
    const { position } = avatar;
    const { yaw, pitch } = aim([position[0], position[1] + eyeHeight, position[2]], target);
    const turn = yaw - before;
    // Without time passing: a turn, and no momentum.
    exploration.step(0, { orbitX: turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)), orbitY: pitch });
  }

  /** From lines in perspective to parallel ones, and back. */
  changeLens(): void {
    this.parallel = !this.parallel;
    this.look("sandtable");
  }

  /** After each step: tells those who wait, and forgets a viewpoint that the visitor left by walking. */
  follow(state: State): void {
    if (state.flying) return;
    this.arrive();
    if (!state.away) this.isAway = false;
  }

  arrive(): void {
    for (const arrived of this.arrivals.splice(0)) arrived();
  }

  private fly(begin: (exploration: Exploration, seconds: number) => void): Promise<void> {
    const exploration = this.exploration();
    if (!exploration) return Promise.resolve();
    this.arrive();
    const fades = this.fades();
    if (fades) this.viewer.crossFade();
    begin(exploration, fades === false ? seconds : 0);
    this.viewer.invalidate();
    return new Promise((resolve) => this.arrivals.push(resolve));
  }
}
