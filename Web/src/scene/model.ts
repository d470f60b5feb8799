/** The model of a space, read from its GLB asset: one group of meshes and points, and its shape. */

import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { type Core, loadCore, type SpaceShape } from "../core/core.ts";
import { meshSurface } from "./mesh-surface.ts";
import { addNormals, inWorld, moveNearOrigin, positionsOf, triangleCount } from "./model-geometry.ts";
import { meshMaterial, pointMaterial } from "./model-material.ts";
import { outline } from "./outline.ts";
import type { Box, Vec3 } from "./view.ts";

export interface Model {
  object: THREE.Group;
  /** Subtracted from all coordinates, so that the space is near the world's origin (origin.ts). */
  origin: Vec3;
  box: Box;
  /** Floor, ceiling and cut. */
  shape: SpaceShape;
  /** A sample of the points, without outliers: a view of the whole space shows them all. */
  outline: Vec3[];
  triangles: number;
  points: number;
  /** Their size depends on the lens. */
  pointMaterials: THREE.PointsMaterial[];
  dispose(): void;
}

/** What all levels of detail of a space have in common. */
export type Shape = Pick<Model, "box" | "shape" | "outline">;

export interface ModelOptions {
  /** Textures are shown without shading, because the light of the place is in them. */
  unlit: boolean;
  /** The shape that a coarser level of detail had: computing it takes longer for a finer one. */
  shape?: Shape;
}

export async function readModel(bytes: ArrayBuffer, options: ModelOptions): Promise<Model> {
  const loader = new GLTFLoader();
  loader.register((parser: { textureLoader: unknown; options: { manager: THREE.LoadingManager } }) => {
    // The default loader fetches blob: addresses, which the page's security policy forbids.
    parser.textureLoader = new THREE.TextureLoader(parser.options.manager);
    return { name: "diorama-plain-images" };
  });
  const { scene } = await loader.parseAsync(bytes, "") as unknown as { scene: THREE.Object3D };
  await addNormals(scene);
  return flatten(scene, options, await loadCore());
}

/** All meshes and points in world coordinates under one group, with our own materials. */
function flatten(scene: THREE.Object3D, options: ModelOptions, core: Core): Model {
  const object = new THREE.Group();
  const pointMaterials: THREE.PointsMaterial[] = [];
  const disposables: { dispose(): void }[] = [];
  let triangles = 0;
  let points = 0;
  const origin = moveNearOrigin(scene);
  scene.traverse((node: THREE.Object3D) => {
    if (node instanceof THREE.Mesh) {
      const geometry = inWorld(node.geometry as THREE.BufferGeometry, node.matrixWorld);
      const material = meshMaterial(geometry, node.material as THREE.Material, options.unlit);
      object.add(new THREE.Mesh(geometry, material));
      triangles += triangleCount(geometry);
      disposables.push(geometry, material);
      if (material.map) disposables.push(material.map);
    } else if (node instanceof THREE.Points) {
      const geometry = inWorld(node.geometry as THREE.BufferGeometry, node.matrixWorld);
      const material = pointMaterial(geometry);
      object.add(new THREE.Points(geometry, material));
      points += positionsOf(geometry).count;
      pointMaterials.push(material);
      disposables.push(geometry, material);
    }
  });
  return {
    object,
    origin,
    ...(options.shape ?? shapeOf(object, core)),
    triangles,
    points,
    pointMaterials,
    dispose: () => disposables.forEach((disposable) => disposable.dispose()),
  };
}

function shapeOf(object: THREE.Group, core: Core): Shape {
  const bounds = new THREE.Box3().setFromObject(object);
  if (bounds.isEmpty()) throw new Error("The file contains neither triangles nor points.");
  const box: Box = { min: [bounds.min.x, bounds.min.y, bounds.min.z], max: [bounds.max.x, bounds.max.y, bounds.max.z] };
  const { positions, indices } = meshSurface(object);
  return { box, shape: core.shape(positions, indices, box), outline: outlineOf(object) };
}

function outlineOf(object: THREE.Group): Vec3[] {
  const positions = (object.children as (THREE.Mesh | THREE.Points)[]).map((child) =>
    positionsOf(child.geometry as THREE.BufferGeometry)
  );
  return positions.flatMap((piece) => outline(piece.count, (i) => [piece.getX(i), piece.getY(i), piece.getZ(i)]));
}
