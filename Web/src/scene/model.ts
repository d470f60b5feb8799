/** A scanned place out of its GLB asset: one group of lit meshes or points, and what is known about its shape. */

import type { Asset } from "../api/generated.ts";
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { type Core, loadCore, type SpaceShape } from "../core/core.ts";
import { nextTask } from "../core/next-task.ts";
import { meshSurface } from "./mesh-surface.ts";
import { vertexNormals } from "./normals.ts";
import { farOrigin } from "./origin.ts";
import { outline } from "./outline.ts";
import type { Box, Vec3 } from "./view.ts";

export interface Model {
  object: THREE.Group;
  /** What was taken from every coordinate so that the place stands near the world's origin (origin.ts). */
  origin: Vec3;
  box: Box;
  /** Floor, ceiling and cut. */
  shape: SpaceShape;
  /** Some of its points, without strays: what a view of all of it has to show. */
  outline: Vec3[];
  triangles: number;
  points: number;
  /** Materials of points, whose size depends on the lens. */
  dots: THREE.PointsMaterial[];
  dispose(): void;
}

/** The colour of what was scanned without any. */
const plaster = 0xcfcac2;

/** Reads the asset's bytes, telling how many have come. */
export async function fetchBytes(
  asset: Asset,
  progress: (loaded: number, total: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const response = await fetch(asset.url, { signal });
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
  if (!response.body) return await response.arrayBuffer();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let loaded = 0;
  while (true) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    loaded += value.length;
    progress(loaded, Math.max(loaded, asset.byteCount));
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.buffer;
}

/** What is known of a place beside its triangles, whatever their number. */
export type Shape = Pick<Model, "box" | "shape" | "outline">;

export interface Reading {
  /** Scanned pictures carry the light of the place: they are shown as they are. */
  unlit: boolean;
  /** The shape, where a coarser level has told it: finding it takes longer the finer a model is. */
  shape?: Shape;
}

export async function readModel(bytes: ArrayBuffer, reading: Reading): Promise<Model> {
  const loader = new GLTFLoader();
  loader.register((parser: { textureLoader: unknown; options: { manager: THREE.LoadingManager } }) => {
    // Textures as plain images: the usual way fetches blob: addresses, which the page's security policy does not allow.
    parser.textureLoader = new THREE.TextureLoader(parser.options.manager);
    return { name: "diorama-plain-images" };
  });
  const { scene } = await loader.parseAsync(bytes, "") as unknown as { scene: THREE.Object3D };
  await nextTask();
  await giveNormals(scene);
  await nextTask();
  return flatten(scene, reading, await loadCore());
}

/** Of what came without. Kept from three's own: that one holds up the page. */
async function giveNormals(scene: THREE.Object3D): Promise<void> {
  const bare: THREE.BufferGeometry[] = [];
  scene.traverse((node: THREE.Object3D) => {
    if (!(node instanceof THREE.Mesh)) return;
    const geometry = node.geometry as THREE.BufferGeometry;
    if (!geometry.getAttribute("normal")) bare.push(geometry);
  });
  for (const geometry of bare) {
    const normals = await vertexNormals(positions(geometry).array, geometry.index?.array ?? null);
    geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  }
}

/** All meshes and points in world coordinates under one group, with our own materials. */
function flatten(scene: THREE.Object3D, reading: Reading, core: Core): Model {
  const object = new THREE.Group();
  const dots: THREE.PointsMaterial[] = [];
  const disposables: { dispose(): void }[] = [];
  let [triangles, points] = [0, 0];
  const origin = bringNear(scene);
  scene.traverse((node: THREE.Object3D) => {
    if (node instanceof THREE.Mesh) {
      const geometry = inWorld(node.geometry as THREE.BufferGeometry, node.matrixWorld);
      const material = meshMaterial(geometry, node.material as THREE.Material, reading.unlit);
      object.add(new THREE.Mesh(geometry, material));
      triangles += triangleCount(geometry);
      disposables.push(geometry, material);
      if (material.map) disposables.push(material.map);
    } else if (node instanceof THREE.Points) {
      const geometry = inWorld(node.geometry as THREE.BufferGeometry, node.matrixWorld);
      const coloured = geometry.hasAttribute("color");
      const material = new THREE.PointsMaterial({ vertexColors: coloured, color: coloured ? 0xffffff : plaster });
      object.add(new THREE.Points(geometry, material));
      points += positions(geometry).count;
      dots.push(material);
      disposables.push(geometry, material);
    }
  });
  return {
    object,
    origin,
    ...(reading.shape ?? shapeOf(object, core)),
    triangles,
    points,
    dots,
    dispose: () => disposables.forEach((thing) => thing.dispose()),
  };
}

function shapeOf(object: THREE.Group, core: Core): Shape {
  const bounds = new THREE.Box3().setFromObject(object);
  if (bounds.isEmpty()) throw new Error("The file holds no surface and no points.");
  const box: Box = { min: [bounds.min.x, bounds.min.y, bounds.min.z], max: [bounds.max.x, bounds.max.y, bounds.max.z] };
  const { positions, indices } = meshSurface(object);
  return { box, shape: core.shape(positions, indices, box), outline: outlineOf(object) };
}

/** Moves map coordinates near the world's origin: a model and its levels by the same vector, which their outermost node tells. */
function bringNear(scene: THREE.Object3D): Vec3 {
  scene.updateMatrixWorld(true);
  let origin: Vec3 = [0, 0, 0];
  scene.traverse((node: THREE.Object3D) => {
    if (origin.some((metres) => metres !== 0)) return;
    const place = node.matrixWorld.elements as number[];
    origin = farOrigin([place[12]!, place[13]!, place[14]!]);
  });
  scene.position.sub(new THREE.Vector3(...origin));
  scene.updateMatrixWorld(true);
  return origin;
}

function inWorld(geometry: THREE.BufferGeometry, matrix: THREE.Matrix4): THREE.BufferGeometry {
  if (matrix.equals(new THREE.Matrix4())) return geometry;
  const moved = geometry.clone();
  // Places in metres and turned normals don't fit the whole numbers of a quantised model.
  for (const name of ["position", "normal"]) {
    const attribute = moved.getAttribute(name) as THREE.BufferAttribute | undefined;
    if (attribute && !(attribute.array instanceof Float32Array)) moved.setAttribute(name, asFloats(attribute));
  }
  return moved.applyMatrix4(matrix);
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

/** Only faces that look at the eye are drawn: so the near walls of a room, seen from outside, are open. */
function meshMaterial(
  geometry: THREE.BufferGeometry,
  source: THREE.Material,
  unlit: boolean,
): THREE.MeshLambertMaterial | THREE.MeshBasicMaterial {
  const from = source as THREE.MeshStandardMaterial;
  const map = from.map ?? null;
  const coloured = geometry.hasAttribute("color");
  // Floors are seen at a low angle: without this their pictures blur.
  if (map) map.anisotropy = 8;
  const Kind = source instanceof THREE.MeshBasicMaterial || (unlit && map)
    ? THREE.MeshBasicMaterial
    : THREE.MeshLambertMaterial;
  const material = new Kind({
    vertexColors: coloured,
    map,
    color: coloured || map ? 0xffffff : plaster,
    side: THREE.FrontSide,
  });
  // A model's own plain colour, where it gives one.
  if (!coloured && from.color && from.color.getHex() !== 0xffffff) material.color.copy(from.color);
  return material;
}

function positions(geometry: THREE.BufferGeometry): THREE.BufferAttribute {
  const attribute = geometry.getAttribute("position") as THREE.BufferAttribute | undefined;
  if (!attribute) throw new Error("The file holds a surface without positions.");
  return attribute;
}

function triangleCount(geometry: THREE.BufferGeometry): number {
  return Math.floor((geometry.index?.count ?? positions(geometry).count) / 3);
}

function outlineOf(object: THREE.Group): Vec3[] {
  const pieces = (object.children as (THREE.Mesh | THREE.Points)[]).map((child) =>
    positions(child.geometry as THREE.BufferGeometry)
  );
  return pieces.flatMap((piece) => outline(piece.count, (i) => [piece.getX(i), piece.getY(i), piece.getZ(i)]));
}
