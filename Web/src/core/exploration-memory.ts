/** Reads and writes the structures of an exploration in the core's memory. */

import { pickLayout, placementLayout, screenLayout } from "./generated.ts";
import type { Hit, PickKind, Placement, Screen } from "./exploration-types.ts";
import type { Vec3 } from "./vectors.ts";
import type { Wasm } from "./wasm.ts";

export function readHit(wasm: Wasm, address: number, kind: PickKind): Hit {
  const floats = wasm.floats(address, pickLayout.words);
  return {
    kind,
    index: wasm.integers(address, pickLayout.words)[pickLayout.index] ?? -1,
    point: vector(floats, pickLayout.point),
    normal: vector(floats, pickLayout.normal),
    distance: floats[pickLayout.distance] ?? 0,
  };
}

/** Returns the address, which is valid until the next call. */
export function writeHit(wasm: Wasm, hit: Pick<Hit, "kind" | "index" | "point" | "normal">): number {
  const address = wasm.write(new Array(pickLayout.words).fill(0));
  const floats = wasm.floats(address, pickLayout.words);
  floats.set(hit.point, pickLayout.point);
  floats.set(hit.normal, pickLayout.normal);
  const integers = wasm.integers(address, pickLayout.words);
  integers[pickLayout.kind] = hit.kind;
  integers[pickLayout.index] = hit.index;
  return address;
}

/** The screen follows the placement. */
export function readPlacement(wasm: Wasm, address: number): Placement {
  const floats = wasm.floats(address, placementLayout.words + screenLayout.words);
  return {
    point: vector(floats, placementLayout.point),
    normal: vector(floats, placementLayout.normal),
    object: wasm.integers(address, placementLayout.words)[placementLayout.object] ?? -1,
    cue: vector(floats, placementLayout.cue),
    height: floats[placementLayout.height] ?? 0,
    aboveFloor: floats[placementLayout.aboveFloor] ?? 0,
    headroom: floats[placementLayout.headroom] ?? 0,
    screen: screenAt(floats, placementLayout.words),
  };
}

export function readScreen(wasm: Wasm, address: number): Screen {
  return screenAt(wasm.floats(address, screenLayout.words), 0);
}

export function vector(values: Float32Array, offset: number): Vec3 {
  return [values[offset] ?? 0, values[offset + 1] ?? 0, values[offset + 2] ?? 0];
}

function screenAt(values: Float32Array, start: number): Screen {
  const rotation = values.subarray(start + screenLayout.rotation, start + screenLayout.rotation + 4);
  const [x = 0, y = 0, z = 0, w = 1] = rotation;
  return {
    position: vector(values, start + screenLayout.position),
    rotation: [x, y, z, w],
    size: [values[start + screenLayout.size] ?? 0, values[start + screenLayout.size + 1] ?? 0],
  };
}
