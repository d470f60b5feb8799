/** The geometries of a loaded model: normals, world coordinates, triangle counts. */

import * as THREE from "three";
import { nextTask } from "../core/next-task.ts";
import { vertexNormals } from "./normals.ts";
import { farOrigin } from "./origin.ts";
import type { Vec3 } from "./view.ts";

/** Adds normals to meshes without any. The computation of three.js would block the page. */
export async function addNormals(scene: THREE.Object3D): Promise<void> {
  await nextTask();
  const geometries: THREE.BufferGeometry[] = [];
  scene.traverse((node: THREE.Object3D) => {
    if (!(node instanceof THREE.Mesh)) return;
    const geometry = node.geometry as THREE.BufferGeometry;
    if (!geometry.getAttribute("normal")) geometries.push(geometry);
  });
  for (const geometry of geometries) {
    const normals = await vertexNormals(positionsOf(geometry).array, geometry.index?.array ?? null);
    geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  }
  await nextTask();
}

/**
 * Moves map coordinates near the world's origin, and returns the vector that was subtracted. It is the translation of
 * the outermost node, so that all levels of detail of a model move alike.
 */
export function moveNearOrigin(scene: THREE.Object3D): Vec3 {
  scene.updateMatrixWorld(true);
  let origin: Vec3 = [0, 0, 0];
  scene.traverse((node: THREE.Object3D) => {
    if (origin.some((metres) => metres !== 0)) return;
    const matrix = node.matrixWorld.elements as number[];
    origin = farOrigin([matrix[12]!, matrix[13]!, matrix[14]!]);
  });
  scene.position.sub(new THREE.Vector3(...origin));
  scene.updateMatrixWorld(true);
  return origin;
}

/** The geometry in world coordinates. */
export function inWorld(geometry: THREE.BufferGeometry, matrix: THREE.Matrix4): THREE.BufferGeometry {
  if (matrix.equals(new THREE.Matrix4())) return geometry;
  const moved = geometry.clone();
  // The integers of a quantized model can't hold metres and rotated normals.
  for (const name of ["position", "normal"]) {
    const attribute = moved.getAttribute(name) as THREE.BufferAttribute | undefined;
    if (attribute && !(attribute.array instanceof Float32Array)) moved.setAttribute(name, asFloats(attribute));
  }
  return moved.applyMatrix4(matrix);
}

export function positionsOf(geometry: THREE.BufferGeometry): THREE.BufferAttribute {
  const attribute = geometry.getAttribute("position") as THREE.BufferAttribute | undefined;
  if (!attribute) throw new Error("The file contains a mesh without positions.");
  return attribute;
}

export function triangleCount(geometry: THREE.BufferGeometry): number {
  return Math.floor((geometry.index?.count ?? positionsOf(geometry).count) / 3);
}

function asFloats(attribute: THREE.BufferAttribute): THREE.BufferAttribute {
  const values = new Float32Array(attribute.count * 3);
  for (let i = 0; i < attribute.count; i += 1) {
    values[3 * i] = attribute.getX(i);
    values[3 * i + 1] = attribute.getY(i);
    values[3 * i + 2] = attribute.getZ(i);
  }
  return new THREE.BufferAttribute(values, 3);
}
