/** Mouse, pen and touch on the canvas as turns, moves and zooms. */

import { shortTurn } from "./view.ts";

export interface GestureTarget {
  /** Pixels. */
  turn(dx: number, dy: number): void;
  /** Pixels. */
  move(dx: number, dy: number): void;
  /** Shows `factor` times as much; (x, y) in CSS pixels from the top left of the canvas stays in place. */
  zoom(factor: number, x: number, y: number): void;
  /** Radians around the centre of the image. */
  twist(angle: number): void;
  /** A finger or button went down: stops the motion. */
  hold(): void;
  /** Released while turning; pixels per millisecond. */
  release(vx: number, vy: number): void;
  /** The last finger or button was released, or its gesture was cancelled. */
  ended?(): void;
  /** A press without a drag, in CSS pixels from the top left of the canvas. */
  tap?(x: number, y: number): void;
  /** The mouse or pen is over the canvas, without a button; null: it has left. */
  hover?(at: { x: number; y: number } | null): void;
}

/** A press that moves less than this and is shorter is a tap. */
const tapPixels = 7;
const tapTime = 600; // milliseconds
/** Milliseconds over which the speed is averaged. */
const speedTime = 40;
/** After so many milliseconds without movement the speed is zero. */
const restTime = 60;

interface Point {
  x: number;
  y: number;
}

interface TimedPoint extends Point {
  /** Milliseconds, as events have it. */
  time: number;
}

/** Listens until the signal aborts. `targetNow` returns the current target. */
export function listenToGestures(canvas: HTMLElement, targetNow: () => GestureTarget, signal: AbortSignal): void {
  const gestures = new Gestures(canvas, targetNow);
  canvas.addEventListener("pointerdown", (event) => gestures.press(event), { signal });
  canvas.addEventListener("pointermove", (event) => gestures.move(event), { signal });
  canvas.addEventListener("pointerup", (event) => gestures.release(event), { signal });
  canvas.addEventListener("pointercancel", (event) => gestures.release(event), { signal });
  canvas.addEventListener("pointerleave", () => targetNow().hover?.(null), { signal });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  canvas.addEventListener("wheel", (event) => gestures.wheel(event), { signal, passive: false });
}

class Gestures {
  /** By pointer id; a pressed mouse button counts as a finger. */
  private readonly fingers = new Map<number, Point>();
  /** Whether a drag moves instead of turning. */
  private isMoving = false;
  /** Pixels per millisecond, at a time. */
  private speed: TimedPoint = { x: 0, y: 0, time: 0 };
  /** The press that may become a tap. */
  private pressed: TimedPoint | null = null;

  constructor(private readonly canvas: HTMLElement, private readonly targetNow: () => GestureTarget) {}

  press(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.isMoving = event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey;
    this.speed = { x: 0, y: 0, time: event.timeStamp };
    const canBeTap = this.fingers.size === 1 && event.button === 0;
    this.pressed = canBeTap ? { x: event.clientX, y: event.clientY, time: event.timeStamp } : null;
    this.targetNow().hold();
  }

  move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType !== "touch" && event.buttons === 0) this.targetNow().hover?.(this.onCanvas(event));
      return;
    }
    const { pressed } = this;
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > tapPixels) this.pressed = null;
    const before = [...this.fingers.values()].map((point) => ({ ...point }));
    const dx = event.clientX - finger.x;
    const dy = event.clientY - finger.y;
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (this.fingers.size === 1) this.drag(dx, dy, event.timeStamp);
    else if (this.fingers.size === 2) this.pinch(before, [...this.fingers.values()]);
  }

  release(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    const target = this.targetNow();
    const isUp = event.type === "pointerup";
    if (this.pressed && isUp && event.timeStamp - this.pressed.time < tapTime) {
      const { x, y } = this.onCanvas(event);
      target.tap?.(x, y);
    }
    this.pressed = null;
    if (this.fingers.size === 0) target.ended?.();
    const { x, y, time } = this.speed;
    const isResting = event.timeStamp - time > restTime;
    if (this.fingers.size === 0 && isUp && !this.isMoving && !isResting) target.release(x, y);
    this.speed = { x: 0, y: 0, time: event.timeStamp };
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1);
    const strength = event.ctrlKey ? 0.01 : 0.0015; // a trackpad sends pinches as fine wheel events with ctrl
    const { x, y } = this.onCanvas(event);
    this.targetNow().zoom(Math.exp(Math.max(-240, Math.min(240, pixels)) * strength), x, y);
  }

  private drag(dx: number, dy: number, time: number): void {
    const target = this.targetNow();
    if (this.isMoving) target.move(dx, dy);
    else target.turn(dx, dy);
    const elapsed = Math.max(1, time - this.speed.time);
    const weight = Math.min(1, elapsed / speedTime);
    this.speed.x += (dx / elapsed - this.speed.x) * weight;
    this.speed.y += (dy / elapsed - this.speed.y) * weight;
    this.speed.time = time;
  }

  private pinch(before: Point[], after: Point[]): void {
    const target = this.targetNow();
    const area = this.canvas.getBoundingClientRect();
    const from = pinchOf(before);
    const to = pinchOf(after);
    target.move(to.x - from.x, to.y - from.y);
    target.zoom(from.distance / to.distance, to.x - area.left, to.y - area.top);
    target.twist(shortTurn(to.angle - from.angle));
  }

  private onCanvas(event: MouseEvent): Point {
    const area = this.canvas.getBoundingClientRect();
    return { x: event.clientX - area.left, y: event.clientY - area.top };
  }
}

/** Centre, distance and direction of two fingers. */
function pinchOf([a, b]: Point[]): Point & { distance: number; angle: number } {
  const dx = b!.x - a!.x;
  const dy = b!.y - a!.y;
  return {
    x: (a!.x + b!.x) / 2,
    y: (a!.y + b!.y) / 2,
    distance: Math.max(12, Math.hypot(dx, dy)),
    angle: Math.atan2(dy, dx),
  };
}
