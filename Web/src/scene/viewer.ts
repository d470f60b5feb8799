/** Draws a space on a canvas, only when something has changed. */

import * as THREE from "three";
import { makeGround, makeLights } from "./stage.ts";
import type { Model } from "./model.ts";
import type { UnseenEdges } from "./unseen-edges.ts";
import { axes, between, type Box, clippingRange, distance, easeOut, eye, type Frame, type View } from "./view.ts";
import { type ViewProjection, viewProjectionOf } from "./view-projection.ts";
import { precompileShaders } from "./shader-precompilation.ts";

/** The current camera movement. */
interface Flight {
  from: View;
  to: View;
  fromCut: number;
  toCut: number;
  started: number;
  duration: number;
}

/** Controls the camera in place of the free look, as the sand table does. */
export interface Director {
  readonly camera: THREE.PerspectiveCamera | THREE.OrthographicCamera;
  /**
   * Called before each frame, with the seconds since the last one (0 for the first after a rest). Returns after how
   * many milliseconds the next frame is due: 0 for immediately, Infinity when nothing moves.
   */
  advance(seconds: number, frame: Frame): number;
}

const pointSize = 0.012; // metres
/** Metres above which nothing stands. */
const wholeHeight = 1e6;

export class Viewer {
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera();
  private readonly plane = new THREE.Plane(new THREE.Vector3(0, -1, 0), 0);
  private readonly observer: ResizeObserver;
  private readonly veil: HTMLCanvasElement;
  private readonly ground = makeGround();
  private model: Model | null = null;
  private rims: UnseenEdges | null = null;
  private flight: Flight | null = null;
  private request = 0;
  private current: View = { target: [0, 0, 0], yaw: 0, pitch: 0.5, span: 5, fov: 1 };
  private cutNow = Infinity;
  private insets = { top: 0, bottom: 0 };
  private director: Director | null = null;
  private lastTick = 0;
  private pause = 0;
  private readonly drawn = new Set<() => void>();

  /** Called after each change of the view, with `settled` when no movement is under way. */
  onView: (settled: boolean) => void = () => {};
  /** Called when the canvas size changed. */
  onResize: () => void = () => {};

  /** Throws where the browser has no WebGL. The veil covers the canvas and shows the previous frame during a cross-fade. */
  constructor(readonly canvas: HTMLCanvasElement, veil: HTMLCanvasElement) {
    this.veil = veil;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    // Always there, high up where nothing is cut: programs are compiled for the number of planes.
    this.renderer.clippingPlanes = [this.plane];
    this.scene.add(makeLights(), this.camera, this.ground.object);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    canvas.addEventListener("webglcontextrestored", this.invalidate);
    this.resize();
  }

  /** The size in CSS pixels and what of it is covered. */
  get frame(): Frame {
    return { width: this.canvas.clientWidth || 1, height: this.canvas.clientHeight || 1, ...this.insets };
  }

  get view(): View {
    return this.current;
  }

  /** Where the camera will be when the present movement has ended. */
  get destination(): View {
    return this.flight?.to ?? this.current;
  }

  get box(): Box | null {
    return this.model?.box ?? null;
  }

  /** Shows a model, in place of the one before, once it can be drawn without holding up the page. */
  async show(model: Model): Promise<void> {
    model.object.visible = false;
    this.scene.add(model.object);
    await this.prepare();
    model.object.visible = true;
    if (this.model) {
      this.scene.remove(this.model.object);
      this.model.dispose();
    }
    this.model = model;
    this.ground.place(model.box, model.shape.floor);
    this.invalidate();
  }

  /** Gives the camera to a director, or back to the free look. */
  direct(director: Director | null): void {
    this.director = director;
    this.lastTick = 0;
    this.flight = null;
    this.invalidate();
  }

  /** Adds an object beside the model. The caller removes and disposes of it. */
  add(object: THREE.Object3D): void {
    this.scene.add(object);
  }

  remove(object: THREE.Object3D): void {
    this.scene.remove(object);
  }

  /** The projection of the last frame, for overlays. */
  get eye(): ViewProjection {
    return viewProjectionOf(this.director?.camera ?? this.camera, this.frame);
  }

  /** Above this height nothing is drawn, by the free look's cut. */
  get cutHeight(): number {
    return this.director ? Infinity : this.cutNow;
  }

  /** Whether the free look has the camera. */
  get looksFreely(): boolean {
    return this.director === null;
  }

  /** Calls the listener after each frame until the signal aborts. */
  afterDraw(listener: () => void, signal: AbortSignal): void {
    this.drawn.add(listener);
    signal.addEventListener("abort", () => this.drawn.delete(listener));
  }

  /** Resolves when all that is in the scene, hidden or not, can be drawn at once. */
  prepare(): Promise<void> {
    return precompileShaders(this.renderer, this.scene, this.camera);
  }

  /** Takes the rims over; they are dropped with the viewer. */
  setUnseenEdges(rims: UnseenEdges): void {
    this.rims = rims;
    this.scene.add(rims.object);
    this.invalidate();
  }

  setColours(background: string, pool: string): void {
    this.renderer.setClearColor(new THREE.Color(background), 1);
    this.ground.tint(pool);
    this.invalidate();
  }

  /** Pixels covered at the top and bottom edge: the place is centred in what is left. */
  setInsets(top: number, bottom: number): void {
    if (this.insets.top === top && this.insets.bottom === bottom) return;
    this.insets = { top, bottom };
    this.invalidate();
  }

  /** At once, ending any movement. */
  set(view: View, cut: number = this.flight?.toCut ?? this.cutNow): void {
    this.flight = null;
    this.current = view;
    this.cutNow = cut;
    this.invalidate();
    this.onView(true);
  }

  /** With a flight of some milliseconds. */
  fly(view: View, cut: number, duration: number): void {
    const top = (this.model?.box.max[1] ?? 0) + 0.01;
    const finite = (height: number): number => Math.min(height, top);
    this.flight = {
      from: this.current,
      to: view,
      fromCut: finite(this.cutNow),
      toCut: cut,
      started: performance.now(),
      duration,
    };
    this.invalidate();
    this.onView(false);
  }

  /** For reduced motion: the previous frame fades out over the new one. */
  fade(view: View, cut: number): void {
    this.crossFade();
    this.set(view, cut);
  }

  /** Fades the current frame out over the next one. */
  crossFade(): void {
    this.draw();
    this.veil.width = this.canvas.width;
    this.veil.height = this.canvas.height;
    this.veil.getContext("2d")?.drawImage(this.canvas, 0, 0);
    this.veil.classList.remove("fading");
    void this.veil.offsetWidth; // lets the transition start from the opaque picture
    this.veil.classList.add("fading");
  }

  readonly invalidate = (): void => {
    clearTimeout(this.pause);
    if (this.request === 0) this.request = requestAnimationFrame(this.tick);
  };

  dispose(): void {
    cancelAnimationFrame(this.request);
    clearTimeout(this.pause);
    this.request = -1; // nothing is drawn any more
    this.observer.disconnect();
    this.canvas.removeEventListener("webglcontextrestored", this.invalidate);
    this.model?.dispose();
    this.rims?.dispose();
    this.ground.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private readonly tick = (): void => {
    this.request = 0;
    if (this.director) return this.directed(this.director);
    const flight = this.flight;
    if (flight) {
      const done = Math.min(1, Math.max(0, (performance.now() - flight.started) / flight.duration));
      const eased = easeOut(done);
      this.current = done === 1 ? flight.to : between(flight.from, flight.to, eased);
      const toCut = Math.min(flight.toCut, (this.model?.box.max[1] ?? 0) + 0.01);
      this.cutNow = done === 1 ? flight.toCut : flight.fromCut + (toCut - flight.fromCut) * eased;
      if (done === 1) this.flight = null;
      else this.invalidate();
      this.onView(done === 1);
    }
    this.draw();
  };

  private directed(director: Director): void {
    const now = performance.now();
    const due = director.advance(this.lastTick > 0 ? Math.min(0.1, (now - this.lastTick) / 1000) : 0, this.frame);
    this.lastTick = Number.isFinite(due) ? now : 0;
    this.draw();
    if (due === 0) this.invalidate();
    else if (Number.isFinite(due)) this.pause = setTimeout(this.invalidate, due);
  }

  private draw(): void {
    if (this.director) this.drawDirected(this.director.camera);
    else this.drawLook();
    for (const listener of this.drawn) listener();
  }

  private drawDirected(camera: Director["camera"]): void {
    const { width, height } = this.frame;
    this.shift(camera);
    this.plane.constant = wholeHeight;
    // An orthographic lens draws three's points in pixels.
    const dot = camera instanceof THREE.PerspectiveCamera
      ? pointSize / Math.tan(camera.fov * Math.PI / 360)
      : pointSize * height / Math.max(1e-3, camera.top - camera.bottom);
    for (const dots of this.model?.dots ?? []) dots.size = dot;
    this.rims?.fitTo(width, height);
    this.ground.show(true);
    this.renderer.render(this.scene, camera);
  }

  /** Moves the picture's middle to the middle of what is not covered. */
  private shift(camera: Director["camera"]): void {
    const { width, height } = this.frame;
    const shift = (this.insets.bottom - this.insets.top) / 2;
    camera.setViewOffset(width, height, 0, shift, width, height);
  }

  private drawLook(): void {
    const { width, height } = this.frame;
    const { near, far } = clippingRange(this.current, this.model?.box ?? { min: [-1, -1, -1], max: [1, 1, 1] });
    const { right, up, toward } = axes(this.current);
    this.camera.fov = this.current.fov * 180 / Math.PI;
    this.camera.aspect = width / height;
    this.camera.near = near;
    this.camera.far = far;
    this.camera.position.set(...eye(this.current));
    const basis = new THREE.Matrix4().makeBasis(
      new THREE.Vector3(...right),
      new THREE.Vector3(...up),
      new THREE.Vector3(...toward),
    );
    this.camera.quaternion.setFromRotationMatrix(basis);
    this.shift(this.camera);

    this.plane.constant = Math.min(this.cutNow, wholeHeight);
    // three's points shrink with distance but not with the lens.
    for (const dots of this.model?.dots ?? []) dots.size = pointSize / Math.tan(this.current.fov / 2);
    this.rims?.fitTo(width, height);
    this.ground.show(distance(this.current) > 0 && this.current.pitch > 0.05);
    this.renderer.render(this.scene, this.camera);
  }

  private resize(): void {
    const { width, height } = this.frame;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.onResize();
    this.director?.advance(0, this.frame);
    // A resized canvas is empty until it is drawn again: at once, so that nothing flickers.
    if (this.request >= 0) this.draw();
  }
}
