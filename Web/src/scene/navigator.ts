/**
 * Moves a viewer's camera in the free look: home view, gestures, keys, the cut. It limits the camera's movement; the
 * viewer only draws.
 */

import type { CutRange } from "../core/core.ts";
import { type ReadonlySignal, type Signal, signal } from "../reactive/signal.ts";
import type { GestureTarget } from "./gestures.ts";
import type { Model } from "./model.ts";
import {
  bounded,
  clamp,
  corners,
  firstYaw,
  fit,
  lookingAt,
  middle,
  orbit,
  pan,
  sameView,
  type Vec3,
  type View,
  zoom,
} from "./view.ts";
import type { DefaultView } from "./default-view.ts";
import type { Looking } from "./address.ts";
import type { Viewer } from "./viewer.ts";

// Milliseconds.
const flightTime = 900;
const stepTime = 120;
const panelTime = 240;
const radiansPerPixel = 0.0055;

/** The ceiling cut. */
export interface Cut {
  readonly on: boolean;
  /** Metres. */
  readonly height: number;
}

export class Navigator implements GestureTarget {
  readonly cutRange: CutRange;
  private readonly currentCut: Signal<Cut>;
  private coasting = 0;
  /** Whether the view is the first one: then it is fitted again when the size of the window changes. */
  private atHome = true;

  constructor(
    private readonly viewer: Viewer,
    private readonly model: Model,
    private readonly reducedMotion: () => boolean,
    private readonly defaultView: DefaultView | null = null,
  ) {
    this.cutRange = model.shape.cutRange;
    this.currentCut = signal<Cut>({ on: false, height: this.cutRange.usual });
    viewer.onResize = (): void => this.resized();
  }

  get floor(): number {
    return this.model.shape.floor;
  }

  get cut(): ReadonlySignal<Cut> {
    return this.currentCut;
  }

  /** The state for the address, without defaults. */
  get looking(): Looking {
    const { on, height } = this.cut.peek();
    return { view: this.atHome ? null : this.viewer.destination, cut: on ? height : null };
  }

  /** Jumps to the state of an address. */
  start(looking: Looking): void {
    this.changeCut({ on: looking.cut !== null, ...(looking.cut !== null && { height: looking.cut }) });
    this.atHome = looking.view === null;
    this.viewer.set(looking.view ? bounded(looking.view, this.model.box) : this.home(), this.cutPlane());
  }

  setCut(cut: Partial<Cut>): void {
    this.changeCut(cut);
    const isDragged = cut.height !== undefined;
    if (isDragged) this.viewer.set(this.viewer.destination, this.cutPlane());
    else this.go(this.viewer.destination, panelTime);
  }

  reset(): void {
    this.changeCut({ on: false, height: this.cutRange.usual });
    this.go(this.home(), flightTime);
    this.atHome = true;
  }

  /** One step by a key or button: angles in radians, shifts as fractions of the image's height, `factor`: of the span. */
  step(step: { turn?: number; tilt?: number; right?: number; up?: number; factor?: number }): void {
    let view = orbit(this.viewer.destination, step.turn ?? 0, step.tilt ?? 0);
    view = pan(view, (step.right ?? 0) * view.span, (step.up ?? 0) * view.span);
    view = zoom(view, step.factor ?? 1);
    this.go(bounded(view, this.model.box), stepTime);
    this.noteHome();
  }

  /** Flies to a view that contains all the points. */
  show(points: readonly Vec3[]): void {
    const low = (axis: 0 | 1 | 2): number => Math.min(...points.map((point) => point[axis]));
    const high = (axis: 0 | 1 | 2): number => Math.max(...points.map((point) => point[axis]));
    const target: Vec3 = [(low(0) + high(0)) / 2, (low(1) + high(1)) / 2, (low(2) + high(2)) / 2];
    const reach = Math.hypot(high(0) - low(0), high(1) - low(1), high(2) - low(2));
    const { width, height } = this.viewer.frame;
    const span = Math.max(0.8, reach * 2.2 * Math.max(1, height / width));
    this.go(bounded({ ...this.viewer.destination, target, span }, this.model.box), flightTime);
    this.noteHome();
  }

  // Gestures

  turn(dx: number, dy: number): void {
    this.apply(orbit(this.viewer.view, -dx * radiansPerPixel, dy * radiansPerPixel));
  }

  move(dx: number, dy: number): void {
    const metres = this.viewer.view.span / this.viewer.frame.height;
    this.apply(pan(this.viewer.view, dx * metres, -dy * metres));
  }

  zoom(factor: number, x: number, y: number): void {
    this.stopCoasting();
    const { width, height, top, bottom } = this.viewer.frame;
    const middle = (height + top - bottom) / 2;
    const before = this.viewer.view;
    // Within the limits: otherwise the point under the pointer would slide.
    const limited = bounded({ ...before, span: before.span * factor }, this.model.box).span / before.span;
    this.apply(zoom(before, limited, (2 * x - width) / height, 2 * (middle - y) / height));
  }

  twist(angle: number): void {
    this.apply(orbit(this.viewer.view, angle, 0));
  }

  hold(): void {
    this.stopCoasting();
    this.viewer.set(this.viewer.view, this.cutPlane());
  }

  /** After a swipe the rotation continues and decays. */
  release(vx: number, vy: number): void {
    if (this.reducedMotion() || Math.hypot(vx, vy) < 0.15) return;
    const limit = 3;
    let x = clamp(vx, -limit, limit);
    let y = clamp(vy, -limit, limit);
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
    this.viewer.set(bounded(view, this.model.box), this.cutPlane());
    this.noteHome();
  }

  private go(view: View, duration: number): void {
    this.stopCoasting();
    if (!this.reducedMotion()) this.viewer.fly(view, this.cutPlane(), duration);
    else if (duration === stepTime) this.viewer.set(view, this.cutPlane());
    else this.viewer.fade(view, this.cutPlane());
  }

  private resized(): void {
    if (this.atHome) this.viewer.set(this.home(), this.cutPlane());
  }

  private noteHome(): void {
    this.atHome = sameView(this.viewer.destination, this.home());
  }

  private home(): View {
    const { box, outline } = this.model;
    const points = outline.length > 0 ? outline : corners(box);
    const { frame } = this.viewer;
    const first = this.defaultView;
    if (first?.kind === "inside") return lookingAt(this.inModel(first.eye), this.inModel(first.target));
    return fit(points, middle(box), first?.yaw ?? firstYaw(box, frame), frame, first?.pitch);
  }

  private inModel(point: Vec3): Vec3 {
    const { origin } = this.model;
    return [point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]];
  }

  private changeCut(change: Partial<Cut>): void {
    const { lowest, highest } = this.cutRange;
    const cut = { ...this.cut.peek(), ...change };
    this.currentCut.value = { on: cut.on, height: clamp(cut.height, lowest, highest) };
  }

  private cutPlane(): number {
    const { on, height } = this.cut.peek();
    return on ? height : Infinity;
  }

  private stopCoasting(): void {
    cancelAnimationFrame(this.coasting);
    this.coasting = 0;
  }
}
