/** Moves a viewer's camera: modes, home views, gestures, keys, the cut. It knows what the camera may do; the viewer only draws. */

import { type CutRange, cutRange, isRoom } from "./ceiling.ts";
import type { GestureTarget } from "./gestures.ts";
import type { Model } from "./model.ts";
import {
  bounded,
  clamp,
  corners,
  firstYaw,
  fit,
  lenses,
  middle,
  type Mode,
  orbit,
  pan,
  sameView,
  type View,
  zoom,
} from "./rig.ts";
import type { Seen } from "./address.ts";
import type { Viewer } from "./viewer.ts";

const flightTime = 900;
const stepTime = 120;
const panelTime = 240;
const radiansPerPixel = 0.0055;

export interface Cut {
  on: boolean;
  height: number;
}

export class Navigator implements GestureTarget {
  mode: Mode = "look";
  readonly cutRange: CutRange;
  private readonly usual: Record<Mode, boolean>;
  private cuts: Record<Mode, boolean>;
  private cutHeight: number;
  private coasting = 0;
  /** Whether the camera is where the mode's first view is: then it stays so when the window changes. */
  private atHome = true;

  /** Called when mode or cut changed. */
  onChange: () => void = () => {};

  constructor(
    private readonly viewer: Viewer,
    private readonly model: Model,
    private readonly reducedMotion: () => boolean,
  ) {
    this.cutRange = cutRange(model.box, model.levels);
    this.usual = { look: false, table: isRoom(model.box) };
    this.cuts = { ...this.usual };
    this.cutHeight = this.cutRange.usual;
    viewer.onResize = (): void => this.resized();
  }

  get floor(): number {
    return this.model.levels.floor;
  }

  get cut(): Cut {
    return { on: this.cuts[this.mode], height: this.cutHeight };
  }

  /** What the address should say; the usual is left out. */
  get seen(): Seen {
    const { on, height } = this.cut;
    const changed = on !== this.usual[this.mode] || (on && Math.abs(height - this.cutRange.usual) > 0.005);
    return {
      mode: this.mode,
      view: this.atHome ? null : this.viewer.destination,
      cut: changed ? (on ? height : "off") : null,
    };
  }

  /** Takes up what an address says, at once. */
  start(seen: Seen): void {
    this.mode = seen.mode;
    if (seen.cut === "off") this.cuts[seen.mode] = false;
    else if (seen.cut !== null) {
      this.cuts[seen.mode] = true;
      this.cutHeight = clamp(seen.cut, this.cutRange.lowest, this.cutRange.highest);
    }
    this.atHome = seen.view === null;
    this.viewer.set(seen.view ? bounded(seen.view, seen.mode, this.model.box) : this.home(), this.cutPlane());
    this.onChange();
  }

  setMode(mode: Mode): void {
    if (mode === this.mode) return;
    const yaw = this.viewer.destination.yaw;
    this.mode = mode;
    this.go({ ...this.home(), yaw }, flightTime);
    this.noteHome();
    this.onChange();
  }

  setCut(cut: Partial<Cut>): void {
    if (cut.on !== undefined) this.cuts[this.mode] = cut.on;
    if (cut.height !== undefined) this.cutHeight = clamp(cut.height, this.cutRange.lowest, this.cutRange.highest);
    const dragged = cut.height !== undefined;
    if (dragged) this.viewer.set(this.viewer.destination, this.cutPlane());
    else this.go(this.viewer.destination, panelTime);
    this.onChange();
  }

  reset(): void {
    this.cutHeight = this.cutRange.usual;
    this.cuts[this.mode] = this.usual[this.mode];
    this.go(this.home(), flightTime);
    this.atHome = true;
    this.onChange();
  }

  /** One step by a key or a button: turns in radians, moves as parts of the picture's height, `factor` of what is seen. */
  step(step: { turn?: number; tilt?: number; right?: number; up?: number; factor?: number }): void {
    let view = orbit(this.viewer.destination, step.turn ?? 0, step.tilt ?? 0);
    view = pan(view, this.mode, (step.right ?? 0) * view.span, (step.up ?? 0) * view.span);
    view = zoom(view, this.mode, step.factor ?? 1);
    this.go(bounded(view, this.mode, this.model.box), stepTime);
    this.noteHome();
  }

  // Gestures

  turn(dx: number, dy: number): void {
    this.apply(orbit(this.viewer.view, -dx * radiansPerPixel, dy * radiansPerPixel));
  }

  move(dx: number, dy: number): void {
    const metres = this.viewer.view.span / this.viewer.frame.height;
    this.apply(pan(this.viewer.view, this.mode, dx * metres, -dy * metres));
  }

  zoom(factor: number, x: number, y: number): void {
    this.stopCoasting();
    const { width, height, top, bottom } = this.viewer.frame;
    const middle = (height + top - bottom) / 2;
    const before = this.viewer.view;
    // Not beyond the limits, or the point under the pointer would slide.
    const limited = bounded({ ...before, span: before.span * factor }, this.mode, this.model.box).span / before.span;
    this.apply(zoom(before, this.mode, limited, (2 * x - width) / height, 2 * (middle - y) / height));
  }

  twist(angle: number): void {
    this.apply(orbit(this.viewer.view, angle, 0));
  }

  hold(): void {
    this.stopCoasting();
    // A flight between modes goes on under a resting finger; only a drag ends it.
    if (this.viewer.view.fov === lenses[this.mode].fov) this.viewer.set(this.viewer.view, this.cutPlane());
  }

  /** After a swipe the place turns on and comes to rest. */
  release(vx: number, vy: number): void {
    if (this.reducedMotion() || Math.hypot(vx, vy) < 0.15) return;
    const limit = 3;
    let [x, y] = [clamp(vx, -limit, limit), clamp(vy, -limit, limit)];
    let last = performance.now();
    const coast = (now: number): void => {
      const elapsed = clamp(now - last, 0, 50);
      last = now;
      this.turn(x * elapsed, y * elapsed);
      const left = Math.exp(-elapsed / 160);
      x *= left;
      y *= left;
      this.coasting = Math.hypot(x, y) > 0.02 ? requestAnimationFrame(coast) : 0;
    };
    this.coasting = requestAnimationFrame(coast);
  }

  dispose(): void {
    this.stopCoasting();
    this.viewer.onResize = (): void => {};
  }

  private apply(view: View): void {
    this.viewer.set(bounded(view, this.mode, this.model.box), this.cutPlane());
    this.noteHome();
  }

  private go(view: View, duration: number): void {
    this.stopCoasting();
    const target = { ...view, fov: lenses[this.mode].fov };
    if (!this.reducedMotion()) this.viewer.fly(target, this.cutPlane(), duration);
    else if (duration === stepTime) this.viewer.set(target, this.cutPlane());
    else this.viewer.fade(target, this.cutPlane());
  }

  private resized(): void {
    if (this.atHome) this.viewer.set(this.home(), this.cutPlane());
  }

  private noteHome(): void {
    this.atHome = sameView(this.viewer.destination, this.home());
  }

  private home(): View {
    const { box, outline } = this.model;
    // What is left of the place below the cut: that is what has to fit.
    const top = this.usual[this.mode] ? this.cutRange.usual : Infinity;
    const left = outline.filter((point) => point[1] <= top);
    const points = left.length > 0 ? left : corners(box);
    const { frame } = this.viewer;
    return fit(points, middle(box), this.mode, firstYaw(box, frame), frame);
  }

  private cutPlane(): number {
    return this.cuts[this.mode] ? this.cutHeight : Infinity;
  }

  private stopCoasting(): void {
    cancelAnimationFrame(this.coasting);
    this.coasting = 0;
  }
}
