/** The models of companions: each is downloaded once, when it is first needed. */

import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { t } from "../../i18n/messages.ts";
import { liveApi } from "../api.ts";

export interface CompanionAsset {
  scene: THREE.Group;
  clips: readonly THREE.AnimationClip[];
  /** In metres, at the beginning of *idle*. */
  height: number;
  radius: number;
}

/** The lights of scans are faint, because scans contain the light of the place; companions don't. */
const brightness = 1.18;

export class CompanionModels {
  private readonly loading = new Map<number, Promise<CompanionAsset>>();
  private readonly loaded = new Map<number, CompanionAsset>();

  constructor(private readonly owner: AbortSignal) {}

  /** The model, if it has been downloaded. */
  peek(model: number): CompanionAsset | null {
    return this.loaded.get(model) ?? null;
  }

  load(model: number): Promise<CompanionAsset> {
    let asset = this.loading.get(model);
    if (!asset) {
      asset = this.download(model);
      this.loading.set(model, asset);
      // A failed request may succeed later.
      asset.then((loaded) => this.loaded.set(model, loaded), () => this.loading.delete(model));
    }
    return asset;
  }

  /** Seconds of a clip; null while the model isn't loaded. */
  duration(model: number, clip: string): number | null {
    return this.peek(model)?.clips.find(({ name }) => name === clip)?.duration ?? null;
  }

  dispose(): void {
    for (const { scene } of this.loaded.values()) {
      scene.traverse((node: THREE.Object3D) => {
        if (!(node instanceof THREE.Mesh)) return;
        node.geometry.dispose();
        for (const material of [node.material].flat() as THREE.Material[]) material.dispose();
      });
    }
    this.loaded.clear();
  }

  private async download(model: number): Promise<CompanionAsset> {
    const response = await fetch(liveApi.companion(model), { signal: this.owner });
    if (!response.ok) throw new Error(t("The server answered with status {status}.", { status: response.status }));
    const loader = new GLTFLoader();
    loader.register((parser: { textureLoader: unknown; options: { manager: THREE.LoadingManager } }) => {
      // The default loader fetches blob: addresses, which the page's security policy forbids.
      parser.textureLoader = new THREE.TextureLoader(parser.options.manager);
      return { name: "diorama-plain-images" };
    });
    const file = await loader.parseAsync(await response.arrayBuffer(), "") as unknown as {
      scene: THREE.Group;
      animations: THREE.AnimationClip[];
    };
    brighten(file.scene);
    return { scene: file.scene, clips: file.animations, ...extent(file.scene, file.animations) };
  }
}

function brighten(scene: THREE.Group): void {
  const materials = new Set<THREE.MeshStandardMaterial>();
  scene.traverse((node: THREE.Object3D) => {
    if (node instanceof THREE.Mesh) materials.add(node.material as THREE.MeshStandardMaterial);
  });
  for (const { color } of materials) color.multiplyScalar(brightness);
}

/** The bind pose has spread arms: height and radius are those of the pose that is seen. */
function extent(scene: THREE.Group, clips: readonly THREE.AnimationClip[]): { height: number; radius: number } {
  const pose = posed(scene, clips);
  scene.updateMatrixWorld(true);
  const box = new THREE.Box3().setFromObject(scene);
  pose?.stopAllAction();
  const size = box.getSize(new THREE.Vector3());
  return { height: Math.max(0.05, box.max.y), radius: Math.max(0.05, Math.max(size.x, size.z) / 2) };
}

/** Brings a model into the first pose of *idle*; null where it has no such animation. */
export function posed(scene: THREE.Group, clips: readonly THREE.AnimationClip[]): THREE.AnimationMixer | null {
  const idle = clips.find(({ name }) => name === "idle");
  if (!idle) return null;
  const mixer = new THREE.AnimationMixer(scene);
  mixer.clipAction(idle)!.play();
  mixer.update(0.01);
  return mixer;
}

/** A copy with bones of its own; geometries and materials are shared. */
export function cloneAnimated(source: THREE.Group): THREE.Group {
  const copy = source.clone(true) as THREE.Group;
  const copies = new Map<THREE.Object3D, THREE.Object3D>();
  const pair = (a: THREE.Object3D, b: THREE.Object3D): void => {
    copies.set(a, b);
    a.children.forEach((child: THREE.Object3D, i: number) => pair(child, b.children[i]!));
  };
  pair(source, copy);
  for (const [original, node] of copies) {
    if (!(original instanceof THREE.SkinnedMesh) || !(node instanceof THREE.SkinnedMesh)) continue;
    const { skeleton, bindMatrix } = original as unknown as { skeleton: THREE.Skeleton; bindMatrix: THREE.Matrix4 };
    const bones = skeleton.bones.map((bone: THREE.Bone) => copies.get(bone) as THREE.Bone);
    node.bind(new THREE.Skeleton(bones, skeleton.boneInverses), bindMatrix);
    // Animations move it out of the bounds of its rest pose.
    node.frustumCulled = false;
  }
  return copy;
}
