/** Small images of the companions' models, drawn by a renderer of their own when the models have been downloaded. */

import * as THREE from "three";
import { el } from "../../ui/dom.ts";
import { cloneAnimated, type CompanionAsset, type CompanionModels, posed } from "../figures/companion-models.ts";

/** Pixels. */
const size = 128;
/** Milliseconds after the panel has been opened. */
const delay = 400;
/** Degrees. */
const fieldOfView = 28;

export class CompanionThumbnails {
  private readonly canvases: HTMLCanvasElement[] = [];

  constructor(private readonly models: CompanionModels, private readonly owner: AbortSignal) {
    queueMicrotask(() => void this.draw());
  }

  /** The image of a model; empty until it is drawn. */
  canvas(model: number): HTMLCanvasElement {
    return this.canvases[model] = el("canvas", { width: size, height: size, "aria-hidden": "true" });
  }

  private async draw(): Promise<void> {
    // Joining comes first.
    await pause(delay);
    const loaded = await Promise.allSettled(this.canvases.map((_, model) => this.models.load(model)));
    if (this.owner.aborted || !loaded.some(({ status }) => status === "fulfilled")) return;
    let renderer: THREE.WebGLRenderer;
    try {
      renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
    } catch {
      return; // the names are enough
    }
    renderer.setSize(size, size, false);
    // One after the other, so that the space stays responsive.
    for (const [model, result] of loaded.entries()) {
      if (this.owner.aborted) break;
      if (result.status === "fulfilled") drawModel(renderer, result.value, this.canvases[model]!);
      await pause(0);
    }
    renderer.dispose();
    renderer.forceContextLoss();
  }
}

function drawModel(renderer: THREE.WebGLRenderer, asset: CompanionAsset, canvas: HTMLCanvasElement): void {
  const scene = new THREE.Scene();
  const copy = cloneAnimated(asset.scene);
  posed(copy, asset.clips);
  const lamp = new THREE.DirectionalLight(0xffffff, 1.4);
  lamp.position.set(1, 2, 2.5);
  scene.add(copy, lamp, new THREE.HemisphereLight(0xffffff, 0xb9b2aa, 2));
  const camera = new THREE.PerspectiveCamera(fieldOfView, 1, 0.01, 20);
  const extent = Math.max(asset.height, 2 * asset.radius) * 1.1;
  const distance = extent / 2 / Math.tan(fieldOfView * Math.PI / 360) + 0.3 * asset.radius;
  // From the front, which is +z, a little from the side and from above.
  camera.position.set(0.42 * distance, asset.height / 2 + 0.28 * distance, 0.86 * distance);
  camera.lookAt(0, asset.height / 2, 0);
  renderer.render(scene, camera);
  canvas.getContext("2d")?.drawImage(renderer.domElement, 0, 0, size, size);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
