/** Vertex normals for a mesh without any: the area-weighted mean of the normals of its triangles. */

import { nextTask } from "../core/next-task.ts";

/** Milliseconds after which the page gets time to respond. */
const slice = 12;
const piece = 8192;

/**
 * Three numbers a vertex, of length 1; zero where a vertex has no triangle with an area. `indices` null: three
 * vertices a triangle, as they come.
 */
export async function vertexNormals(
  positions: ArrayLike<number>,
  indices: ArrayLike<number> | null,
): Promise<Float32Array> {
  const normals = new Float32Array(positions.length);
  const corners = indices?.length ?? positions.length / 3;
  let until = performance.now() + slice;
  const breathe = async (): Promise<void> => {
    if (performance.now() < until) return;
    await nextTask();
    until = performance.now() + slice;
  };
  for (let first = 0; first + 2 < corners; first += 3 * piece) {
    addNormals(positions, indices, normals, first, Math.min(corners - 2, first + 3 * piece));
    await breathe();
  }
  for (let first = 0; first < normals.length; first += 3 * piece) {
    normalize(normals, first, Math.min(normals.length, first + 3 * piece));
    await breathe();
  }
  return normals;
}

function addNormals(
  positions: ArrayLike<number>,
  indices: ArrayLike<number> | null,
  normals: Float32Array,
  from: number,
  to: number,
): void {
  for (let corner = from; corner < to; corner += 3) {
    const a = 3 * (indices ? indices[corner]! : corner);
    const b = 3 * (indices ? indices[corner + 1]! : corner + 1);
    const c = 3 * (indices ? indices[corner + 2]! : corner + 2);
    const ax = positions[a]!;
    const ay = positions[a + 1]!;
    const az = positions[a + 2]!;
    const ux = positions[b]! - ax;
    const uy = positions[b + 1]! - ay;
    const uz = positions[b + 2]! - az;
    const vx = positions[c]! - ax;
    const vy = positions[c + 1]! - ay;
    const vz = positions[c + 2]! - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    for (const at of [a, b, c]) {
      normals[at]! += nx;
      normals[at + 1]! += ny;
      normals[at + 2]! += nz;
    }
  }
}

function normalize(normals: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i += 3) {
    const length = Math.hypot(normals[i]!, normals[i + 1]!, normals[i + 2]!);
    if (length === 0) continue;
    normals[i]! /= length;
    normals[i + 1]! /= length;
    normals[i + 2]! /= length;
  }
}
