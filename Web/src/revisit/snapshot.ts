/** Images of a space from given viewpoints with a point marked in each, to find the point again in reality. */

import * as THREE from "three";
import { api } from "../api/client.ts";
import type { Viewpoint } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { loadingOrder } from "../scene/level-of-detail.ts";
import { downloadAsset } from "../scene/asset-download.ts";
import { readModel } from "../scene/model.ts";
import type { Vec3 } from "../scene/view.ts";
import { makeLights } from "../scene/stage.ts";

const width = 960;
const height = 720;

export interface Snapshot {
  viewpoint: Viewpoint;
  point: Vec3;
}

/** Renders the images from the coarsest model. Throws where there is none, or no WebGL. */
export async function snapshotImages(id: string, wanted: readonly Snapshot[], signal: AbortSignal): Promise<Blob[]> {
  const space = await api.space(id, signal);
  const [asset] = loadingOrder(space.assets, space.triangleCount, 300_000);
  if (!asset) throw new Error(t("This space has no model."));
  const model = await readModel(await downloadAsset(asset, () => {}, signal), { unlit: space.capture !== null });
  const canvas = document.createElement("canvas");
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  try {
    renderer.setSize(width, height, false);
    const scene = new THREE.Scene();
    scene.add(makeLights(), model.object);
    const images: Blob[] = [];
    for (const { viewpoint, point } of wanted) {
      const camera = new THREE.PerspectiveCamera(viewpoint.fieldOfView * 180 / Math.PI, width / height, 0.02, 200);
      new THREE.Matrix4().fromArray([...viewpoint.matrix]).decompose(camera.position, camera.quaternion, camera.scale);
      camera.scale.set(1, 1, 1);
      camera.updateMatrixWorld();
      renderer.render(scene, camera);
      const seen = new THREE.Vector3(...point).project(camera);
      images.push(await marked(canvas, (seen.x + 1) / 2 * width, (1 - seen.y) / 2 * height));
    }
    return images;
  } finally {
    model.dispose();
    renderer.dispose();
    renderer.forceContextLoss();
  }
}

/** The image with a ring around the point. */
async function marked(source: HTMLCanvasElement, x: number, y: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (!context) throw new Error(t("This browser can't draw."));
  context.drawImage(source, 0, 0);
  for (const [colour, line] of [["#000000", 9], ["#ffb454", 5]] as const) {
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.beginPath();
    context.arc(x, y, 22, 0, 2 * Math.PI);
    context.moveTo(x - 8, y);
    context.lineTo(x + 8, y);
    context.moveTo(x, y - 8);
    context.lineTo(x, y + 8);
    context.stroke();
  }
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => blob ? resolve(blob) : reject(new Error(t("The browser couldn't encode the image."))),
      "image/jpeg",
      0.85,
    )
  );
}
