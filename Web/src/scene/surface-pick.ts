/** Picking: the surface, by the core's hierarchy, or the points of a cloud. */

import * as THREE from "three";
import { type Exploration, pickKinds, pickTargets } from "../core/core.ts";
import { pointOnRay } from "./point-pick.ts";
import type { Ray } from "./view-projection.ts";
import type { Model } from "./model.ts";
import type { Vec3 } from "./view.ts";

export interface SurfaceHit {
  point: Vec3;
  /** Towards the camera. */
  normal: Vec3;
  distance: number;
  /** The index of the mesh among those of the model's surface; null for a cloud. */
  mesh: number | null;
}

export interface PickWay {
  /** The height above which nothing is drawn. */
  cut: number;
  /** Back faces are not drawn, so they are not hit. */
  frontOnly: boolean;
}

/** The maximum number of undrawn surfaces that a ray passes. */
const maxLayers = 24;
/** For clouds, as a fraction of the distance: about eight pixels. */
const cloudReach = 0.008;

interface Piece {
  first: number;
  count: number;
  geometry: THREE.BufferGeometry;
}

export class SurfacePick {
  private readonly pieces: Piece[] = [];
  private readonly clouds: THREE.BufferAttribute[] = [];

  /** `model`: its triangles are those of the core, in the same order. */
  constructor(private readonly exploration: Exploration, model: Model) {
    let first = 0;
    model.surface.traverse((node: THREE.Object3D) => {
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
    // For a cloud the core has only a floor.
    if (this.pieces.length === 0) return this.nearestPoint(ray, way.cut);
    const what = way.frontOnly ? pickTargets.mesh | pickTargets.hidden : pickTargets.mesh;
    let { origin } = ray;
    let gone = 0;
    for (let layer = 0; layer < maxLayers; layer += 1) {
      const hit = this.exploration.pick({ origin, direction: ray.direction }, what);
      if (hit.kind !== pickKinds.mesh) return null;
      if (!way.frontOnly || (hit.point[1] <= way.cut && this.faces(hit.index, ray.direction))) {
        return { point: hit.point, normal: hit.normal, distance: gone + hit.distance, mesh: this.meshOf(hit.index) };
      }
      const step = hit.distance + Math.max(0.002, hit.distance * 1e-4);
      gone += step;
      origin = along(origin, ray.direction, step);
    }
    return null;
  }

  /** Whether a triangle faces the origin of the ray. */
  private faces(triangle: number, direction: Vec3): boolean {
    const piece = this.pieces[this.meshOf(triangle) ?? -1];
    if (!piece) return true;
    const position = piece.geometry.getAttribute("position") as THREE.BufferAttribute;
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const at = (triangle - piece.first) * 3 + corner;
      return new THREE.Vector3().fromBufferAttribute(position, piece.geometry.index?.getX(at) ?? at);
    }) as [THREE.Vector3, THREE.Vector3, THREE.Vector3];
    return b.sub(a).cross(c.sub(a)).dot(new THREE.Vector3(...direction)) <= 0;
  }

  private meshOf(triangle: number): number | null {
    const index = this.pieces.findIndex(({ first, count }) => triangle >= first && triangle < first + count);
    return index < 0 ? null : index;
  }

  private nearestPoint(ray: Ray, cut: number): SurfaceHit | null {
    let best: SurfaceHit | null = null;
    for (const cloud of this.clouds) {
      const found = pointOnRay(cloud.array, cloud.count, ray, cut, cloudReach);
      if (!found || (best && best.distance <= found.distance)) continue;
      const { direction: [x, y, z] } = ray;
      best = { ...found, normal: [-x, -y, -z], mesh: null };
    }
    return best;
  }
}

function along([x, y, z]: Vec3, [dx, dy, dz]: Vec3, by: number): Vec3 {
  return [x + dx * by, y + dy * by, z + dz * by];
}
