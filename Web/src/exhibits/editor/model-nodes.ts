/** The named nodes of a model's file: which one a mesh belongs to, highlighting, and moving them apart. */

import * as THREE from "three";
import type { Model } from "../../scene/model.ts";
import type { Part, Vec3 } from "../document.ts";
import { flattened } from "./part-tree.ts";

export interface ModelNode {
  name: string;
  /** 0 for the outermost ones. */
  depth: number;
}

interface Rest {
  position: THREE.Vector3;
  /** World to model coordinates at rest, for anchors. */
  inverse: THREE.Matrix4;
}

type Fields = { userData: { name?: unknown } };

const highlight = new THREE.Color(0xffb454);

export class ModelNodes {
  readonly list: ModelNode[] = [];
  private readonly objects = new Map<string, THREE.Object3D>();
  private readonly rest = new Map<THREE.Object3D, Rest>();
  /** The objects behind the meshes of the model's surface, in their order. */
  private readonly meshes: THREE.Object3D[] = [];
  private highlighted: { mesh: THREE.Mesh; material: THREE.Material | THREE.Material[] }[] = [];

  constructor(private readonly model: Model) {
    model.object.updateMatrixWorld(true);
    this.visit(model.object, 0);
    model.object.traverseVisible((node: THREE.Object3D) => {
      if (!(node instanceof THREE.Mesh)) return;
      const copies = node instanceof THREE.InstancedMesh ? node.count : 1;
      for (let i = 0; i < copies; i += 1) this.meshes.push(node as unknown as THREE.Object3D);
    });
  }

  /** The innermost named node that a mesh of the surface belongs to. */
  nodeOf(mesh: number): string | null {
    let object: THREE.Object3D | null = this.meshes[mesh] ?? null;
    while (object) {
      const name = nameOf(object);
      if (name !== null && this.objects.get(name) === object) return name;
      object = object.parent as THREE.Object3D | null;
    }
    return null;
  }

  /** The middle of a node's box, in the world. */
  middleOf(name: string): Vec3 | null {
    const object = this.objects.get(name);
    if (!object) return null;
    const middle = new THREE.Box3().setFromObject(object).getCenter(new THREE.Vector3());
    return [middle.x, middle.y, middle.z];
  }

  /** Lights a node up; null: none. */
  highlight(name: string | null): void {
    for (const { mesh, material } of this.highlighted) {
      for (const each of asList(mesh.material)) each.dispose();
      mesh.material = material;
    }
    this.highlighted = [];
    const object = name === null ? undefined : this.objects.get(name);
    object?.traverse((node: THREE.Object3D) => {
      if (!(node instanceof THREE.Mesh)) return;
      const mesh = node as THREE.Mesh;
      const material = mesh.material as THREE.Material | THREE.Material[];
      this.highlighted.push({ mesh, material });
      mesh.material = Array.isArray(material) ? material.map(lit) : lit(material);
    });
  }

  /** Moves the nodes of the parts by `amount` (0 to 1) of their offsets. */
  explode(parts: readonly Part[], amount: number): void {
    for (const [object, { position }] of this.rest) object.position.copy(position);
    for (const { part } of flattened(parts)) {
      const object = part.node === undefined ? undefined : this.objects.get(part.node);
      if (!object || !part.offset) continue;
      const offset = new THREE.Vector3(...part.offset).multiplyScalar(amount);
      const parent = object.parent as THREE.Object3D | null;
      const turn = new THREE.Matrix3().setFromMatrix4(parent?.matrixWorld ?? new THREE.Matrix4()).invert();
      object.position.add(offset.applyMatrix3(turn));
    }
    this.model.object.updateMatrixWorld(true);
  }

  /** Where an anchor is now, in the world: it moves with its node. */
  moved(anchor: Vec3, node: string | undefined): Vec3 {
    const object = node === undefined ? undefined : this.objects.get(node);
    const rest = object && this.rest.get(object);
    if (!object || !rest) return anchor;
    const point = new THREE.Vector3(...anchor).applyMatrix4(rest.inverse).applyMatrix4(object.matrixWorld);
    return [point.x, point.y, point.z];
  }

  private visit(object: THREE.Object3D, depth: number): void {
    const name = nameOf(object);
    const isNew = name !== null && !this.objects.has(name);
    if (isNew) {
      this.objects.set(name, object);
      this.list.push({ name, depth });
      this.rest.set(object, { position: object.position.clone(), inverse: object.matrixWorld.clone().invert() });
    }
    for (const child of object.children as THREE.Object3D[]) this.visit(child, isNew ? depth + 1 : depth);
  }
}

/** The name in the file; three.js changes the names of its objects. */
function nameOf(object: THREE.Object3D): string | null {
  const { name } = (object as unknown as Fields).userData;
  return typeof name === "string" && name !== "" ? name : null;
}

function asList(material: THREE.Material | THREE.Material[]): THREE.Material[] {
  return Array.isArray(material) ? material : [material];
}

function lit(material: THREE.Material): THREE.Material {
  const copy = material.clone() as THREE.MeshStandardMaterial;
  if (copy.emissive) copy.emissive.copy(highlight).multiplyScalar(0.45);
  else if (copy.color) copy.color.lerp(highlight, 0.5);
  return copy;
}
