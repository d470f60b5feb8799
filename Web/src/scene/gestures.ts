/** Mouse, pen and touch on the canvas as turns, moves and zooms. */

export interface GestureTarget {
  /** Pixels. */
  turn(dx: number, dy: number): void;
  /** Pixels. */
  move(dx: number, dy: number): void;
  /** Shows `factor` times as much; (x, y) in CSS pixels from the picture's top left stays in place. */
  zoom(factor: number, x: number, y: number): void;
  /** Radians around the picture's middle. */
  twist(angle: number): void;
  /** A finger or button went down: ends what still moves. */
  hold(): void;
  /** Let go while turning, with pixels a millisecond. */
  release(vx: number, vy: number): void;
  /** The last finger or button is up, however it went. */
  ended?(): void;
  /** A press without a drag, in CSS pixels from the picture's top left. */
  tap?(x: number, y: number): void;
  /** The mouse or pen is over it without a button; null: it has left. */
  hover?(at: { x: number; y: number } | null): void;
}

/** A press that moves less than this and is shorter is a tap. */
const tapPixels = 7;
const tapTime = 600;

interface Finger {
  x: number;
  y: number;
}

/** Listens until the signal aborts. `targetNow` returns the current target. */
export function listenToGestures(canvas: HTMLElement, targetNow: () => GestureTarget, signal: AbortSignal): void {
  const fingers = new Map<number, Finger>();
  let moves = false; // a mouse drag that moves instead of turning
  let speed = { x: 0, y: 0, at: 0 };
  let press: { x: number; y: number; at: number } | null = null; // what may become a tap
  const options = { signal };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moves = event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey;
    speed = { x: 0, y: 0, at: event.timeStamp };
    press = fingers.size === 1 && event.button === 0
      ? { x: event.clientX, y: event.clientY, at: event.timeStamp }
      : null;
    targetNow().hold();
  }, options);

  canvas.addEventListener("pointermove", (event) => {
    const target = targetNow();
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType !== "touch" && event.buttons === 0) target.hover?.(within(event));
      return;
    }
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > tapPixels) press = null;
    const before = [...fingers.values()].map((f) => ({ ...f }));
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (fingers.size === 1) {
      if (moves) target.move(dx, dy);
      else target.turn(dx, dy);
      const elapsed = Math.max(1, event.timeStamp - speed.at);
      const fresh = Math.min(1, elapsed / 40); // a running mean over some 40 ms
      speed.x += (dx / elapsed - speed.x) * fresh;
      speed.y += (dy / elapsed - speed.y) * fresh;
      speed.at = event.timeStamp;
    } else if (fingers.size === 2) {
      pinch(before as [Finger, Finger], [...fingers.values()] as [Finger, Finger]);
    }
  }, options);

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    const target = targetNow();
    const tapped = press && event.type === "pointerup" && event.timeStamp - press.at < tapTime;
    press = null;
    if (tapped) {
      const { x, y } = within(event);
      target.tap?.(x, y);
    }
    if (fingers.size === 0) target.ended?.();
    const resting = event.timeStamp - speed.at > 60;
    if (fingers.size === 0 && event.type === "pointerup" && !moves && !resting) target.release(speed.x, speed.y);
    speed = { x: 0, y: 0, at: event.timeStamp };
  };
  canvas.addEventListener("pointerup", up, options);
  canvas.addEventListener("pointercancel", up, options);
  canvas.addEventListener("pointerleave", () => targetNow().hover?.(null), options);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), options);

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1);
    const strength = event.ctrlKey ? 0.01 : 0.0015; // a trackpad's pinch comes as a fine wheel with ctrl
    const area = canvas.getBoundingClientRect();
    targetNow().zoom(
      Math.exp(Math.max(-240, Math.min(240, pixels)) * strength),
      event.clientX - area.left,
      event.clientY - area.top,
    );
  }, { signal, passive: false });

  function within(event: PointerEvent): Finger {
    const area = canvas.getBoundingClientRect();
    return { x: event.clientX - area.left, y: event.clientY - area.top };
  }

  function pinch(before: [Finger, Finger], after: [Finger, Finger]): void {
    const target = targetNow();
    const area = canvas.getBoundingClientRect();
    const centre = ([a, b]: [Finger, Finger]): Finger => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const apart = ([a, b]: [Finger, Finger]): number => Math.max(12, Math.hypot(a.x - b.x, a.y - b.y));
    const angle = ([a, b]: [Finger, Finger]): number => Math.atan2(b.y - a.y, b.x - a.x);
    const [from, to] = [centre(before), centre(after)];
    target.move(to.x - from.x, to.y - from.y);
    target.zoom(apart(before) / apart(after), to.x - area.left, to.y - area.top);
    const turn = angle(after) - angle(before);
    target.twist(turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)));
  }
}
