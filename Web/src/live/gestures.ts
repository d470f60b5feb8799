/**
 * Pointers on companions: drag over the surfaces, pinch to scale, twist to rotate, long press to remove, wheel to scale. They come
 * before the gestures of the camera, which get everything that doesn't begin on a companion. Taps are those of `PointerTools`.
 */

import type { Companion } from "../core/live.ts";
import { liveLimits } from "../core/live.ts";
import type { Quaternion, Vec3 } from "../core/vectors.ts";
import type { Place } from "../scene/place.ts";
import { clamp, shortTurn } from "../scene/view.ts";
import type { LiveScene } from "./live-scene.ts";
import type { LiveStore } from "./live-store.ts";
import type { LiveSurface } from "./surface.ts";

/** Pixels that a pointer may move before a press becomes a drag. */
const dragPixels = 7;
/** Milliseconds of a long press. */
const longPress = 750;
/** A companion is hit within this many pixels of its middle, however small it is: half a touch target. */
const minReach = 24;
/** Metres by which the surface may be before a companion that is still hit. */
const coverDepth = 0.25;

export interface LiveGesturesProps {
  store: LiveStore;
  place: Place;
  scene: LiveScene;
  surface: LiveSurface;
  canvas: HTMLCanvasElement;
  /** False: other tools have the pointer. */
  isActive(): boolean;
  /** A press on a companion without a drag, in CSS pixels of the image. */
  tapped(x: number, y: number): void;
  remove(id: string): void;
  /** The visitor takes the camera or a companion in hand. */
  began(): void;
  /** The surface point under the pointer; null: none. */
  pointed(point: Vec3 | null): void;
}

interface Finger {
  x: number;
  y: number;
}

interface Grab {
  id: string;
  mayChange: boolean;
  /** By pointer id. */
  fingers: Map<number, Finger>;
  start: Finger;
  isDragging: boolean;
  wasPinched: boolean;
  /** From the point under the pointer to the companion's feet, on the image. */
  offset: Finger;
  timer: number;
}

export class LiveGestures {
  private grab: Grab | null = null;

  constructor(private readonly props: LiveGesturesProps) {}

  listen(owner: AbortSignal): void {
    const { canvas } = this.props;
    const options = { capture: true, signal: owner };
    canvas.addEventListener("pointerdown", (event) => this.press(event), options);
    canvas.addEventListener("pointermove", (event) => this.move(event), options);
    canvas.addEventListener("pointerup", (event) => this.release(event), options);
    canvas.addEventListener("pointercancel", (event) => this.release(event), options);
    canvas.addEventListener("wheel", (event) => this.wheel(event), { ...options, passive: false });
    owner.addEventListener("abort", () => clearTimeout(this.grab?.timer), { once: true });
  }

  /** The companion at a pixel of the image. */
  companionAt(x: number, y: number): Companion | null {
    const { scene, place, surface } = this.props;
    const { eye } = place.viewer;
    const cover = surface.at(x, y)?.distance ?? Infinity;
    let best: { companion: Companion; distance: number } | null = null;
    for (const companion of scene.companions) {
      const figure = scene.figure(companion.id);
      if (!figure) continue;
      const [px, py, pz] = companion.position;
      const middle: Vec3 = [px, py + figure.height / 2, pz];
      const { x: sx, y: sy, w } = eye.see(middle);
      if (w <= 0) continue;
      const reach = Math.max(minReach, 1.1 * Math.max(figure.height / 2, figure.radius) / eye.pixelSize(middle));
      if (Math.hypot(sx / w - x, sy / w - y) > reach) continue;
      const distance = Math.hypot(...middle.map((value, axis) => value - eye.position[axis]!));
      if (distance > cover + figure.radius + coverDepth || (best && best.distance < distance)) continue;
      best = { companion, distance };
    }
    return best?.companion ?? null;
  }

  private press(event: PointerEvent): void {
    const { store, canvas, began } = this.props;
    const at = this.onCanvas(event);
    if (this.grab) {
      // A second finger on the grabbed companion: pinch and twist.
      stop(event);
      canvas.setPointerCapture(event.pointerId);
      clearTimeout(this.grab.timer);
      this.grab.fingers.set(event.pointerId, at);
      return;
    }
    began();
    if (!this.props.isActive() || event.button !== 0) return;
    const companion = this.companionAt(at.x, at.y);
    if (!companion) return;
    stop(event);
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    const { eye } = this.props.place.viewer;
    const feet = eye.see(companion.position);
    const { id, mayChange } = companion;
    this.grab = {
      id,
      mayChange,
      fingers: new Map([[event.pointerId, at]]),
      start: { ...at },
      isDragging: false,
      wasPinched: false,
      offset: { x: feet.x / feet.w - at.x, y: feet.y / feet.w - at.y },
      timer: setTimeout(() => this.pressedLong(id, mayChange), longPress),
    };
    store.selected.value = id;
  }

  private pressedLong(id: string, mayChange: boolean): void {
    if (!mayChange || this.grab?.id !== id) return;
    this.grab = null;
    this.props.remove(id);
  }

  private move(event: PointerEvent): void {
    const at = this.onCanvas(event);
    const { grab } = this;
    if (!grab) {
      this.props.pointed(this.props.surface.at(at.x, at.y)?.point ?? null);
      return;
    }
    const finger = grab.fingers.get(event.pointerId);
    if (!finger) return;
    stop(event);
    const before = [...grab.fingers.values()].map((each) => ({ ...each }));
    finger.x = at.x;
    finger.y = at.y;
    const moved = Math.hypot(at.x - grab.start.x, at.y - grab.start.y);
    if (moved > dragPixels) clearTimeout(grab.timer);
    if (!grab.mayChange) return;
    if (grab.fingers.size >= 2) {
      grab.wasPinched = true;
      this.pinch(grab.id, before, [...grab.fingers.values()]);
    } else if (!grab.wasPinched && (grab.isDragging || moved > dragPixels)) {
      grab.isDragging = true;
      this.drag(grab, at);
    }
  }

  private drag({ id, offset }: Grab, at: Finger): void {
    const { store, surface, pointed } = this.props;
    const point = surface.standingAt(at.x + offset.x, at.y + offset.y) ?? surface.standingAt(at.x, at.y);
    if (!point) return;
    pointed(point);
    const companion = store.companionNow(id);
    const change = companion && headingAlong(companion, point);
    store.move(id, change ? { position: point, rotation: change } : { position: point });
  }

  private pinch(id: string, [a, b]: Finger[], [c, d]: Finger[]): void {
    const { store } = this.props;
    const companion = store.companionNow(id);
    if (!companion || !a || !b || !c || !d) return;
    const length = (p: Finger, q: Finger): number => Math.max(12, Math.hypot(q.x - p.x, q.y - p.y));
    const angle = (p: Finger, q: Finger): number => Math.atan2(q.y - p.y, q.x - p.x);
    const turn = shortTurn(angle(c, d) - angle(a, b));
    store.move(id, {
      scale: scaled(companion, length(c, d) / length(a, b)),
      // Clockwise on the image is clockwise from above.
      rotation: turned(companion.rotation, -turn),
    });
  }

  private release(event: PointerEvent): void {
    const { grab } = this;
    if (!grab?.fingers.delete(event.pointerId)) return;
    stop(event);
    clearTimeout(grab.timer);
    if (grab.fingers.size > 0) return;
    this.grab = null;
    const at = this.onCanvas(event);
    if (!grab.isDragging && !grab.wasPinched && event.type === "pointerup") this.props.tapped(at.x, at.y);
  }

  private wheel(event: WheelEvent): void {
    const { store } = this.props;
    const at = this.onCanvas(event);
    const selected = store.selected.peek();
    const companion = this.companionAt(at.x, at.y);
    if (!this.props.isActive() || !companion?.mayChange || companion.id !== selected) return;
    stop(event);
    event.preventDefault();
    const pixels = clamp(event.deltaY * (event.deltaMode === 1 ? 16 : 1), -240, 240);
    if (event.shiftKey) store.move(companion.id, { rotation: turned(companion.rotation, 0.004 * pixels) });
    else store.move(companion.id, { scale: scaled(companion, Math.exp(-0.0015 * pixels)) });
  }

  private onCanvas(event: MouseEvent): Finger {
    const area = this.props.canvas.getBoundingClientRect();
    return { x: event.clientX - area.left, y: event.clientY - area.top };
  }
}

function stop(event: Event): void {
  event.stopImmediatePropagation();
}

export function scaled({ scale }: Companion, factor: number): number {
  return clamp(scale * factor, 4 * liveLimits.minScale, 0.5 * liveLimits.maxScale);
}

/** The rotation after a turn about the upright axis. */
export function turned([x, y, z, w]: Quaternion, angle: number): Quaternion {
  const s = Math.sin(angle / 2);
  const c = Math.cos(angle / 2);
  return [c * x + s * z, c * y + s * w, c * z - s * x, c * w - s * y];
}

/** The rotation about the upright axis that faces from one point to another, for a companion: +z is forward, as in glTF. */
export function facing(from: Vec3, to: Vec3): Quaternion {
  const angle = Math.atan2(to[0] - from[0], to[2] - from[2]);
  return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
}

/** A companion that is moved looks where it goes; null where the step is too short to tell. */
function headingAlong({ position }: Companion, to: Vec3): Quaternion | null {
  return Math.hypot(to[0] - position[0], to[2] - position[2]) > 0.03 ? facing(position, to) : null;
}
