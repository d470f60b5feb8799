/** The camera's flights: to a viewpoint and exactly back, between the sand table and eye height, between lenses. */

import type { Exploration, State } from "../../core/core.ts";
import type { Frame, Vec3 } from "../../scene/view.ts";
import type { Viewer } from "../../scene/viewer.ts";
import type { Viewpoint } from "../sand-table.ts";
import { aim, fittingFieldOfView, yawOf } from "./viewpoint.ts";

const flightSeconds = 0.9;
/** Metres above the feet. */
const eyeHeight = 1.55;

/** How the camera changes: `fade` is for reduced motion, `jump` while the sand table is not shown. */
export type Transition = "fly" | "fade" | "jump";

export class CameraFlights {
  private arrivals: (() => void)[] = [];
  private isOrthographic = false;
  private isAway = false;

  constructor(
    private readonly viewer: Viewer,
    private readonly exploration: () => Exploration | null,
    private readonly transition: () => Transition,
  ) {}

  /** Resolves on arrival; so does `back`. */
  async to(viewpoint: Viewpoint, frame: Frame): Promise<void> {
    this.isAway = true;
    const fieldOfView = fittingFieldOfView(viewpoint, frame);
    await this.fly((exploration, seconds) => exploration.flyTo(viewpoint.matrix, fieldOfView, seconds));
  }

  /** Back to exactly the previous camera; resolves at once where the camera is not away. */
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
      exploration.setCamera(from === "eyes" ? "look" : "sandtable", this.isOrthographic, seconds)
    );
    if (!target) return;
    const { position } = avatar;
    const { yaw, pitch } = aim([position[0], position[1] + eyeHeight, position[2]], target);
    const turn = yaw - before;
    // A step of zero seconds turns the camera without momentum.
    exploration.step(0, { orbitX: turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)), orbitY: pitch });
  }

  /** Switches between perspective and orthographic projection. */
  changeLens(): void {
    this.isOrthographic = !this.isOrthographic;
    this.look("sandtable");
  }

  /** After each step: resolves finished flights; a visitor who walks leaves the viewpoint. */
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
    const transition = this.transition();
    if (transition === "fade") this.viewer.crossFade();
    begin(exploration, transition === "fly" ? flightSeconds : 0);
    this.viewer.invalidate();
    return new Promise((resolve) => this.arrivals.push(resolve));
  }
}
