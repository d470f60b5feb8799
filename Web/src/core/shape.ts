/** The shape of a space as the core calculates it from its triangles. */

import { shapeLayout as at } from "./generated.ts";
import type { Box } from "./vectors.ts";
import type { Wasm } from "./wasm.ts";

export interface SpaceShape {
  /** Height of the floor, in metres. */
  floor: number;
  /** Height of the ceiling; null where nothing covers the space from above. */
  ceiling: number | null;
  /** Heights at which a horizontal cut may be, and where it is first. */
  cutRange: CutRange;
  /** Whether the ground plan is wide enough to walk in. */
  isWalkable: boolean;
}

export interface CutRange {
  lowest: number;
  highest: number;
  usual: number;
}

export function spaceShape(
  wasm: Wasm,
  mesh: { positions: Float32Array; indices: Uint32Array },
  box: Box,
): SpaceShape {
  return wasm.lend([mesh.positions, mesh.indices], (points = 0, indices = 0) => {
    const corners = wasm.write([...box.min, ...box.max], 0);
    const answer = wasm.write(new Array(at.words).fill(0), 1);
    wasm.call((core) => core.dio_space_shape(points, indices, Math.floor(mesh.indices.length / 3), corners, answer));
    const values = wasm.floats(answer, at.words);
    const ceiling = values[at.ceiling] ?? Infinity;
    return {
      floor: values[at.floor] ?? 0,
      ceiling: Number.isFinite(ceiling) ? ceiling : null,
      cutRange: {
        lowest: values[at.cutLowest] ?? 0,
        highest: values[at.cutHighest] ?? 0,
        usual: values[at.cutUsual] ?? 0,
      },
      isWalkable: wasm.integers(answer, at.words)[at.isWalkable] === 1,
    };
  });
}
