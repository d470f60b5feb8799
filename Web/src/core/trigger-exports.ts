/** The part of live.wasm that recognizes faces' expressions and gestures (Sources/WebCore/Exports+Triggers.swift). */

import type { MemoryExports } from "./wasm.ts";

export interface TriggerExports extends MemoryExports {
  dio_trigger_face_new(sensitivity: number): number;
  dio_trigger_face_update(handle: number, shapes: number, time: number): number;
  dio_trigger_face_calibration_begin(handle: number): void;
  dio_trigger_face_calibration_add(handle: number, shapes: number, phase: number): void;
  dio_trigger_face_calibration_end(handle: number): number;
  dio_trigger_face_calibration(handle: number, values: number): void;
  dio_trigger_face_set_calibration(handle: number, values: number): void;
  dio_trigger_face_set_sensitivity(handle: number, sensitivity: number): void;
  dio_trigger_face_free(handle: number): void;
  dio_trigger_gesture_new(handLength: number, sensitivity: number): number;
  dio_trigger_gesture_position(handle: number, x: number, y: number, z: number, time: number): number;
  dio_trigger_gesture_acceleration(handle: number, x: number, y: number, z: number, time: number): number;
  dio_trigger_gesture_set_sensitivity(handle: number, sensitivity: number): void;
  dio_trigger_gesture_free(handle: number): void;
  dio_trigger_standard_response(trigger: number): number;
}
