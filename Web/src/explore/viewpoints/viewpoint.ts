/** Fields of view and poses: fitting a viewpoint to a window of another aspect, and camera matrices. */

import type { Vec3 } from "../../scene/view.ts";
import type { Quaternion, Viewpoint } from "../sand-table.ts";

/** The window in pixels, and what of it is covered. */
export interface Window {
  width: number;
  height: number;
  top: number;
  bottom: number;
}

/**
 * The vertical field of view of the whole window that shows the viewpoint's whole image in its uncovered part. Where the window is
 * wider or higher than the image, more is visible.
 */
export function fittingFieldOfView(viewpoint: Pick<Viewpoint, "fieldOfView" | "aspect">, window: Window): number {
  const open = Math.max(0.2 * window.height, window.height - window.top - window.bottom);
  const tangent = Math.tan(viewpoint.fieldOfView / 2);
  const upright = tangent * window.height / open;
  const sideways = tangent * viewpoint.aspect * window.height / window.width;
  return Math.min(2.6, 2 * Math.atan(Math.max(upright, sideways)));
}

/** The inverse: the field of view of the uncovered part, from that of the whole window. */
export function openFieldOfView(fieldOfView: number, window: Window): { fieldOfView: number; aspect: number } {
  const open = Math.max(0.2 * window.height, window.height - window.top - window.bottom);
  return {
    fieldOfView: 2 * Math.atan(Math.tan(fieldOfView / 2) * open / window.height),
    aspect: window.width / open,
  };
}

/** Camera-to-world, column-major. */
export function matrixOf(position: Vec3, rotation: Quaternion): number[] {
  const [x, y, z, w] = rotation;
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    0,
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    0,
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
    0,
    ...position,
    1,
  ];
}

/** Yaw around the vertical axis and pitch of a camera at `eye` that looks at `target`, from −z. */
export function aim(eye: Vec3, target: Vec3): { yaw: number; pitch: number } {
  const x = target[0] - eye[0];
  const y = target[1] - eye[1];
  const z = target[2] - eye[2];
  return { yaw: Math.atan2(-x, -z), pitch: Math.atan2(y, Math.hypot(x, z)) };
}

/** The yaw of a camera around the vertical axis, from −z. */
export function yawOf(rotation: Quaternion): number {
  const [x, y, z, w] = rotation;
  return Math.atan2(2 * (x * z + y * w), 1 - 2 * (x * x + y * y));
}
