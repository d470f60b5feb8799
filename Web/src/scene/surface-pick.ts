/** Picking: the surface, by the core's hierarchy, or the points of a cloud. */

import * as THREE from "three";
import { type Exploration, pickKinds, pickTargets } from "../core/core.ts";
import { pointOnRay } from "./point-pick.ts";
import type { Ray } from "./view-projection.ts";
import type { Model } from "./model.ts";
import type { Vec3 } from "./view.ts";

export interface SurfaceHit {
  point: Vec3;
  /** Towards the eye. */
  normal: Vec3;
  distance: number;
}

export interface PickWay {
  /** Above this height nothing is drawn. */
  cut: number;
  /** Faces that look away from the eye aren't drawn, so they are not met. */
  frontOnly: boolean;
}

/** Undrawn layers that a ray may go through before it gives up. */
const mostLayers = 24;
/** Of a cloud, in parts of the distance: about eight pixels. */
const cloudReach = 0.008;

interface Piece {
  first: number;
  count: number;
  geometry: THREE.BufferGeometry;
}

export class SurfacePick {
  private readonly pieces: Piece[] = [];
  private readonly clouds: THREE.BufferAttribute[] = [];

  /** `model` is the one whose triangles the core was given, in the same order. */
  constructor(private readonly exploration: Exploration, model: Model) {
    let first = 0;
    model.object.traverse((node: THREE.Object3D) => {
      if (node instanceof THREE.Mesh) {
        const geometry = node.geometry as THREE.BufferGeometry;
        const count = Math.floor((geometry.index?.count ?? geometry.getAttribute("position")?.count ?? 0) / 3);
        this.pieces.push({ first, count, geometry });
        first += count;
      } else if (node instanceof THREE.Points) {
        this.clouds.push(node.geometry.getAttribute("position") as THREE.BufferAttribute);
      }
    });
  }

  hit(ray: Ray, way: PickWay): SurfaceHit | null {
    // In a cloud the core knows but a floor.
    if (this.pieces.length === 0) return this.nearestPoint(ray, way.cut);
    const what = way.frontOnly ? pickTargets.mesh | pickTargets.hidden : pickTargets.mesh;
    let { origin } = ray;
    let gone = 0;
    for (let layer = 0; layer < mostLayers; layer += 1) {
      const hit = this.exploration.pick({ origin, direction: ray.direction }, what);
      if (hit.kind !== pickKinds.mesh) return null;
      if (!way.frontOnly || (hit.point[1] <= way.cut && this.faces(hit.index, ray.direction))) {
        return { point: hit.point, normal: hit.normal, distance: gone + hit.distance };
      }
      const step = hit.distance + Math.max(0.002, hit.distance * 1e-4);
      gone += step;
      origin = along(origin, ray.direction, step);
    }
    return null;
  }

  /** Whether a triangle looks towards where the ray comes from. */
  private faces(triangle: number, direction: Vec3): boolean {
    const piece = this.pieces.find(({ first, count }) => triangle >= first && triangle < first + count);
    if (!piece) return true;
    const position = piece.geometry.getAttribute("position") as THREE.BufferAttribute;
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const at = (triangle - piece.first) * 3 + corner;
      return new THREE.Vector3().fromBufferAttribute(position, piece.geometry.index?.getX(at) ?? at);
    }) as [THREE.Vector3, THREE.Vector3, THREE.Vector3];
    return b.sub(a).cross(c.sub(a)).dot(new THREE.Vector3(...direction)) <= 0;
  }

  private nearestPoint(ray: Ray, cut: number): SurfaceHit | null {
    let best: SurfaceHit | null = null;
    for (const cloud of this.clouds) {
      const found = pointOnRay(cloud.array, cloud.count, ray, cut, cloudReach);
      if (!found || (best && best.distance <= found.distance)) continue;
      const { direction: [x, y, z] } = ray;
      best = { ...found, normal: [-x, -y, -z] };
    }
    return best;
  }
}

function along([x, y, z]: Vec3, [dx, dy, dz]: Vec3, by: number): Vec3 {
  return [x + dx * by, y + dy * by, z + dz * by];
}
