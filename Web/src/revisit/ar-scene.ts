/** What is drawn over the camera's image: the memories with their titles, the model of the space, a ring to aim with. */

import * as THREE from "three";
import { api } from "../api/client.ts";
import type { Asset } from "../api/generated.ts";
import type { Pin } from "../explore/sand-table.ts";
import { downloadAsset } from "../scene/asset-download.ts";
import { loadingOrder, splatsOf } from "../scene/level-of-detail.ts";
import { readModel } from "../scene/model.ts";
import { SplatScene } from "../scene/splat-scene.ts";
import { makeLights } from "../scene/stage.ts";
import type { Alignment } from "./align.ts";

const maxPins = 300;
const maxTriangles = 150_000;
const accent = 0xffb454;

export class ARScene {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera();
  /** On the surface in the centre of the image. */
  readonly ring = makeRing();
  /** In the coordinates of the space. */
  private readonly space = new THREE.Group();

  constructor() {
    this.space.visible = false;
    this.scene.add(makeLights(), this.space, this.ring);
  }

  /** Shows the space at its position in reality. */
  align({ yaw, shift }: Alignment): void {
    this.space.rotation.set(0, yaw, 0);
    this.space.position.set(...shift);
    this.space.visible = true;
  }

  hide(): void {
    this.space.visible = false;
  }

  /** Adds the memories and a translucent model; of a space that has nothing else, the splats. */
  async load(id: string, pins: readonly Pin[], signal: AbortSignal): Promise<void> {
    for (const pin of pins.slice(0, maxPins)) this.addPin(pin);
    const space = await api.space(id, signal);
    const splats = splatsOf(space.assets);
    if (splats && !space.assets.some(({ kind }) => kind === "mesh")) return await this.addSplats(splats, signal);
    const [asset] = loadingOrder(space.assets, space.triangleCount, maxTriangles);
    if (!asset) return;
    const model = await readModel(await downloadAsset(asset, () => {}, signal), { unlit: true });
    model.object.traverse((part: THREE.Object3D) => {
      const { material } = part as THREE.Mesh;
      if (!material || Array.isArray(material)) return;
      material.transparent = true;
      material.opacity = Math.min(material.opacity, 0.35);
    });
    this.space.add(model.object);
  }

  private async addSplats(asset: Asset, signal: AbortSignal): Promise<void> {
    // Each frame of the session is drawn anyway.
    const splats = new SplatScene(asset, () => {}, signal);
    signal.addEventListener("abort", () => splats.dispose(), { once: true });
    await splats.first();
    this.space.add(splats.object);
  }

  private addPin(pin: Pin): void {
    const [x, y, z] = pin.position;
    const lamp = new THREE.Mesh(
      new THREE.SphereGeometry(0.04, 16, 12),
      new THREE.MeshBasicMaterial({ color: accent }),
    );
    lamp.position.set(x, y, z);
    const map = textTexture(pin.title || pin.kind);
    const label = new THREE.Sprite(new THREE.SpriteMaterial({ map, depthTest: false }));
    label.position.set(x, y + 0.12, z);
    label.scale.set(0.5, 0.125, 1);
    this.space.add(lamp, label);
  }
}

function textTexture(text: string): THREE.CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = 512;
  canvas.height = 128;
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = "#0e1013cc";
    context.fillRect(0, 24, 512, 80);
    context.fillStyle = "#e9ecf0";
    context.font = "44px system-ui, sans-serif";
    context.textAlign = "center";
    context.fillText(text.length > 22 ? `${text.slice(0, 21)}…` : text, 256, 80);
  }
  return new THREE.CanvasTexture(canvas);
}

function makeRing(): THREE.Mesh {
  const ring = new THREE.Mesh(
    new THREE.RingGeometry(0.06, 0.08, 32).rotateX(-Math.PI / 2),
    new THREE.MeshBasicMaterial({ color: accent }),
  );
  ring.matrixAutoUpdate = false;
  ring.visible = false;
  return ring;
}
