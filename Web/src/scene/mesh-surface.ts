/** A model's surface for the core: one list of positions and one of triangles. */

import type * as THREE from "three";
import type { Box } from "./view.ts";

export interface Surface {
  positions: Float32Array;
  indices: Uint32Array;
}

interface Piece {
  position: {
    count: number;
    array: ArrayLike<number>;
    isInterleavedBufferAttribute?: boolean;
    getX(i: number): number;
    getY(i: number): number;
    getZ(i: number): number;
  };
  index: { count: number; array: ArrayLike<number> } | null;
}

/** All meshes below `object`, which is in world coordinates. */
export function meshSurface(object: THREE.Object3D): Surface {
  const pieces: Piece[] = [];
  object.traverse((node: THREE.Object3D) => {
    const mesh = node as unknown as {
      isMesh?: boolean;
      geometry?: { getAttribute(name: string): Piece["position"]; index: Piece["index"] };
    };
    if (!mesh.isMesh || !mesh.geometry) return;
    pieces.push({ position: mesh.geometry.getAttribute("position"), index: mesh.geometry.index });
  });
  return joined(pieces);
}

/** The surface that a visitor walks on: the meshes, or, in a point cloud, a floor below the box. */
export function walkableSurface(object: THREE.Object3D, box: Box, floor: number): Surface {
  const surface = meshSurface(object);
  return surface.indices.length > 0 ? surface : floorOf(box, floor);
}

/** Concatenates pieces. */
export function joined(pieces: readonly Piece[]): Surface {
  const vertices = pieces.reduce((sum, piece) => sum + piece.position.count, 0);
  const corners = pieces.reduce((sum, piece) => sum + whole(piece.index?.count ?? piece.position.count), 0);
  const positions = new Float32Array(vertices * 3);
  const indices = new Uint32Array(corners);
  let vertex = 0;
  let corner = 0;
  for (const { position, index } of pieces) {
    if (position.array instanceof Float32Array && !position.isInterleavedBufferAttribute) {
      positions.set(position.array.subarray(0, position.count * 3), vertex * 3);
    } else {
      for (let i = 0; i < position.count; i += 1) {
        positions.set([position.getX(i), position.getY(i), position.getZ(i)], (vertex + i) * 3);
      }
    }
    const count = whole(index?.count ?? position.count);
    for (let i = 0; i < count; i += 1) indices[corner + i] = vertex + (index ? index.array[i]! : i);
    vertex += position.count;
    corner += count;
  }
  return { positions, indices };
}

function whole(count: number): number {
  return Math.floor(count / 3) * 3;
}

function floorOf(box: Box, floor: number): Surface {
  const [[x0, , z0], [x1, , z1]] = [box.min, box.max];
  return {
    positions: new Float32Array([x0, floor, z0, x0, floor, z1, x1, floor, z1, x1, floor, z0]),
    indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
  };
}
