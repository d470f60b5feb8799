/** Gestures: shaking the device (DeviceMotion), and waving, raising and circling of a hand whose positions the page supplies. */

import { problems } from "./texts.ts";
import type { TriggerExports } from "../../core/trigger-exports.ts";
import { type Trigger, TriggerError, triggersOf, type TriggerSource } from "./types.ts";

/** The length of a hand in metres. */
const handLength = 0.18;

/** iOS asks for the permission by this function, which must be called by a press. */
type MotionEvents = typeof DeviceMotionEvent & { requestPermission?: () => Promise<"granted" | "denied"> };

export class GestureSource implements TriggerSource {
  private handle = 0;
  private report: (trigger: Trigger, strength: number) => void = (): void => {};
  /** Hands by their name: each has a track of its own. */
  private readonly hands = new Map<string, number>();
  private sensitivity = 0.5;
  private generation = 0;

  constructor(
    private readonly core: () => TriggerExports,
    private readonly target: EventTarget = globalThis,
    /** Whether the page supplies positions of hands, as with WebXR. */
    private readonly hasHands: () => boolean = (): boolean => false,
  ) {}

  problem(): string | null {
    if (this.hasHands()) return null;
    if (!globalThis.isSecureContext) return problems.insecure;
    if (typeof DeviceMotionEvent === "undefined" || !(globalThis.navigator?.maxTouchPoints > 0)) {
      return problems.noMotion;
    }
    return null;
  }

  async start(sensitivity: number, report: (trigger: Trigger, strength: number) => void): Promise<void> {
    this.stop();
    const problem = this.problem();
    if (problem) throw new TriggerError("unavailable", problem);
    const generation = ++this.generation;
    const events = typeof DeviceMotionEvent === "undefined" ? null : DeviceMotionEvent as MotionEvents;
    if (events?.requestPermission && !this.hasHands()) {
      const answer = await events.requestPermission().catch(() => "denied");
      if (answer !== "granted") throw new TriggerError("denied", problems.motionDenied);
      if (generation !== this.generation) return;
    }
    this.sensitivity = sensitivity;
    this.report = report;
    this.handle = this.core().dio_trigger_gesture_new(handLength, sensitivity);
    this.target.addEventListener("devicemotion", this.moved);
  }

  /**
   * A position of a hand in metres in the frame of the person (x to the right, y up), for example of an XRHand's wrist.
   * `hand` tells apart the hands.
   */
  addHand(hand: string, position: readonly [number, number, number], seconds: number): void {
    if (this.handle === 0) return;
    let handle = this.hands.get(hand);
    if (handle === undefined) {
      handle = this.core().dio_trigger_gesture_new(handLength, this.sensitivity);
      this.hands.set(hand, handle);
    }
    const [x, y, z] = position;
    this.emit(this.core().dio_trigger_gesture_position(handle, x, y, z, seconds));
  }

  private readonly moved = (event: Event): void => {
    const { acceleration, accelerationIncludingGravity } = event as DeviceMotionEvent;
    const a = typeof acceleration?.x === "number" ? acceleration : accelerationIncludingGravity;
    if (!a || this.handle === 0) return;
    const seconds = event.timeStamp / 1000;
    this.emit(this.core().dio_trigger_gesture_acceleration(this.handle, a.x ?? 0, a.y ?? 0, a.z ?? 0, seconds));
  };

  private emit(bits: number): void {
    for (const trigger of triggersOf(bits)) this.report(trigger, 1);
  }

  setSensitivity(sensitivity: number): void {
    this.sensitivity = sensitivity;
    for (const handle of [this.handle, ...this.hands.values()]) {
      if (handle !== 0) this.core().dio_trigger_gesture_set_sensitivity(handle, sensitivity);
    }
  }

  stop(): void {
    this.generation += 1;
    this.target.removeEventListener("devicemotion", this.moved);
    for (const handle of [this.handle, ...this.hands.values()]) {
      if (handle !== 0) this.core().dio_trigger_gesture_free(handle);
    }
    this.handle = 0;
    this.hands.clear();
  }
}
