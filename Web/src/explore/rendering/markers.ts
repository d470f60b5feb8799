/** Line drawings over the space: the box of an object, the camera symbol of a viewpoint, the pin that is being placed. */

import * as THREE from "three";
import type { Vec3 } from "../../scene/view.ts";
import type { Quaternion, Viewpoint } from "../sand-table.ts";

/** Lines whose points can be replaced; nothing is drawn while there are none. */
class Lines {
  readonly object: THREE.LineSegments;
  private readonly geometry = new THREE.BufferGeometry();
  private readonly material: THREE.LineBasicMaterial;

  constructor(colour: number, opacity: number) {
    this.material = new THREE.LineBasicMaterial({ color: colour, transparent: true, opacity, depthTest: false });
    this.object = new THREE.LineSegments(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 6;
    this.object.visible = false;
  }

  set(points: readonly number[]): void {
    this.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(points), 3));
    this.object.visible = points.length > 0;
  }

  tint(colour: string): void {
    this.material.color.set(colour);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}

/** The twelve edges of a unit box around the origin, as pairs of corners. */
const boxEdges: readonly Vec3[] = (() => {
  const corner = (i: number): Vec3 => [(i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2 & 1) - 0.5];
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) =>
    [1, 2, 4].filter((bit) => !(i & bit)).flatMap((bit) => [corner(i), corner(i | bit)])
  );
})();

/** Its points in world coordinates: of a box with this centre, size and rotation. */
export function boxLines(center: Vec3, size: Vec3, rotation: Quaternion): number[] {
  return boxEdges.flatMap((corner) => {
    const [x, y, z] = turned([corner[0] * size[0], corner[1] * size[1], corner[2] * size[2]], rotation);
    return [center[0] + x, center[1] + y, center[2] + z];
  });
}

/** A camera as a pyramid: its apex at the eye, its base at distance `length` with the aspect of its image. */
export function cameraLines(viewpoint: Viewpoint, length: number): number[] {
  const m = viewpoint.matrix;
  const up = Math.tan(viewpoint.fieldOfView / 2) * length;
  const across = up * viewpoint.aspect;
  const at = (x: number, y: number, z: number): number[] => [
    m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
    m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
    m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
  ];
  const tip = at(0, 0, 0);
  const base = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x = 0, y = 0]) => at(x * across, y * up, -length));
  const roof = [
    at(-0.35 * across, 1.12 * up, -length),
    at(0.35 * across, 1.12 * up, -length),
    at(0, 1.5 * up, -length),
  ];
  return [
    ...base.flatMap((corner, i) => [...tip, ...corner, ...corner, ...base[(i + 1) % 4]!]),
    ...roof.flatMap((corner, i) => [...corner, ...roof[(i + 1) % 3]!]),
  ];
}

/** A vector turned by a unit quaternion. */
export function turned(v: Vec3, q: Quaternion): Vec3 {
  const [x, y, z, w] = q;
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

const cameraLength = 0.2; // metres

export class Markers {
  readonly object = new THREE.Group();
  private readonly box = new Lines(0xffb454, 0.9);
  private readonly cameras = new Lines(0xe9ecf0, 0.6);
  private readonly stem = new Lines(0xffb454, 1);
  private readonly foot: THREE.Mesh;
  private readonly footMaterial = new THREE.MeshBasicMaterial({
    color: 0xffb454,
    transparent: true,
    opacity: 0.5,
    depthTest: false,
  });
  private readonly footGeometry = new THREE.RingGeometry(0.1, 0.13, 40);
  private readonly head: THREE.Mesh;
  private readonly headGeometry = new THREE.SphereGeometry(0.07, 20, 14);

  constructor() {
    this.foot = new THREE.Mesh(this.footGeometry, this.footMaterial);
    this.head = new THREE.Mesh(this.headGeometry, this.footMaterial);
    for (const mesh of [this.foot, this.head]) {
      mesh.renderOrder = 7;
      mesh.visible = false;
    }
    this.object.add(this.box.object, this.cameras.object, this.stem.object, this.foot, this.head);
  }

  showBox(box: { center: Vec3; size: Vec3; rotation: Quaternion } | null): void {
    this.box.set(box ? boxLines(box.center, box.size, box.rotation) : []);
  }

  get boxVisible(): boolean {
    return this.box.object.visible;
  }

  showCameras(viewpoints: readonly Viewpoint[]): void {
    this.cameras.set(viewpoints.flatMap((viewpoint) => cameraLines(viewpoint, cameraLength)));
  }

  /** The pin that is about to be set: a ring on the surface, a stem, and its head where the cue will be. */
  showGhost(ghost: { point: Vec3; normal: Vec3; head: Vec3 } | null): void {
    this.foot.visible = this.head.visible = ghost !== null;
    if (!ghost) return this.stem.set([]);
    const normal = new THREE.Vector3(...ghost.normal);
    this.foot.position.set(...ghost.point).addScaledVector(normal, 0.01);
    this.foot.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
    this.head.position.set(...ghost.head);
    this.stem.set([...ghost.point, ...ghost.head]);
  }

  tint(accent: string, text: string): void {
    this.box.tint(accent);
    this.stem.tint(accent);
    this.footMaterial.color.set(accent);
    this.cameras.tint(text);
  }

  dispose(): void {
    for (const lines of [this.box, this.cameras, this.stem]) lines.dispose();
    for (const thing of [this.footGeometry, this.footMaterial, this.headGeometry]) thing.dispose();
  }
}
