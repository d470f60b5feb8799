/** The model of a space, read from its GLB asset: what is drawn, the surface that the core works on, and its shape. */

import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { type Core, loadCore, type SpaceShape } from "../core/core.ts";
import type { AnimationPlayer } from "./animation-player.ts";
import { meshSurface } from "./mesh-surface.ts";
import { addNormals, inWorld, moveNearOrigin, positionsOf, triangleCount } from "./model-geometry.ts";
import { meshMaterial, pointMaterial } from "./model-material.ts";
import { outline } from "./outline.ts";
import {
  contentOf,
  disposeOf,
  holdsMore,
  type LoadedScene,
  type Part,
  plainPoints,
  surfaceOf,
} from "./scene-content.ts";
import type { Box, Vec3 } from "./view.ts";

export interface Model {
  object: THREE.Group;
  /** Meshes and points in world coordinates, in the rest pose; for a single surface the same as `object`. */
  surface: THREE.Group;
  /** The parts of a model of several; empty for a single surface. */
  parts: Part[];
  /** Plays the model's animations; null where it has none. */
  player: AnimationPlayer | null;
  /** Whether its materials are physical: they need surroundings that they reflect. */
  isPhysical: boolean;
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
  /** Whether a model of several parts is shown as such: with its nodes, materials, skins and animations. */
  whole?: boolean;
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
  const loaded = await loader.parseAsync(bytes, "") as unknown as LoadedScene;
  await addNormals(loaded.scene);
  const core = await loadCore();
  return options.whole && holdsMore(loaded) ? wholeScene(loaded, options, core) : flatten(loaded.scene, options, core);
}

/** The scene as it is; only map coordinates are moved near the origin. */
function wholeScene(loaded: LoadedScene, options: ModelOptions, core: Core): Model {
  const { scene } = loaded;
  const { parts, player } = contentOf(loaded);
  const origin = moveNearOrigin(scene);
  const pointMaterials = plainPoints(scene);
  const surface = surfaceOf(scene);
  const object = new THREE.Group();
  object.add(scene);
  return {
    object,
    surface,
    parts,
    player,
    isPhysical: true,
    origin,
    ...(options.shape ?? shapeOf(surface, core)),
    triangles: parts.reduce((sum, part) => sum + part.triangles, 0),
    points: parts.reduce((sum, part) => sum + part.points, 0),
    pointMaterials,
    dispose: () => {
      disposeOf(scene);
      disposeOf(surface);
    },
  };
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
    surface: object,
    parts: [],
    player: null,
    isPhysical: false,
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
