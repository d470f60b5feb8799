/** A model on the stage: its nodes by the names of the file, moved in the exploded view, highlighted. */

import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import type { ExhibitModel } from "../../api/generated.ts";
import type { Box, Vec3 } from "../../core/vectors.ts";
import { addNormals, positionsOf } from "../../scene/model-geometry.ts";
import { contentOf, disposeOf, type LoadedScene } from "../../scene/scene-content.ts";
import { corners } from "./boxes.ts";
import { type FlatPart, flatParts } from "./part-tree.ts";

/** Of a highlighted part: the accent of tokens.css, and its strength beside the part's own light. */
const highlightColor = 0xffb454;
const highlightStrength = 0.22;

interface Movable {
  node: THREE.Object3D;
  home: THREE.Vector3;
  /** In the frame of the node's parent, in the fully exploded view. */
  movement: THREE.Vector3;
}

export interface ModelCounts {
  triangles: number;
  textureBytes: number;
}

export class StageModel {
  /** In metres. */
  readonly object = new THREE.Group();
  readonly parts: FlatPart[];
  readonly counts: ModelCounts;
  private readonly nodes = new Map<string, THREE.Object3D>();
  private readonly movables: Movable[] = [];
  private readonly highlighted = new Map<THREE.Mesh, THREE.Material | THREE.Material[]>();
  private assembled: Box;
  private outline: readonly Vec3[] = [];

  constructor(loaded: LoadedScene, readonly description: ExhibitModel) {
    this.object.add(loaded.scene);
    contentOf(loaded);
    for (const [object, found] of loaded.parser.associations) {
      const name = found?.nodes === undefined ? undefined : loaded.parser.json.nodes?.[found.nodes]?.name;
      if (name !== undefined && object instanceof THREE.Object3D && !this.nodes.has(name)) this.nodes.set(name, object);
    }
    this.parts = flatParts(description.parts);
    this.object.updateMatrixWorld(true);
    this.findMovables();
    this.assembled = boundsOf(this.object);
    this.outline = outlineOf(this.object);
    this.counts = countsOf(this.object);
  }

  /** The bounds of the assembled model, in metres. */
  get box(): Box {
    return this.assembled;
  }

  /** The bounds as it is now. */
  get currentBox(): Box {
    return boundsOf(this.object);
  }

  /** The corners of the bounds of each surface as it is now: nearer to the silhouette than those of the whole. */
  get outlinePoints(): readonly Vec3[] {
    return this.outline;
  }

  find(id: string): FlatPart | null {
    return this.parts.find(({ part }) => part.id === id) ?? null;
  }

  /** The node of a part, or of the nearest part around it that has one. */
  nodeOf(part: FlatPart): THREE.Object3D | null {
    const own = part.part.node === undefined ? undefined : this.nodes.get(part.part.node);
    if (own) return own;
    const parent = part.parent === null ? null : this.find(part.parent);
    return parent ? this.nodeOf(parent) : null;
  }

  /** The part to which an object of the model belongs. */
  partOf(object: THREE.Object3D): FlatPart | null {
    for (let node: THREE.Object3D | null = object; node; node = node.parent) {
      const found = this.parts.find(({ part }) => part.node !== undefined && this.nodes.get(part.node) === node);
      if (found) return found;
    }
    return null;
  }

  /** The bounds of a part as it is now; null where it has no node of its own. */
  boundsOf(part: FlatPart): Box | null {
    const node = part.part.node === undefined ? undefined : this.nodes.get(part.part.node);
    return node ? boundsOf(node) : null;
  }

  /** 0: assembled, 1: fully exploded. */
  explode(amount: number): void {
    for (const { node, home, movement } of this.movables) node.position.copy(home).addScaledVector(movement, amount);
    this.object.updateMatrixWorld(true);
    this.outline = outlineOf(this.object);
  }

  /** The bounds at a fraction of the exploded view. */
  boxAt(amount: number, current: number): Box {
    this.explode(amount);
    const box = this.currentBox;
    this.explode(current);
    return box;
  }

  /** Highlights a part; null: none. */
  highlight(part: FlatPart | null): void {
    for (const [mesh, material] of this.highlighted) {
      for (const one of list(mesh.material)) one.dispose();
      mesh.material = material;
    }
    this.highlighted.clear();
    const node = part === null || part.part.node === undefined ? undefined : this.nodes.get(part.part.node);
    node?.traverse((each: THREE.Object3D) => {
      if (!(each instanceof THREE.Mesh)) return;
      const before = each.material as THREE.Material | THREE.Material[];
      this.highlighted.set(each, before);
      each.material = Array.isArray(before) ? before.map(glowing) : glowing(before);
    });
  }

  dispose(): void {
    this.highlight(null);
    disposeOf(this.object);
  }

  /** A node moves by its part's own offset; nodes below it move with it. */
  private findMovables(): void {
    for (const { part, displacement } of this.parts) {
      const node = part.node === undefined ? undefined : this.nodes.get(part.node);
      if (!node?.parent) continue;
      const around = this.parts.find((other) => this.isAbove(other, node));
      const [x, y, z] = displacement;
      const [ax, ay, az] = around?.displacement ?? [0, 0, 0];
      const movement = new THREE.Vector3(x - ax, y - ay, z - az);
      if (movement.lengthSq() === 0) continue;
      const inverse = new THREE.Matrix3().setFromMatrix4(node.parent.matrixWorld).invert();
      this.movables.push({ node, home: node.position.clone(), movement: movement.applyMatrix3(inverse) });
    }
  }

  /** Whether the node of a part is the nearest one above another node. */
  private isAbove({ part }: FlatPart, node: THREE.Object3D): boolean {
    const above = part.node === undefined ? undefined : this.nodes.get(part.node);
    if (!above) return false;
    const ofParts = new Set(
      this.parts.map((each) => each.part.node === undefined ? null : this.nodes.get(each.part.node)),
    );
    let parent = node.parent;
    while (parent && !ofParts.has(parent)) parent = parent.parent;
    return parent === above;
  }
}

/** Reads a model from the bytes of a GLB file. */
export async function readStageModel(bytes: ArrayBuffer, description: ExhibitModel): Promise<StageModel> {
  const loader = new GLTFLoader();
  loader.register((parser: { textureLoader: unknown; options: { manager: THREE.LoadingManager } }) => {
    // The default loader fetches blob: addresses, which the page's security policy forbids.
    parser.textureLoader = new THREE.TextureLoader(parser.options.manager);
    return { name: "diorama-plain-images" };
  });
  const loaded = await loader.parseAsync(bytes, "") as unknown as LoadedScene;
  await addNormals(loaded.scene);
  return new StageModel(loaded, description);
}

export function boundsOf(object: THREE.Object3D): Box {
  const bounds = new THREE.Box3().setFromObject(object);
  if (bounds.isEmpty()) return { min: [0, 0, 0], max: [0, 0, 0] };
  const corner = ({ x, y, z }: THREE.Vector3): Vec3 => [x, y, z];
  return { min: corner(bounds.min), max: corner(bounds.max) };
}

function outlineOf(object: THREE.Object3D): Vec3[] {
  const found: Vec3[] = [];
  const point = new THREE.Vector3();
  object.traverse((node: THREE.Object3D) => {
    if (!(node instanceof THREE.Mesh)) return;
    const geometry = node.geometry as THREE.BufferGeometry;
    if (!geometry.boundingBox) geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox!;
    for (const corner of corners({ min: [min.x, min.y, min.z], max: [max.x, max.y, max.z] })) {
      point.set(...corner).applyMatrix4(node.matrixWorld);
      found.push([point.x, point.y, point.z]);
    }
  });
  return found;
}

function glowing(material: THREE.Material): THREE.Material {
  const copy = material.clone() as THREE.MeshStandardMaterial;
  if (!copy.emissive) return copy;
  copy.emissive = copy.emissive.clone().lerp(new THREE.Color(highlightColor), 0.9);
  copy.emissiveIntensity = Math.max(copy.emissiveIntensity, highlightStrength);
  if (!copy.emissiveMap) copy.emissiveIntensity = highlightStrength;
  return copy;
}

function countsOf(object: THREE.Object3D): ModelCounts {
  let triangles = 0;
  const textures = new Set<THREE.Texture>();
  object.traverse((node: THREE.Object3D) => {
    if (!(node instanceof THREE.Mesh)) return;
    const geometry = node.geometry as THREE.BufferGeometry;
    triangles += (geometry.index?.count ?? positionsOf(geometry).count) / 3;
    for (const material of list(node.material as THREE.Material)) {
      for (const value of Object.values(material)) if (value instanceof THREE.Texture) textures.add(value);
    }
  });
  let textureBytes = 0;
  for (const { image } of textures) {
    const { width = 0, height = 0 } = (image ?? {}) as { width?: number; height?: number };
    textureBytes += 4 * width * height * 4 / 3; // with mipmaps
  }
  return { triangles, textureBytes };
}

function list<T>(value: T | T[]): T[] {
  return Array.isArray(value) ? value : [value];
}
