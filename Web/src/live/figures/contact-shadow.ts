/** A soft dark disc below a companion: without it, it seems to float. */

import * as THREE from "three";

const segments = 40;
const rings = 6;
/** In the middle. */
const opacity = 0.42;
/** Metres above the surface. */
const height = 0.006;

export class ContactShadow {
  readonly object: THREE.Mesh;
  private readonly geometry = new THREE.RingGeometry(1e-3, 1, segments, rings).rotateX(-Math.PI / 2);
  private readonly material = new THREE.MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
  });

  constructor() {
    const positions = this.geometry.getAttribute("position") as THREE.BufferAttribute;
    const colors = new Float32Array(4 * positions.count);
    for (let i = 0; i < positions.count; i += 1) {
      const edge = 1 - Math.min(1, Math.hypot(positions.getX(i), positions.getZ(i)));
      colors[4 * i + 3] = opacity * edge * edge * (3 - 2 * edge);
    }
    this.geometry.setAttribute("color", new THREE.BufferAttribute(colors, 4));
    this.object = new THREE.Mesh(this.geometry, this.material);
    this.object.position.y = height;
  }

  /** `radius`: of the companion, in metres. */
  resize(radius: number): void {
    this.object.scale.set(1.15 * radius, 1, 1.15 * radius);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
