/** The visitor's current input from keys, touch, joystick and gamepad. Pure functions. */

export interface Intent {
  /** −1 to 1, to the right and ahead as the camera looks. */
  moveX: number;
  moveY: number;
  /** Radians since the last frame. */
  orbitX: number;
  orbitY: number;
  /** The factor of the visible extent. */
  zoom: number;
}

export const stillness: Readonly<Intent> = { moveX: 0, moveY: 0, orbitX: 0, orbitY: 0, zoom: 1 };

/** Keys by their position on the keyboard, so that they are adjacent on every layout. */
const moveKeys: Readonly<Record<string, readonly [number, number]>> = {
  KeyW: [0, 1],
  ArrowUp: [0, 1],
  KeyS: [0, -1],
  ArrowDown: [0, -1],
  KeyA: [-1, 0],
  ArrowLeft: [-1, 0],
  KeyD: [1, 0],
  ArrowRight: [1, 0],
};

const orbitSpeed = 1.8; // radians per second
const tiltSpeed = 0.7;
const zoomSpeed = 1.1; // e-folds per second

/** The effect of a held key. */
export function isHeldKey(code: string): boolean {
  return code in moveKeys || ["KeyQ", "KeyE", "PageUp", "PageDown", "Equal", "Minus", "NumpadAdd", "NumpadSubtract"]
    .includes(code);
}

/** The keys that are down, for so many seconds. */
export function keyIntent(held: ReadonlySet<string>, seconds: number): Intent {
  let x = 0;
  let y = 0;
  for (const code of held) {
    const [dx, dy] = moveKeys[code] ?? [0, 0];
    x += dx;
    y += dy;
  }
  const has = (...codes: string[]): number => codes.some((code) => held.has(code)) ? 1 : 0;
  return {
    ...withinCircle(Math.sign(x), Math.sign(y)),
    orbitX: (has("KeyE") - has("KeyQ")) * orbitSpeed * seconds,
    orbitY: (has("PageUp") - has("PageDown")) * tiltSpeed * seconds,
    zoom: Math.exp((has("Minus", "NumpadSubtract") - has("Equal", "NumpadAdd")) * zoomSpeed * seconds),
  };
}

/** The dead zone of a stick. */
const deadZone = 0.16;

/** A standard gamepad: left stick walks, right stick orbits, triggers zoom. */
export function padIntent(axes: readonly number[], buttons: readonly { value: number }[], seconds: number): Intent {
  const left = stick(axes[0] ?? 0, axes[1] ?? 0);
  const right = stick(axes[2] ?? 0, axes[3] ?? 0);
  const trigger = (at: number): number => {
    const value = buttons[at]?.value ?? 0;
    return value < 0.05 ? 0 : value;
  };
  return {
    moveX: left.x,
    moveY: -left.y || 0,
    orbitX: right.x * orbitSpeed * seconds,
    orbitY: -right.y * tiltSpeed * seconds || 0,
    zoom: Math.exp((trigger(6) - trigger(7)) * zoomSpeed * seconds),
  };
}

function stick(x: number, y: number): { x: number; y: number } {
  const size = Math.hypot(x, y);
  if (!(size > deadZone)) return { x: 0, y: 0 };
  const scaled = Math.min(1, (size - deadZone) / (1 - deadZone)) / size;
  return { x: x * scaled, y: y * scaled };
}

/** The joystick's vector from the position of its knob: pixels from the centre, and its range. With a dead zone. */
export function joystickVector(dx: number, dy: number, radius: number): { moveX: number; moveY: number } {
  const { x, y } = stick(dx / radius, dy / radius);
  return { moveX: x, moveY: -y || 0 };
}

/** Combines inputs. */
export function together(...intents: readonly Intent[]): Intent {
  const sum = { ...stillness };
  for (const intent of intents) {
    sum.moveX += intent.moveX;
    sum.moveY += intent.moveY;
    sum.orbitX += intent.orbitX;
    sum.orbitY += intent.orbitY;
    sum.zoom *= intent.zoom;
  }
  return { ...sum, ...withinCircle(sum.moveX, sum.moveY) };
}

export function isStill(intent: Intent): boolean {
  return intent.moveX === 0 && intent.moveY === 0 && intent.orbitX === 0 && intent.orbitY === 0 && intent.zoom === 1;
}

function withinCircle(x: number, y: number): { moveX: number; moveY: number } {
  const size = Math.max(1, Math.hypot(x, y));
  return { moveX: x / size, moveY: y / size };
}

/** The gamepad's buttons that were pressed since `before`. */
export function pressed(buttons: readonly { pressed: boolean }[], before: readonly boolean[]): number[] {
  return buttons.flatMap((button, at) => button.pressed && !before[at] ? [at] : []);
}
