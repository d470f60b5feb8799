/** Input and results of an exploration. Metres, radians, y up. */

import type { pickKinds, screenHandles } from "./generated.ts";
import type { Quaternion, Vec3 } from "./vectors.ts";

export interface Input {
  /** The joystick, −1…1: to the right, and away from the camera. */
  moveX?: number;
  moveY?: number;
  /** Radians in this step: yaw (positive moves the camera towards +x) and pitch (positive lifts the camera). */
  orbitX?: number;
  orbitY?: number;
  /** The factor of the visible extent. */
  zoom?: number;
  /** Whether a finger rests on the canvas: it stops a swipe's momentum. */
  held?: boolean;
}

export interface ObjectBox {
  center: Vec3;
  size: Vec3;
  rotation: Quaternion;
}

export type PickKind = (typeof pickKinds)[keyof typeof pickKinds];

export interface Hit {
  kind: PickKind;
  /** Of the triangle, object or pin; −1 for none. */
  index: number;
  point: Vec3;
  normal: Vec3;
  /** Metres from the ray's origin. */
  distance: number;
}

export interface Screen {
  position: Vec3;
  rotation: Quaternion;
  /** Width and height in metres. */
  size: readonly [number, number];
}

export interface Placement {
  point: Vec3;
  normal: Vec3;
  /** Number of the object, or −1. */
  object: number;
  /** The position of the cue. */
  cue: Vec3;
  /** Of the cue above `point`, in metres. */
  height: number;
  /** Of `point` above the floor below it. */
  aboveFloor: number;
  /** The maximum `height` below the surface above. */
  headroom: number;
  /** The screen of an image with the given aspect here. */
  screen: Screen;
}

export type Handle = keyof typeof screenHandles;

export interface Snap {
  /** Snaps to walls and floors; on by default. */
  surface?: boolean;
  /** Stays upright; on by default. */
  upright?: boolean;
  /** The step of rotations in radians; 0: continuous. */
  angleStep?: number;
}

export interface Ray {
  origin: Vec3;
  direction: Vec3;
}

/** Bounds, levels and start of a space. */
export interface PlaceFacts {
  min: Vec3;
  max: Vec3;
  floor: number;
  ceiling: number | null;
  /** Where the visitor starts; null where nobody can stand. */
  start: Vec3 | null;
}
