/** Draws a space on a canvas, only when something has changed. */

import * as THREE from "three";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { CameraMotion } from "./camera-motion.ts";
import { crossFade } from "./cross-fade.ts";
import { applyView, centerInFrame } from "./look-camera.ts";
import type { Model } from "./model.ts";
import { precompileShaders } from "./shader-precompilation.ts";
import type { SplatScene } from "./splat-scene.ts";
import { makeGround, makeSurroundings, StageLights } from "./stage.ts";
import type { UnseenEdges } from "./unseen-edges.ts";
import { type ViewProjection, viewProjectionOf } from "./view-projection.ts";
import { type Box, distance, type Frame, type Vec3, type View } from "./view.ts";

/** Controls the camera in place of the free look, as the sand table does. */
export interface Director {
  readonly camera: THREE.PerspectiveCamera | THREE.OrthographicCamera;
  /**
   * Called before each frame, with the seconds since the last one (0 for the first after a rest). Returns after how
   * many milliseconds the next frame is due: 0 for immediately, Infinity when nothing moves.
   */
  advance(seconds: number, frame: Frame): number;
}

/** The diameter of a point in metres. */
const pointSize = 0.012;
/** The height of the clipping plane without a cut, in metres. */
const uncutHeight = 1e6;
const emptyBox: Box = { min: [-1, -1, -1], max: [1, 1, 1] };

export class Viewer {
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera();
  private readonly clippingPlane = new THREE.Plane(new THREE.Vector3(0, -1, 0), 0);
  private readonly observer: ResizeObserver;
  private readonly ground = makeGround();
  private readonly lights = new StageLights();
  private readonly motion = new CameraMotion();
  private readonly drawnFrames = signal(0);
  private model: Model | null = null;
  private edges: UnseenEdges | null = null;
  private splats: SplatScene | null = null;
  private insets = { top: 0, bottom: 0 };
  private director: Director | null = null;
  private isDisposed = false;
  private frameRequest = 0;
  private nextFrameTimer = 0;
  /** Milliseconds of the director's last frame; 0 after a rest. */
  private lastFrameTime = 0;
  /** Milliseconds of the animation's last frame; 0 after a rest. */
  private lastAnimationTime = 0;

  /** The number of frames drawn so far. An effect that reads it runs after each frame. */
  readonly frames: ReadonlySignal<number> = this.drawnFrames;
  /** Called after each change of the view. */
  onView: () => void = () => {};
  /** Called when the size of the canvas has changed. */
  onResize: () => void = () => {};

  /** Throws where the browser has no WebGL. The veil covers the canvas and shows the previous frame during a cross-fade. */
  constructor(readonly canvas: HTMLCanvasElement, private readonly veil: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    // Also without a cut, because shaders are compiled for the number of planes.
    this.renderer.clippingPlanes = [this.clippingPlane];
    this.scene.add(this.lights.object, this.camera, this.ground.object);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    canvas.addEventListener("webglcontextrestored", this.invalidate);
    this.resize();
  }

  /** The size in CSS pixels, and what of it is covered. */
  get frame(): Frame {
    return { width: this.canvas.clientWidth || 1, height: this.canvas.clientHeight || 1, ...this.insets };
  }

  get view(): View {
    return this.motion.view;
  }

  /** The view at the end of the current flight. */
  get destination(): View {
    return this.motion.destination;
  }

  /** The projection of the last frame, for overlays. */
  get eye(): ViewProjection {
    return viewProjectionOf(this.director?.camera ?? this.camera, this.frame);
  }

  /** Position and rotation (x, y, z, w) of the camera of the last frame. */
  get cameraPose(): { position: Vec3; rotation: readonly [number, number, number, number] } {
    const { position: p, quaternion: q } = this.director?.camera ?? this.camera;
    return { position: [p.x, p.y, p.z], rotation: [q.x, q.y, q.z, q.w] };
  }

  /** Above this height in metres nothing is drawn: the ceiling cut of the free look. */
  get cutHeight(): number {
    return this.director ? Infinity : this.motion.cut;
  }

  /** Whether the free look controls the camera. */
  get looksFreely(): boolean {
    return this.director === null;
  }

  /** Replaces the model, once the new one can be drawn without blocking the page. */
  async show(model: Model): Promise<void> {
    model.object.visible = false;
    this.scene.add(model.object);
    // Only physical materials use them.
    if (model.isPhysical) this.scene.environment ??= makeSurroundings(this.renderer);
    await this.prepare();
    model.object.visible = true;
    if (this.model) {
      this.scene.remove(this.model.object);
      this.model.dispose();
    }
    this.model = model;
    this.lights.adapt(model.isPhysical);
    if (model.player) model.player.onChange = this.invalidate;
    this.ground.place(model.box, model.shape.floor);
    this.invalidate();
  }

  /** Resolves when the next frame is on the screen. A hidden page draws none until it is visible. */
  async nextFrame(): Promise<void> {
    this.invalidate();
    await new Promise((resolve) => requestAnimationFrame(resolve)); // draws
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }

  /** Gives the camera to a director; null: to the free look. */
  direct(director: Director | null): void {
    this.director = director;
    this.lastFrameTime = 0;
    this.motion.stop();
    this.invalidate();
  }

  /** Adds an object beside the model. The caller removes and disposes of it. */
  add(object: THREE.Object3D): void {
    this.scene.add(object);
  }

  remove(object: THREE.Object3D): void {
    this.scene.remove(object);
  }

  /** Resolves when everything in the scene, visible or hidden, can be drawn without blocking the page. */
  prepare(): Promise<void> {
    return precompileShaders(this.renderer, this.scene, this.camera);
  }

  /** The viewer disposes of the edges. */
  setUnseenEdges(edges: UnseenEdges): void {
    this.edges = edges;
    this.scene.add(edges.object);
    this.invalidate();
  }

  /** Draws splats, beside the model or as its object. The viewer disposes of them. */
  async setSplats(splats: SplatScene): Promise<void> {
    if (this.splats !== splats) this.splats?.dispose();
    this.splats = splats;
    const { object } = splats;
    if (object.parent !== null) return;
    object.visible = false;
    this.scene.add(object);
    await this.prepare();
    object.visible = true;
    this.invalidate();
  }

  /** What is drawn of a space that has both. */
  showParts(parts: { model: boolean; splats: boolean }): void {
    if (this.model) this.model.object.visible = parts.model;
    if (this.splats) this.splats.object.visible = parts.splats;
    this.invalidate();
  }

  /** CSS colours: of the background, and of the ground below the model. */
  setColours(background: string, ground: string): void {
    this.renderer.setClearColor(new THREE.Color(background), 1);
    this.ground.tint(ground);
    this.invalidate();
  }

  /** Pixels covered at the top and bottom edge: the space is centred in the rest. */
  setInsets(top: number, bottom: number): void {
    if (this.insets.top === top && this.insets.bottom === bottom) return;
    this.insets = { top, bottom };
    this.invalidate();
  }

  /** Jumps to a view; ends the current flight. */
  set(view: View, cut?: number): void {
    this.motion.set(view, cut);
    this.invalidate();
    this.onView();
  }

  /** Flies to a view within `duration` milliseconds. */
  fly(view: View, cut: number, duration: number): void {
    this.motion.fly(view, cut, duration, this.modelTop);
    this.invalidate();
    this.onView();
  }

  /** Jumps to a view with a cross-fade, for reduced motion. */
  fade(view: View, cut: number): void {
    this.crossFade();
    this.set(view, cut);
  }

  /** Fades the current frame out over the next one. */
  crossFade(): void {
    this.draw();
    crossFade(this.canvas, this.veil);
  }

  readonly invalidate = (): void => {
    clearTimeout(this.nextFrameTimer);
    if (this.frameRequest === 0 && !this.isDisposed) this.frameRequest = requestAnimationFrame(this.tick);
  };

  dispose(): void {
    this.isDisposed = true;
    cancelAnimationFrame(this.frameRequest);
    clearTimeout(this.nextFrameTimer);
    this.observer.disconnect();
    this.canvas.removeEventListener("webglcontextrestored", this.invalidate);
    this.model?.dispose();
    this.edges?.dispose();
    this.splats?.dispose();
    this.ground.dispose();
    this.scene.environment?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** Just above the model, where a cut removes nothing. */
  private get modelTop(): number {
    return (this.model?.box.max[1] ?? 0) + 0.01;
  }

  private readonly tick = (): void => {
    this.frameRequest = 0;
    if (this.animate()) this.invalidate();
    if (this.director) return this.drawNextOf(this.director);
    const step = this.motion.advance(performance.now(), this.modelTop);
    if (step === "flying") this.invalidate();
    if (step !== "resting") this.onView();
    this.draw();
  };

  /** Moves the model on; returns whether it goes on moving. */
  private animate(): boolean {
    const now = performance.now();
    const elapsed = this.lastAnimationTime > 0 ? Math.min(0.1, (now - this.lastAnimationTime) / 1000) : 0;
    const moves = this.model?.player?.advance(elapsed) ?? false;
    this.lastAnimationTime = moves ? now : 0;
    return moves;
  }

  private drawNextOf(director: Director): void {
    const now = performance.now();
    const elapsed = this.lastFrameTime > 0 ? Math.min(0.1, (now - this.lastFrameTime) / 1000) : 0;
    const due = director.advance(elapsed, this.frame);
    this.lastFrameTime = Number.isFinite(due) ? now : 0;
    this.draw();
    if (due === 0) this.invalidate();
    else if (Number.isFinite(due)) this.nextFrameTimer = setTimeout(this.invalidate, due);
  }

  private draw(): void {
    if (this.director) this.drawDirected(this.director.camera);
    else this.drawLook();
    this.drawnFrames.value = this.drawnFrames.peek() + 1;
  }

  private drawDirected(camera: Director["camera"]): void {
    const { frame } = this;
    centerInFrame(camera, frame);
    // Through an orthographic camera three.js draws points in pixels.
    const size = camera instanceof THREE.PerspectiveCamera
      ? pointSize / Math.tan(camera.fov * Math.PI / 360)
      : pointSize * frame.height / Math.max(1e-3, camera.top - camera.bottom);
    this.render(camera, { pointSize: size, cut: uncutHeight, hasGround: true });
  }

  private drawLook(): void {
    const { view, cut } = this.motion;
    applyView(this.camera, view, this.model?.box ?? emptyBox, this.frame);
    this.render(this.camera, {
      // The points of three.js shrink with distance, but do not depend on the lens.
      pointSize: pointSize / Math.tan(view.fov / 2),
      cut: Math.min(cut, uncutHeight),
      hasGround: distance(view) > 0 && view.pitch > 0.05,
    });
  }

  private render(camera: THREE.Camera, style: { pointSize: number; cut: number; hasGround: boolean }): void {
    const { width, height } = this.frame;
    this.clippingPlane.constant = style.cut;
    for (const material of this.model?.pointMaterials ?? []) material.size = style.pointSize;
    this.edges?.fitTo(width, height);
    this.splats?.setCut(style.cut);
    // What hovers over the sand table is translucent, and drawn last.
    this.splats?.setHiding(this.director !== null);
    this.ground.show(style.hasGround);
    this.renderer.render(this.scene, camera);
  }

  private resize(): void {
    const { width, height } = this.frame;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.onResize();
    this.director?.advance(0, this.frame);
    // A resized canvas is empty until it is drawn: drawing at once avoids flicker.
    if (!this.isDisposed) this.draw();
  }
}
