/** Draws a model of the exhibit: camera, picking, parts, images of the view. All of three.js is behind this. */

import { loadCore } from "../../core/core.ts";
import { t } from "../../i18n/messages.ts";
import { effect, type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { listenToGestures } from "../../scene/gestures.ts";
import { walkableSurface } from "../../scene/mesh-surface.ts";
import { type Model, readModel } from "../../scene/model.ts";
import { Navigator } from "../../scene/navigator.ts";
import { SurfacePick } from "../../scene/surface-pick.ts";
import { middle } from "../../scene/view.ts";
import { Viewer } from "../../scene/viewer.ts";
import type { Part, Vec3 } from "../document.ts";
import { type ModelNode, ModelNodes } from "./model-nodes.ts";

export interface StageHit {
  /** In the model's coordinates. */
  point: Vec3;
  node: string | null;
}

/** A point on the canvas in CSS pixels. */
export interface StagePoint {
  x: number;
  y: number;
}

const imageSize = { width: 1280, height: 960 };

export class ModelStage {
  readonly viewer: Viewer;
  private readonly shown = signal<Model | null>(null);
  private readonly reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly controller = new AbortController();
  private navigator: Navigator | null = null;
  private nodes: ModelNodes | null = null;
  private picking: Promise<SurfacePick> | null = null;
  private explosion: { parts: readonly Part[]; amount: number } = { parts: [], amount: 0 };
  readonly model: ReadonlySignal<Model | null> = this.shown;
  /** A press without a drag. */
  onTap: (at: StagePoint) => void = () => {};

  /** Throws where the browser has no WebGL. */
  constructor(readonly canvas: HTMLCanvasElement, veil: HTMLCanvasElement) {
    this.viewer = new Viewer(canvas, veil);
    const theme = matchMedia("(prefers-color-scheme: light)");
    theme.addEventListener("change", () => this.applyTheme(), { signal: this.controller.signal });
  }

  /** Shows a GLB file. */
  async show(bytes: ArrayBuffer, signal: AbortSignal): Promise<void> {
    const model = await readModel(bytes, { unlit: true, whole: true });
    if (signal.aborted) return model.dispose();
    model.player?.pause();
    await this.viewer.show(model);
    if (signal.aborted) return;
    this.applyTheme();
    this.navigator?.dispose();
    this.navigator = new Navigator(this.viewer, model, () => this.reducedMotion.matches);
    this.navigator.start({ view: null, cut: null });
    if (!this.shown.peek()) this.listen();
    this.nodes = model.parts.length > 0 ? new ModelNodes(model) : null;
    this.picking = this.preparePicking(model);
    this.picking.catch(() => {}); // reported where it is used
    this.shown.value = model;
    this.explode(this.explosion.parts, this.explosion.amount);
  }

  /** The named nodes of the file; none where the model is one surface. */
  get nodeList(): readonly ModelNode[] {
    return this.nodes?.list ?? [];
  }

  /** The surface under a point of the canvas. The exploded view has to be closed for it. */
  async pick(at: StagePoint): Promise<StageHit | null> {
    const model = this.shown.peek();
    const picker = await this.picking;
    if (!picker || !model || this.shown.peek() !== model) return null;
    const hit = picker.hit(this.viewer.eye.ray(at.x, at.y), { cut: Infinity, frontOnly: true });
    if (!hit) return null;
    const [x, y, z] = hit.point;
    const [ox, oy, oz] = model.origin;
    const node = hit.mesh === null ? null : this.nodes?.nodeOf(hit.mesh) ?? null;
    return { point: [x + ox, y + oy, z + oz], node };
  }

  /** Where the anchor of a part is on the canvas; null where it is behind the camera. */
  locate(part: Part): StagePoint | null {
    const { x, y, w } = this.viewer.eye.see(this.anchorOf(part));
    return w > 0 ? { x: x / w, y: y / w } : null;
  }

  /** The middle of the image. */
  get centre(): StagePoint {
    const { width, height } = this.viewer.frame;
    return { x: width / 2, y: height / 2 };
  }

  /** The diagonal of the model in metres. */
  get size(): number {
    const box = this.shown.peek()?.box;
    return box ? Math.hypot(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]) : 1;
  }

  /** From the middle of the model to the part's piece, or to its label: along the axis in which it is farthest out. */
  outward(part: Part): Vec3 {
    const box = this.shown.peek()?.box;
    if (!box) return [0, 1, 0];
    const from = middle(box);
    const to = (part.node === undefined ? null : this.nodes?.middleOf(part.node)) ?? this.anchorOf(part);
    const away = from.map((value, axis) => to[axis]! - value);
    const axis = away.reduce((best, value, at) => Math.abs(value) > Math.abs(away[best]!) ? at : best, 1);
    const direction: [number, number, number] = [0, 0, 0];
    direction[axis] = away[axis]! < 0 ? -1 : 1;
    return direction;
  }

  explode(parts: readonly Part[], amount: number): void {
    this.explosion = { parts, amount };
    this.nodes?.explode(parts, amount);
    this.viewer.invalidate();
  }

  highlight(node: string | null): void {
    this.nodes?.highlight(node);
    this.viewer.invalidate();
  }

  step(change: Parameters<Navigator["step"]>[0]): void {
    this.navigator?.step(change);
  }

  reset(): void {
    this.navigator?.reset();
  }

  /** The current view as a JPEG of four to three. */
  async snapshot(): Promise<Blob> {
    const image = document.createElement("canvas");
    [image.width, image.height] = [imageSize.width, imageSize.height];
    await new Promise<void>((resolve) => {
      const first = this.viewer.frames.peek();
      const stop = effect(() => {
        if (this.viewer.frames.value === first) return;
        // In the frame's own task: afterwards the canvas is empty.
        this.copyTo(image);
        queueMicrotask(() => stop());
        resolve();
      });
      this.viewer.invalidate();
    });
    return await new Promise((resolve, reject) =>
      image.toBlob(
        (blob) => blob ? resolve(blob) : reject(new Error(t("The browser couldn't encode the image."))),
        "image/jpeg",
        0.88,
      )
    );
  }

  dispose(): void {
    this.controller.abort();
    this.navigator?.dispose();
    this.nodes?.highlight(null);
    this.viewer.dispose();
  }

  private anchorOf(part: Part): Vec3 {
    const [ox, oy, oz] = this.shown.peek()?.origin ?? [0, 0, 0];
    const [x, y, z] = part.position;
    const anchor: Vec3 = [x - ox, y - oy, z - oz];
    return this.nodes?.moved(anchor, part.node) ?? anchor;
  }

  private copyTo(image: HTMLCanvasElement): void {
    const { canvas } = this;
    const ratio = image.width / image.height;
    const width = Math.min(canvas.width, canvas.height * ratio);
    const height = width / ratio;
    const context = image.getContext("2d");
    context?.drawImage(
      canvas,
      (canvas.width - width) / 2,
      (canvas.height - height) / 2,
      width,
      height,
      0,
      0,
      image.width,
      image.height,
    );
  }

  /** The core's hierarchy of triangles. */
  private async preparePicking(model: Model): Promise<SurfacePick> {
    const { positions, indices } = walkableSurface(model.surface, model.box, model.shape.floor);
    const core = await loadCore();
    const exploration = await core.open(positions, indices, { signal: this.controller.signal });
    return new SurfacePick(exploration, model);
  }

  private listen(): void {
    const { signal } = this.controller;
    listenToGestures(this.canvas, () => ({
      turn: (dx, dy) => this.navigator?.turn(dx, dy),
      move: (dx, dy) => this.navigator?.move(dx, dy),
      zoom: (factor, x, y) => this.navigator?.zoom(factor, x, y),
      twist: (angle) => this.navigator?.twist(angle),
      hold: () => this.navigator?.hold(),
      release: (vx, vy) => this.navigator?.release(vx, vy),
      tap: (x, y) => this.onTap({ x, y }),
    }), signal);
  }

  private applyTheme(): void {
    const style = getComputedStyle(this.canvas);
    this.viewer.setColours(style.getPropertyValue("--ground").trim(), style.getPropertyValue("--pool").trim());
  }
}
