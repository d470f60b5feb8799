/** The perspective camera of the free look. */

import * as THREE from "three";
import { axes, type Box, clippingRange, eye, type Frame, type View } from "./view.ts";

/** Sets the camera's pose, lens and clipping planes. `box`: what has to be between the planes. */
export function applyView(camera: THREE.PerspectiveCamera, view: View, box: Box, frame: Frame): void {
  const { near, far } = clippingRange(view, box);
  const { right, up, toward } = axes(view);
  camera.fov = view.fov * 180 / Math.PI;
  camera.aspect = frame.width / frame.height;
  camera.near = near;
  camera.far = far;
  camera.position.set(...eye(view));
  const basis = new THREE.Matrix4().makeBasis(
    new THREE.Vector3(...right),
    new THREE.Vector3(...up),
    new THREE.Vector3(...toward),
  );
  camera.quaternion.setFromRotationMatrix(basis);
  centerInFrame(camera, frame);
}

/** Moves the centre of the image to the centre of the uncovered part of the frame. Updates the projection matrix. */
export function centerInFrame(camera: THREE.PerspectiveCamera | THREE.OrthographicCamera, frame: Frame): void {
  const { width, height, top, bottom } = frame;
  camera.setViewOffset(width, height, 0, (bottom - top) / 2, width, height);
}
