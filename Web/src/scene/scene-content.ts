/**
 * A model of several parts, as three.js read it: nodes with materials, skins, morph targets and animations stay what
 * they are. The surface that the core works on is a copy in world coordinates, in the rest pose.
 */

import * as THREE from "three";
import { t } from "../i18n/messages.ts";
import { AnimationPlayer } from "./animation-player.ts";
import { positionsOf, triangleCount } from "./model-geometry.ts";
import { pointMaterial } from "./model-material.ts";

/** A node of the model, or one of several surfaces of a node. */
export interface Part {
  name: string;
  /** Of the part and all below it. */
  triangles: number;
  points: number;
  object: THREE.Object3D;
  children: Part[];
}

export interface SceneContent {
  /** The outermost parts. */
  parts: Part[];
  /** Null where nothing moves. */
  player: AnimationPlayer | null;
}

/** What three.js's loader returns, as far as it is used here. */
export interface LoadedScene {
  scene: THREE.Group;
  animations: THREE.AnimationClip[];
  parser: {
    json: { nodes?: NodeJSON[]; meshes?: { name?: string }[]; materials?: { name?: string }[] };
    /** Without a value for copies of textures. */
    associations: Map<object, { nodes?: number; meshes?: number; materials?: number } | undefined>;
  };
}

interface NodeJSON {
  name?: string;
  mesh?: number;
  extensions?: { KHR_node_visibility?: { visible?: boolean } };
}

/** What can be drawn: a mesh, points or lines. */
type Drawn = THREE.Object3D & { geometry: THREE.BufferGeometry; material: THREE.Material | THREE.Material[] };

/** Whether the model is more than one surface with a plain colour: then it is shown with all that the file holds. */
export function holdsMore(loaded: LoadedScene): boolean {
  let drawn = 0;
  let isRich = loaded.animations.length > 0;
  loaded.scene.traverse((node: THREE.Object3D) => {
    if (!isDrawn(node)) return;
    drawn += 1;
    isRich ||= node instanceof THREE.SkinnedMesh || node instanceof THREE.InstancedMesh ||
      node instanceof THREE.Line || isMorphed(node) || materialsOf(node).some(isRichMaterial);
  });
  return drawn > 1 || isRich;
}

/** Prepares the scene for drawing, and lists its parts. */
export function contentOf(loaded: LoadedScene): SceneContent {
  const { scene, animations, parser } = loaded;
  for (const [object, found] of parser.associations) {
    const node = found?.nodes === undefined ? undefined : parser.json.nodes?.[found.nodes];
    if (node?.extensions?.KHR_node_visibility?.visible === false) (object as THREE.Object3D).visible = false;
  }
  const unused: THREE.Object3D[] = [];
  scene.traverse((node: THREE.Object3D) => {
    // The viewer has lights and a camera of its own.
    if (node instanceof THREE.Light || node instanceof THREE.Camera) unused.push(node);
    if (!isDrawn(node)) return;
    // Their bounds are those of the bind pose.
    if (node instanceof THREE.SkinnedMesh || isMorphed(node)) node.frustumCulled = false;
    for (const material of materialsOf(node)) sharpen(material as THREE.MeshStandardMaterial);
  });
  for (const node of unused) node.removeFromParent();
  return {
    parts: scene.children.flatMap((child: THREE.Object3D) => partsOf(child, parser)),
    player: animations.length > 0 ? new AnimationPlayer(scene, animations) : null,
  };
}

/** Copies of all that is shown, in world coordinates and the rest pose: triangles and points. */
export function surfaceOf(scene: THREE.Object3D): THREE.Group {
  const group = new THREE.Group();
  scene.updateMatrixWorld(true);
  scene.traverseVisible((node: THREE.Object3D) => {
    if (node instanceof THREE.Points) group.add(new THREE.Points(posed(node, node.matrixWorld)));
    if (!(node instanceof THREE.Mesh)) return;
    if (!(node instanceof THREE.InstancedMesh)) return void group.add(new THREE.Mesh(posed(node, node.matrixWorld)));
    const place = new THREE.Matrix4();
    for (let i = 0; i < node.count; i += 1) {
      node.getMatrixAt(i, place);
      group.add(new THREE.Mesh(posed(node, place.premultiply(node.matrixWorld))));
    }
  });
  return group;
}

/** Gives points the viewer's material; returns those materials. */
export function plainPoints(scene: THREE.Object3D): THREE.PointsMaterial[] {
  const materials: THREE.PointsMaterial[] = [];
  scene.traverse((node: THREE.Object3D) => {
    if (!(node instanceof THREE.Points)) return;
    const material = pointMaterial(node.geometry as THREE.BufferGeometry);
    node.material = material;
    materials.push(material);
  });
  return materials;
}

/** Frees geometries, materials and textures. */
export function disposeOf(scene: THREE.Object3D): void {
  scene.traverse((node: THREE.Object3D) => {
    if (node instanceof THREE.SkinnedMesh) node.skeleton.dispose();
    if (!isDrawn(node)) return;
    node.geometry.dispose();
    for (const material of materialsOf(node)) {
      for (const value of Object.values(material)) if (value instanceof THREE.Texture) value.dispose();
      material.dispose();
    }
  });
}

function posed(node: THREE.Mesh | THREE.Points, world: THREE.Matrix4): THREE.BufferGeometry {
  const source = node.geometry as THREE.BufferGeometry;
  const { count } = positionsOf(source);
  const positions = new Float32Array(3 * count);
  const point = new THREE.Vector3();
  for (let i = 0; i < count; i += 1) {
    // With the weights of morph targets and joints.
    if (node instanceof THREE.Mesh) node.getVertexPosition(i, point);
    else point.fromBufferAttribute(positionsOf(source), i);
    point.applyMatrix4(world);
    positions.set([point.x, point.y, point.z], 3 * i);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
  if (node instanceof THREE.Mesh) geometry.setIndex(cornersOf(source, count, world.determinant() < 0));
  return geometry;
}

/** The corners of the triangles; turned round where the map mirrors. */
function cornersOf(source: THREE.BufferGeometry, count: number, mirrors: boolean): THREE.BufferAttribute {
  const corners = source.index
    ? Uint32Array.from(source.index.array)
    : Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = 0; mirrors && i + 2 < corners.length; i += 3) {
    const second = corners[i + 1]!;
    corners[i + 1] = corners[i + 2]!;
    corners[i + 2] = second;
  }
  return new THREE.BufferAttribute(corners, 1);
}

/** The part of a node, or those below it where it has no content of its own. Nodes without any content have none. */
function partsOf(object: THREE.Object3D, parser: LoadedScene["parser"]): Part[] {
  const children = object.children.flatMap((child: THREE.Object3D) => partsOf(child, parser));
  const own = isDrawn(object) ? countsOf(object) : { triangles: 0, points: 0 };
  if (!isDrawn(object) && children.length === 0) return [];
  const sum = (key: "triangles" | "points"): number => children.reduce((total, child) => total + child[key], own[key]);
  const part = { name: nameOf(object, parser), triangles: sum("triangles"), points: sum("points"), object, children };
  // A group around one part adds nothing to the list.
  return !isDrawn(object) && children.length === 1 ? children : [part];
}

function nameOf(object: THREE.Object3D, { json, associations }: LoadedScene["parser"]): string {
  const { nodes, meshes } = associations.get(object) ?? {};
  const node = nodes === undefined ? undefined : json.nodes?.[nodes];
  const mesh = node?.mesh ?? meshes;
  const [material] = isDrawn(object) ? materialsOf(object) : [];
  const number = material && associations.get(material)?.materials;
  const names = [
    node?.name,
    // One of several surfaces of a node is named by its material.
    node ? undefined : number === undefined ? undefined : json.materials?.[number]?.name,
    mesh === undefined ? undefined : json.meshes?.[mesh]?.name,
    node && nodes !== undefined ? t("Node {nodes}", { nodes }) : undefined,
  ];
  return names.find((name) => name) ?? t("Surface");
}

function countsOf(object: Drawn): { triangles: number; points: number } {
  const times = object instanceof THREE.InstancedMesh ? object.count : 1;
  return {
    triangles: object instanceof THREE.Mesh ? times * triangleCount(object.geometry) : 0,
    points: object instanceof THREE.Points ? positionsOf(object.geometry).count : 0,
  };
}

function isDrawn(node: THREE.Object3D): node is Drawn {
  return node instanceof THREE.Mesh || node instanceof THREE.Points || node instanceof THREE.Line;
}

function isMorphed(node: Drawn): boolean {
  return Object.keys(node.geometry.morphAttributes).length > 0;
}

function materialsOf(node: Drawn): THREE.Material[] {
  return Array.isArray(node.material) ? node.material : [node.material];
}

function isRichMaterial(material: THREE.Material): boolean {
  const { normalMap, metalnessMap, aoMap, emissiveMap } = material as THREE.MeshStandardMaterial;
  return material instanceof THREE.MeshPhysicalMaterial || material.transparent || material.alphaTest > 0 ||
    [normalMap, metalnessMap, aoMap, emissiveMap].some((map) => map !== null && map !== undefined);
}

/** Surfaces seen at a low angle: without this their textures blur. */
function sharpen(material: THREE.MeshStandardMaterial): void {
  if (material.map) material.map.anisotropy = 8;
  if (material.normalMap) material.normalMap.anisotropy = 8;
}
