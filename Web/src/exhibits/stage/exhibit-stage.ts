/**
 * The stage of an exhibit: a model under studio light, and a camera that turns around it. Draws only when something has changed.
 */

import * as THREE from "three";
import type { ExhibitCore, Orbit, OrbitPose, OrbitState } from "../../core/exhibit.ts";
import type { Box, Vec3 } from "../../core/vectors.ts";
import { type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { crossFade } from "../../scene/cross-fade.ts";
import { centerInFrame } from "../../scene/look-camera.ts";
import { precompileShaders } from "../../scene/shader-precompilation.ts";
import { ContactShadow } from "./contact-shadow.ts";
import { studioEnvironment } from "./environment.ts";
import { FrameTimes } from "./frame-times.ts";
import { joined } from "./boxes.ts";
import {
  centerOf,
  fieldOfView,
  flightTime,
  type Frame,
  homeDistance,
  homePose,
  type Insets,
  noInsets,
  tangentsOf,
} from "./frame.ts";
import { reducesMotion } from "./reduced-motion.ts";
import { boundsOf, type StageModel } from "./stage-model.ts";

/** Seconds: a longer pause is not a movement. */
const maxStep = 0.1;
const maxPixelRatio = 2;
const exposure = 0.8;

interface RendererInfo {
  autoReset: boolean;
  render: { calls: number; triangles: number };
  memory: { textures: number };
  reset(): void;
}

export class ExhibitStage {
  readonly camera = new THREE.PerspectiveCamera(fieldOfView * 180 / Math.PI, 1, 0.01, 100);
  readonly scene = new THREE.Scene();
  readonly renderer: THREE.WebGLRenderer;
  readonly frameTimes = new FrameTimes();
  /** Called after the camera has moved and before the frame is drawn. */
  onFrame: () => void = () => {};
  private readonly drawnFrames = signal(0);
  private readonly shadow = new ContactShadow();
  private readonly observer: ResizeObserver;
  private readonly orbit: Orbit;
  private current: StageModel | null = null;
  private companion: THREE.Object3D | null = null;
  /** In CSS pixels. Kept, because asking the canvas in a frame makes the browser compute its layout. */
  private size = { width: 1, height: 1 };
  private insets: Insets = noInsets;
  private explosion = { value: 0, target: 0 };
  private isShadowStale = true;
  /** The diagonal of all that is shown, in metres. */
  private reach = 10;
  private isHome = true;
  private frameRequest = 0;
  private lastTime = 0;
  private isDisposed = false;

  readonly frames: ReadonlySignal<number> = this.drawnFrames;

  /** Throws where the browser has no WebGL. */
  constructor(readonly canvas: HTMLCanvasElement, private readonly veil: HTMLCanvasElement, core: ExhibitCore) {
    this.renderer = new THREE.WebGLRenderer({
      canvas,
      antialias: true,
      alpha: true,
      powerPreference: "high-performance",
    });
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = exposure;
    this.renderer.setClearColor(0x000000, 0);
    this.info.autoReset = false;
    this.scene.environment = studioEnvironment(this.renderer);
    // The key light once more, so that small forms cast their shading; the studio alone is too even.
    const key = new THREE.DirectionalLight(0xfff4e6, 1.1);
    key.position.set(0.55, 0.95, 0.55);
    this.scene.add(key, this.shadow.object, this.camera);
    this.shadow.object.visible = false;
    this.orbit = core.orbit({ min: [-1, 0, -1], max: [1, 1, 1] }, 0, {
      yaw: 0,
      pitch: 0,
      distance: 3,
      target: [0, 0, 0],
    });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    canvas.addEventListener("webglcontextrestored", () => this.refresh());
    this.resize();
  }

  /** The counts of three.js, whose type is not inferred. */
  private get info(): RendererInfo {
    return (this.renderer as unknown as { info: RendererInfo }).info;
  }

  get model(): StageModel | null {
    return this.current;
  }

  get view(): OrbitState {
    return this.orbit.state;
  }

  /** The size in CSS pixels, and what of it is covered. */
  get frame(): Frame {
    return { ...this.size, ...this.insets };
  }

  get exploded(): number {
    return this.explosion.value;
  }

  /** Whether the camera is where *Reset* brings it. */
  get atHome(): boolean {
    return this.isHome;
  }

  /** Shows a model in place of the current one. `keepsView`: it is a finer level of the same. */
  async show(model: StageModel, keepsView: boolean): Promise<void> {
    const before = this.current;
    model.object.visible = false;
    this.scene.add(model.object);
    await precompileShaders(this.renderer, this.scene, this.camera);
    if (this.isDisposed) return model.dispose();
    model.object.visible = true;
    if (before) {
      this.scene.remove(before.object);
      before.dispose();
    }
    this.current = model;
    model.explode(this.explosion.value);
    this.isShadowStale = true;
    this.shadow.object.visible = true;
    this.limit();
    if (!keepsView) this.reset(0);
    this.invalidate();
  }

  /** An object beside the model; null: none. The caller disposes of it. */
  setCompanion(object: THREE.Object3D | null): void {
    if (this.companion) this.scene.remove(this.companion);
    this.companion = object;
    if (object) this.scene.add(object);
    this.limit();
    this.reset(flightTime);
  }

  /** Moves to a fraction of the exploded view, by a flight or at once. */
  explode(amount: number, isAnimated: boolean): void {
    const { isHome } = this;
    this.explosion.target = amount;
    if (!isAnimated) this.setExplosion(amount);
    this.limit();
    // The whole model stays in the image.
    if (isHome) this.reset(isAnimated ? flightTime : 0);
    this.invalidate();
  }

  setInsets(insets: Insets): void {
    this.insets = insets;
    if (this.isHome) this.reset(0);
    this.invalidate();
  }

  // Camera

  /** Any gesture or key. */
  steer(move: (orbit: Orbit) => void): void {
    this.isHome = false;
    move(this.orbit);
    this.invalidate();
  }

  /** A finger went down: every movement stops. */
  hold(): void {
    this.orbit.hold();
  }

  /** Shows the whole model; a duration of 0 jumps. */
  reset(seconds: number): void {
    const box = this.wholeBox;
    if (!box) return;
    const distance = homeDistance(this.orbit.fit.bind(this.orbit), tangentsOf(this.frame));
    this.fly(homePose(box, distance), seconds);
    this.isHome = true;
  }

  /** Flies to a pose; with reduced motion by a cross-fade. */
  fly(pose: OrbitPose, seconds: number): void {
    this.isHome = false;
    if (seconds > 0 && reducesMotion()) {
      this.draw();
      crossFade(this.canvas, this.veil);
      seconds = 0;
    }
    this.orbit.fly(pose, seconds);
    this.invalidate();
  }

  /** The pose that shows a box from outside of the model: from the side on which it is. */
  poseOf(box: Box, anchor: Vec3): OrbitPose {
    const whole = this.current?.box ?? box;
    const { min, max } = whole;
    const center = centerOf(whole);
    const [dx, dz] = [anchor[0] - center[0], anchor[2] - center[2]];
    const radius = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2;
    const isOutside = Math.hypot(dx, dz) > 0.04 * radius;
    const size = Math.hypot(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]) / 2;
    const { x, y } = tangentsOf(this.frame);
    return {
      yaw: isOutside ? Math.atan2(dx, dz) + 0.35 : this.orbit.state.yaw,
      pitch: anchor[1] > center[1] + 0.6 * (max[1] - center[1]) ? 0.42 : 0.16,
      distance: Math.max(1.5 * size, 0.1 * radius) / Math.sin(Math.atan(Math.min(x, y))),
      target: [0, 1, 2].map((i) => (box.min[i]! + box.max[i]!) / 2) as unknown as Vec3,
    };
  }

  /** Metres at a distance of one metre that one pixel covers. */
  get metresPerPixel(): number {
    return 2 * Math.tan(fieldOfView / 2) / this.frame.height;
  }

  /** The projection of a point to CSS pixels from the top left; `depth` is the distance along the view. */
  project(point: Vec3): { x: number; y: number; depth: number } {
    const { width, height } = this.frame;
    const at = new THREE.Vector3(...point).applyMatrix4(this.camera.matrixWorldInverse);
    const depth = -at.z;
    at.applyMatrix4(this.camera.projectionMatrix);
    return { x: (at.x + 1) / 2 * width, y: (1 - at.y) / 2 * height, depth };
  }

  /** The object of the model at a point of the canvas. */
  pick(x: number, y: number): THREE.Object3D | null {
    if (!this.current) return null;
    const { width, height } = this.frame;
    const ray = new THREE.Raycaster(new THREE.Vector3(), new THREE.Vector3(0, 0, -1));
    ray.setFromCamera(new THREE.Vector2(2 * x / width - 1, 1 - 2 * y / height), this.camera);
    const [hit] = ray.intersectObject(this.current.object, true) as unknown as { object: THREE.Object3D }[];
    return hit?.object ?? null;
  }

  /** What the last frame cost the GPU. */
  get cost(): { drawCalls: number; triangles: number; textures: number; textureBytes: number } {
    const { render, memory } = this.info;
    return {
      drawCalls: render.calls,
      triangles: render.triangles,
      textures: memory.textures,
      textureBytes: this.current?.counts.textureBytes ?? 0,
    };
  }

  readonly invalidate = (): void => {
    if (this.frameRequest === 0 && !this.isDisposed) this.frameRequest = requestAnimationFrame(this.tick);
  };

  dispose(): void {
    this.isDisposed = true;
    cancelAnimationFrame(this.frameRequest);
    this.observer.disconnect();
    this.current?.dispose();
    this.shadow.dispose();
    this.scene.environment?.dispose();
    this.orbit.free();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private get wholeBox(): Box | null {
    if (!this.current) return null;
    const own = this.explosion.target > 0
      ? joined(this.current.box, this.current.boxAt(this.explosion.target, this.explosion.value))
      : this.current.box;
    return this.companion ? joined(own, boundsOf(this.companion)) : own;
  }

  private limit(): void {
    const box = this.wholeBox;
    if (!box) return;
    this.orbit.limit(box, this.current!.box.min[1]);
    this.reach = Math.hypot(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]);
  }

  private refresh(): void {
    this.scene.environment?.dispose();
    this.scene.environment = studioEnvironment(this.renderer);
    this.isShadowStale = true;
    this.invalidate();
  }

  private readonly tick = (): void => {
    const started = performance.now();
    this.frameRequest = 0;
    const seconds = this.lastTime > 0 ? Math.min(maxStep, (started - this.lastTime) / 1000) : 1 / 60;
    const moved = this.orbit.advance(seconds);
    const explodes = this.advanceExplosion(seconds);
    this.draw();
    const goesOn = moved || explodes || this.orbit.state.isMoving;
    this.lastTime = goesOn ? started : 0;
    if (goesOn) this.invalidate();
    this.frameTimes.add(performance.now() - started);
    this.drawnFrames.value = this.drawnFrames.peek() + 1;
  };

  private advanceExplosion(seconds: number): boolean {
    const { value, target } = this.explosion;
    if (value === target) return false;
    // An exponential approach, which does not depend on the frame rate.
    const next = target + (value - target) * Math.exp(-7 * seconds);
    this.setExplosion(Math.abs(next - target) < 0.002 ? target : next);
    return true;
  }

  private setExplosion(amount: number): void {
    this.explosion.value = amount;
    this.current?.explode(amount);
    this.isShadowStale = true;
  }

  private draw(): void {
    this.info.reset();
    if (this.isShadowStale && this.current) {
      this.shadow.update(this.renderer, this.current.object, this.current.currentBox);
      this.isShadowStale = false;
      this.info.reset();
    }
    const { eye, target, distance } = this.orbit.state;
    const { width, height, top, bottom } = this.frame;
    const { camera, reach } = this;
    camera.aspect = width / height;
    camera.near = Math.max(0.002 * reach, distance - 1.5 * reach);
    camera.far = distance + 3 * reach;
    camera.position.set(...eye);
    camera.lookAt(...target);
    centerInFrame(camera, { width, height, top, bottom });
    camera.updateMatrixWorld();
    this.onFrame();
    this.renderer.render(this.scene, camera);
  }

  private resize(): void {
    this.size = { width: this.canvas.clientWidth || 1, height: this.canvas.clientHeight || 1 };
    const { width, height } = this.size;
    this.renderer.setPixelRatio(Math.min(maxPixelRatio, devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    if (this.isHome) this.reset(0);
    if (!this.isDisposed) this.draw();
  }
}
