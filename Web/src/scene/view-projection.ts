/** The projection of a camera for overlays: rays through pixels, and the pixels of points. */

import * as THREE from "three";
import type { Frame, Vec3 } from "./view.ts";

export interface Ray {
  origin: Vec3;
  direction: Vec3;
}

/** A projected point in homogeneous coordinates: divided by `w` they are pixels; in front of the camera `w` is positive. */
export interface Seen {
  x: number;
  y: number;
  w: number;
}

export interface ViewProjection {
  readonly frame: Frame;
  readonly position: Vec3;
  ray(x: number, y: number): Ray;
  /** In pixels times `w`, from the top left of the image. */
  see(point: Vec3): Seen;
  /** Metres that a pixel covers at a point. */
  pixelSize(point: Vec3): number;
}

/** Of the camera's current pose: to be made again for each frame. */
export function viewProjectionOf(
  camera: THREE.PerspectiveCamera | THREE.OrthographicCamera,
  frame: Frame,
): ViewProjection {
  camera.updateMatrixWorld();
  const inverse = camera.matrixWorld.clone().invert();
  const whole = camera.projectionMatrix.clone().multiply(inverse);
  const place = new THREE.Vector3().setFromMatrixPosition(camera.matrixWorld);
  const clip = new THREE.Vector4();
  const see = ([x, y, z]: Vec3): Seen => {
    clip.set(x, y, z, 1).applyMatrix4(whole);
    return {
      x: (clip.x + clip.w) / 2 * frame.width,
      y: (clip.w - clip.y) / 2 * frame.height,
      w: clip.w,
    };
  };
  return {
    frame,
    position: [place.x, place.y, place.z],
    see,
    ray(x, y): Ray {
      const at = (depth: number): THREE.Vector3 =>
        new THREE.Vector3(2 * x / frame.width - 1, 1 - 2 * y / frame.height, depth).unproject(camera);
      const from = at(-1);
      const way = at(0.5).sub(from).normalize();
      return { origin: [from.x, from.y, from.z], direction: [way.x, way.y, way.z] };
    },
    pixelSize(point): number {
      const scale = camera.projectionMatrix.elements[5] ?? 1;
      return 2 * Math.max(1e-6, see(point).w) / (scale * frame.height);
    },
  };
}
