/** The figure of another participant: a friendly head that looks where the participant looks, with a small body below it. */

import * as THREE from "three";
import type { Quaternion, Vec3 } from "../../core/vectors.ts";

/** Metres from the eyes to the lowest point of the body. */
export const avatarDepth = 0.62;
/** Metres from the eyes to the top of the head. */
export const avatarTop = 0.14;
/** Metres: a figure that is nearer to the camera is hidden, so that it doesn't cover the image. */
const nearLimit = 0.4;

/** Geometries and materials that all avatars share. */
export class AvatarShapes {
  readonly head = new THREE.SphereGeometry(0.12, 32, 24);
  readonly body: THREE.LatheGeometry;
  readonly arm = new THREE.CapsuleGeometry(0.032, 0.12, 6, 12);
  readonly eye = new THREE.SphereGeometry(0.027, 16, 12);
  readonly pupil = new THREE.SphereGeometry(0.0155, 12, 10);
  readonly glint = new THREE.SphereGeometry(0.005, 8, 6);
  readonly cheek = new THREE.SphereGeometry(0.02, 12, 8);
  readonly smile = new THREE.TorusGeometry(0.034, 0.0055, 8, 20, Math.PI * 0.8);
  readonly dot = new THREE.SphereGeometry(0.022, 16, 12);
  readonly ray = new THREE.CylinderGeometry(0.0035, 0.0035, 1, 6, 1, true).translate(0, 0.5, 0);
  readonly white = new THREE.MeshLambertMaterial({ color: 0xffffff });
  readonly dark = new THREE.MeshLambertMaterial({ color: 0x1d1a22 });
  readonly blush = new THREE.MeshLambertMaterial({ color: 0xff9d94, transparent: true, opacity: 0.7 });

  constructor() {
    // From below to the neck: half of the outline, turned around the upright axis.
    const outline = [
      [0, -avatarDepth],
      [0.05, -0.612],
      [0.1, -0.57],
      [0.138, -0.49],
      [0.148, -0.4],
      [0.135, -0.28],
      [
        0.1,
        -0.17,
      ],
      [0.06, -0.11],
      [0, -0.09],
    ];
    this.body = new THREE.LatheGeometry(outline.map(([x, y]) => new THREE.Vector2(x, y)), 32);
  }

  dispose(): void {
    for (const shape of Object.values(this)) (shape as { dispose(): void }).dispose();
  }
}

export class AvatarFigure {
  readonly object = new THREE.Group();
  private readonly figure = new THREE.Group();
  private readonly face = new THREE.Group();
  private readonly torso = new THREE.Group();
  private readonly pointer: THREE.Group = new THREE.Group();
  private readonly ray: THREE.Mesh;
  private readonly bodyMaterial = new THREE.MeshLambertMaterial();
  private readonly headMaterial = new THREE.MeshLambertMaterial();
  private readonly dotMaterial = new THREE.MeshBasicMaterial();
  private readonly rayMaterial = new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.45, depthWrite: false });
  private readonly towards = new THREE.Vector3();
  private color = "";

  constructor(shapes: AvatarShapes) {
    this.ray = new THREE.Mesh(shapes.ray, this.rayMaterial);
    this.addFace(shapes);
    this.torso.add(new THREE.Mesh(shapes.body, this.bodyMaterial));
    for (const side of [-1, 1]) {
      const arm = new THREE.Mesh(shapes.arm, this.bodyMaterial);
      arm.position.set(0.15 * side, -0.3, -0.02);
      arm.rotation.z = 0.45 * side;
      this.torso.add(arm);
    }
    this.figure.add(this.face, this.torso);
    this.pointer.add(new THREE.Mesh(shapes.dot, this.dotMaterial), this.ray);
    this.pointer.visible = false;
    this.object.add(this.figure, this.pointer);
  }

  /** `pointer`: the point on the surface that the participant points at. */
  pose(position: Vec3, rotation: Quaternion, pointer: Vec3 | null, camera: Vec3): void {
    this.figure.position.set(...position);
    this.figure.visible = Math.hypot(...position.map((value, axis) => value - camera[axis]!)) > nearLimit;
    this.face.quaternion.set(...rotation);
    // The body turns with the head, but stays upright.
    const ahead = this.towards.set(0, 0, -1).applyQuaternion(this.face.quaternion);
    if (Math.hypot(ahead.x, ahead.z) > 0.2) this.torso.rotation.y = Math.atan2(-ahead.x, -ahead.z);
    this.pointer.visible = pointer !== null;
    if (!pointer) return;
    this.pointer.position.set(...pointer);
    // The ray begins at the body, not between the eyes, where its owner would look along it.
    this.towards.set(position[0] - pointer[0], position[1] - 0.25 - pointer[1], position[2] - pointer[2]);
    this.ray.scale.y = this.towards.length();
    this.ray.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), this.towards.normalize());
  }

  tint(color: string): void {
    if (color === this.color) return;
    this.color = color;
    this.bodyMaterial.color.set(color);
    this.headMaterial.color.set(color).lerp(new THREE.Color(1, 0.93, 0.86), 0.55);
    this.dotMaterial.color.set(color);
    this.rayMaterial.color.set(color);
  }

  show(visible: boolean): void {
    this.object.visible = visible;
  }

  dispose(): void {
    for (const material of [this.bodyMaterial, this.headMaterial, this.dotMaterial, this.rayMaterial]) {
      material.dispose();
    }
  }

  private addFace(shapes: AvatarShapes): void {
    const add = (
      geometry: THREE.BufferGeometry,
      material: THREE.Material,
      x: number,
      y: number,
      z: number,
    ): THREE.Mesh => {
      const mesh = new THREE.Mesh(geometry, material);
      mesh.position.set(x, y, z);
      this.face.add(mesh);
      return mesh;
    };
    add(shapes.head, this.headMaterial, 0, 0, 0);
    for (const side of [-1, 1]) {
      add(shapes.eye, shapes.white, 0.045 * side, 0.018, -0.099);
      add(shapes.pupil, shapes.dark, 0.044 * side, 0.017, -0.1155);
      add(shapes.glint, shapes.white, 0.044 * side + 0.006, 0.024, -0.1285);
      add(shapes.cheek, shapes.blush, 0.076 * side, -0.03, -0.088).scale.set(1, 0.7, 0.4);
    }
    const smile = add(shapes.smile, shapes.dark, 0, -0.022, -0.1115);
    smile.rotation.z = Math.PI * 1.1;
    smile.rotation.x = 0.24;
  }
}
