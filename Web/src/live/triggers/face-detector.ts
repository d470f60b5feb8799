/** Recognizes expressions in the blend shapes of a face, and learns a person's face: the core's `FaceTrigger`. */

import type { TriggerExports } from "../../core/trigger-exports.ts";
import { type Trigger, triggersOf } from "./types.ts";

/** Blend shapes with the names and the range 0 to 1 of ARKit, in the order of the core. */
export const blendShapeNames = [
  "mouthSmileLeft",
  "mouthSmileRight",
  "browInnerUp",
  "browOuterUpLeft",
  "browOuterUpRight",
  "jawOpen",
  "eyeBlinkLeft",
  "eyeBlinkRight",
] as const;
export type BlendShapes = Record<(typeof blendShapeNames)[number], number>;

/** Eight numbers: signals at rest, then their ranges (smile, brows, mouth, eyes). */
export type FaceCalibration = readonly number[];

export class FaceDetector {
  private handle: number;
  /** Room for eight floats. */
  private readonly block: number;

  constructor(private readonly core: TriggerExports, sensitivity: number) {
    this.handle = core.dio_trigger_face_new(sensitivity);
    this.block = core.dio_alloc(32);
  }

  /** `shapes` is null where no face was found; `seconds` increase. */
  update(shapes: BlendShapes | null, seconds: number): Trigger[] {
    if (this.handle === 0) return [];
    const address = shapes ? this.write(blendShapeNames.map((name) => shapes[name])) : 0;
    return triggersOf(this.core.dio_trigger_face_update(this.handle, address, seconds));
  }

  beginCalibration(): void {
    if (this.handle !== 0) this.core.dio_trigger_face_calibration_begin(this.handle);
  }

  /** First about 2 s with a relaxed face, then about 2 s for each expression. */
  addToCalibration(shapes: BlendShapes, phase: "neutral" | "expressive"): void {
    if (this.handle === 0) return;
    const address = this.write(blendShapeNames.map((name) => shapes[name]));
    this.core.dio_trigger_face_calibration_add(this.handle, address, phase === "neutral" ? 0 : 1);
  }

  /** Whether there were enough samples; the calibration is used from now on. */
  endCalibration(): boolean {
    return this.handle !== 0 && this.core.dio_trigger_face_calibration_end(this.handle) === 1;
  }

  get calibration(): FaceCalibration {
    if (this.handle === 0) return [];
    this.core.dio_trigger_face_calibration(this.handle, this.block);
    return [...this.floats()];
  }

  set calibration(values: FaceCalibration) {
    if (this.handle === 0 || values.length !== 8) return;
    this.core.dio_trigger_face_set_calibration(this.handle, this.write(values));
  }

  setSensitivity(sensitivity: number): void {
    if (this.handle !== 0) this.core.dio_trigger_face_set_sensitivity(this.handle, sensitivity);
  }

  dispose(): void {
    if (this.handle === 0) return;
    this.core.dio_trigger_face_free(this.handle);
    this.core.dio_free(this.block);
    this.handle = 0;
  }

  private write(values: readonly number[]): number {
    this.floats().set(values);
    return this.block;
  }

  private floats(): Float32Array {
    return new Float32Array(this.core.memory.buffer, this.block, 8);
  }
}
