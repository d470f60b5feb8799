/** Input of keys, joystick, gamepad and gestures for the sand table. */

import type { GestureTarget } from "../../scene/gestures.ts";
import { type Intent, isHeldKey, isStill, keyIntent, padIntent, pressed, stillness, together } from "./intent.ts";
import type { Joystick } from "./joystick.ts";

/** Actions of single key presses and taps. */
export interface InputActions {
  /** Enter, or the gamepad's A: the nearest memory. */
  open(): void;
  /** Escape, or B. */
  back(): void;
  /** Bumpers: through the memories. */
  step(way: number): void;
  tap(x: number, y: number): void;
  hover(at: { x: number; y: number } | null): void;
  sound(): void;
  lens(): void;
  reset(): void;
}

const radiansPerPixel = 0.0055;

export class Input {
  private readonly held = new Set<string>();
  private swiped = { ...stillness };
  private fingerDown = false;
  private padButtons: boolean[] = [];

  /** `wake` requests a frame; `active` is whether the sand table is open. */
  constructor(
    area: HTMLElement,
    private readonly stick: Joystick,
    private readonly deeds: InputActions,
    private readonly wake: () => void,
    private readonly active: () => boolean,
    signal: AbortSignal,
  ) {
    area.addEventListener("keydown", (event) => this.down(event), { signal });
    // Released anywhere: the focus may have moved meanwhile.
    addEventListener("keyup", (event) => this.held.delete(event.code), { signal });
    addEventListener("blur", () => this.held.clear(), { signal });
    addEventListener("gamepadconnected", () => wake(), { signal });
  }

  readonly gestures: GestureTarget = {
    turn: (dx, dy): void => this.swipe({ orbitX: -dx * radiansPerPixel, orbitY: dy * radiansPerPixel }),
    move: (dx, dy): void => this.swipe({ orbitX: -dx * radiansPerPixel, orbitY: dy * radiansPerPixel }),
    zoom: (factor): void => this.swipe({ zoom: factor }),
    twist: (angle): void => this.swipe({ orbitX: angle }),
    hold: (): void => {
      this.fingerDown = true;
      this.wake();
    },
    // The core gives a swipe its momentum.
    release: (): void => {},
    ended: (): void => {
      this.fingerDown = false;
      this.wake();
    },
    tap: (x, y): void => this.deeds.tap(x, y),
    hover: (at): void => this.deeds.hover(at),
  };

  /** Whether a finger, a key or a gamepad is in use. */
  get busy(): boolean {
    return this.held.size > 0 || this.fingerDown || this.stick.moveX !== 0 || this.stick.moveY !== 0;
  }

  get hasPad(): boolean {
    return pads().length > 0;
  }

  /** The input since the last call, and whether a finger rests on the canvas. */
  read(seconds: number): Intent & { held: boolean } {
    const walked = { ...stillness, moveX: this.stick.moveX, moveY: this.stick.moveY };
    const all = together(keyIntent(this.held, seconds), walked, this.swiped, ...this.readPads(seconds));
    this.swiped = { ...stillness };
    return { ...all, held: this.fingerDown };
  }

  /** Releases all keys and fingers. */
  clear(): void {
    this.held.clear();
    this.fingerDown = false;
    this.swiped = { ...stillness };
  }

  /** One step of a zoom, by a button. */
  zoomBy(factor: number): void {
    this.swipe({ zoom: factor });
  }

  private swipe(part: Partial<Intent>): void {
    this.swiped = together(this.swiped, { ...stillness, ...part });
    this.wake();
  }

  private readPads(seconds: number): Intent[] {
    const [pad] = pads();
    if (!pad) return [];
    const fresh = pressed(pad.buttons, this.padButtons);
    this.padButtons = pad.buttons.map((button) => button.pressed);
    for (const button of fresh) {
      if (button === 0) this.deeds.open();
      if (button === 1) this.deeds.back();
      if (button === 4 || button === 14) this.deeds.step(-1);
      if (button === 5 || button === 15) this.deeds.step(1);
    }
    const intent = padIntent(pad.axes, pad.buttons, seconds);
    return isStill(intent) ? [] : [intent];
  }

  private down(event: KeyboardEvent): void {
    if (!this.active() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    // Fields, sliders and switches have their own keys, buttons have Enter.
    if (target?.closest("input, textarea, select, [contenteditable], [role=menu], dialog")) return;
    const onButton = target?.closest("button, a") !== null && target !== null;
    if (isHeldKey(event.code)) {
      this.held.add(event.code);
      this.wake();
    } else if (!event.repeat && !this.single(event.code, onButton)) {
      return;
    }
    event.preventDefault();
  }

  private single(code: string, onButton: boolean): boolean {
    if (code === "Enter" && !onButton) this.deeds.open();
    else if (code === "Escape") this.deeds.back();
    else if (code === "KeyM") this.deeds.sound();
    else if (code === "KeyP") this.deeds.lens();
    else if (code === "KeyR") this.deeds.reset();
    else return false;
    return true;
  }
}

/** Gamepads with the standard layout of sticks and buttons. */
function pads(): Gamepad[] {
  // Not every browser has them, and some have them only on secure pages.
  const all = typeof navigator.getGamepads === "function" ? navigator.getGamepads() : [];
  return all.filter((pad): pad is Gamepad => pad !== null && pad.connected && pad.mapping === "standard");
}
