/** An orthographic image of a space from above, with the ceiling cut away. */

import type { Asset, Space } from "../api/generated.ts";
import * as THREE from "three";
import { api } from "../api/client.ts";
import { t } from "../i18n/messages.ts";
import { loadingOrder } from "../scene/level-of-detail.ts";
import { downloadAsset } from "../scene/asset-download.ts";
import { readModel } from "../scene/model.ts";
import type { Box } from "../scene/view.ts";
import { makeLights } from "../scene/stage.ts";

export interface PlanImage {
  canvas: HTMLCanvasElement;
  /** What the image shows: x to the right, z downwards. */
  box: Box;
}

const maxPixels = 1000;

/** Draws the coarsest level of detail. Throws if there is no model or no WebGL. */
export async function planImage(id: string, signal: AbortSignal): Promise<PlanImage> {
  const space = await api.space(id, signal);
  const bytes = await downloadAsset(coarsest(space), () => {}, signal);
  const model = await readModel(bytes, { unlit: space.capture !== null });
  const canvas = document.createElement("canvas");
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
  try {
    const { box } = model;
    const width = box.max[0] - box.min[0];
    const depth = box.max[2] - box.min[2];
    const scale = maxPixels / Math.max(width, depth, 0.01);
    renderer.setSize(Math.max(2, Math.round(width * scale)), Math.max(2, Math.round(depth * scale)), false);
    renderer.clippingPlanes = [new THREE.Plane(new THREE.Vector3(0, -1, 0), model.shape.cutRange.usual)];
    const scene = new THREE.Scene();
    scene.add(makeLights(), model.object);
    const height = box.max[1] - box.min[1] + 2;
    const camera = new THREE.OrthographicCamera(-width / 2, width / 2, depth / 2, -depth / 2, 0.1, height + 2);
    camera.position.set((box.min[0] + box.max[0]) / 2, box.min[1] + height, (box.min[2] + box.max[2]) / 2);
    camera.up.set(0, 0, -1);
    camera.lookAt((box.min[0] + box.max[0]) / 2, box.min[1], (box.min[2] + box.max[2]) / 2);
    renderer.render(scene, camera);
    const copy = document.createElement("canvas");
    copy.width = canvas.width;
    copy.height = canvas.height;
    copy.getContext("2d")?.drawImage(canvas, 0, 0);
    return { canvas: copy, box };
  } finally {
    model.dispose();
    renderer.dispose();
    renderer.forceContextLoss();
  }
}

function coarsest(space: Space): Asset {
  const [asset] = loadingOrder(space.assets, space.triangleCount, 150_000);
  if (!asset) throw new Error(t("This space has no model."));
  return asset;
}
