/** Draws a scanned room with a model on its floor. */

import * as THREE from "three";
import type { ExhibitCore, Orbit } from "../../core/exhibit.ts";
import type { Vec3 } from "../../core/vectors.ts";
import { listenToGestures } from "../../scene/gestures.ts";
import type { Model } from "../../scene/model.ts";
import { makeLights } from "../../scene/stage.ts";
import { type FloorPlacement, onPlane, scaleOf } from "../ar/floor-placement.ts";
import { ContactShadow } from "../stage/contact-shadow.ts";
import { studioEnvironment } from "../stage/environment.ts";
import { fieldOfView } from "../stage/frame.ts";
import type { StageModel } from "../stage/stage-model.ts";

export interface RoomStageProps {
  room: Model;
  model: StageModel;
  tableScale: number;
}

export interface RoomGestures {
  move(position: Vec3): void;
  turn(angle: number): void;
  /** Whether a drag on the model moves it. */
  canMove(): boolean;
}

export class RoomStage {
  /** In the middle of the floor. */
  readonly start: Vec3;
  /** Whether the model fits into the room in real scale. */
  readonly fits: boolean;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(fieldOfView * 180 / Math.PI * 1.4, 1, 0.05, 500);
  private readonly anchor = new THREE.Group();
  private readonly shadow = new ContactShadow();
  private readonly orbit: Orbit;
  private readonly observer: ResizeObserver;
  private request = 0;
  private lastTime = 0;

  constructor(readonly canvas: HTMLCanvasElement, core: ExhibitCore, private readonly props: RoomStageProps) {
    const { room, model } = props;
    const { min, max } = room.box;
    const floor = room.shape.floor;
    this.start = [(min[0] + max[0]) / 2, floor, (min[2] + max[2]) / 2];
    const [size, space] = [model.box, room.box].map((box) => [0, 1, 2].map((i) => box.max[i]! - box.min[i]!));
    this.fits = [0, 1, 2].every((i) => size![i]! < space![i]!);
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setClearColor(0x000000, 0);
    this.renderer.toneMapping = THREE.NoToneMapping; // scans contain their exposure
    this.scene.environment = studioEnvironment(this.renderer);
    this.scene.environmentIntensity = 0.7;
    this.scene.add(makeLights(), room.object, this.anchor);
    this.stand(model);
    const radius = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2;
    const middle: Vec3 = [this.start[0], floor + 0.3 * Math.min(2.4, max[1] - floor), this.start[2]];
    this.orbit = core.orbit(room.box, floor, { yaw: 0.6, pitch: 0.75, distance: 2.6 * radius, target: middle });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    this.resize();
  }

  put(placement: FloorPlacement): void {
    this.anchor.position.set(...placement.position);
    this.anchor.rotation.set(0, placement.yaw, 0);
    this.anchor.scale.setScalar(scaleOf(placement, this.props.tableScale));
    this.invalidate();
  }

  /** A drag that begins on the model moves it over the floor; others turn the camera. */
  listen(gestures: RoomGestures, owner: AbortSignal): void {
    const { canvas } = this;
    let grip: THREE.Vector3 | null = null;
    const camera = (change: (orbit: Orbit) => void): void => {
      change(this.orbit);
      this.invalidate();
    };
    let last = { x: 0, y: 0 };
    canvas.addEventListener("pointerdown", (event) => {
      last = this.onCanvas(event);
      grip = gestures.canMove() && this.hits(last.x, last.y)
        ? this.floorAt(last.x, last.y)?.sub(this.anchor.position) ?? null
        : null;
    }, { signal: owner, capture: true });
    canvas.addEventListener("pointermove", (event) => last = this.onCanvas(event), { signal: owner, capture: true });
    const perPixel = (): number => 2 * Math.tan(this.camera.fov * Math.PI / 360) / (canvas.clientHeight || 1);
    listenToGestures(canvas, () => ({
      turn: (dx, dy) => {
        if (!grip) return camera((orbit) => orbit.drag(dx, dy));
        const at = this.floorAt(last.x, last.y)?.sub(grip);
        if (at) gestures.move(this.inside([at.x, this.start[1], at.z]));
      },
      move: (dx, dy) => camera((orbit) => orbit.pan(dx, dy, perPixel())),
      zoom: (factor) => camera((orbit) => orbit.pinch(factor)),
      twist: (angle) => grip ? gestures.turn(-angle) : camera((orbit) => orbit.twist(angle)),
      hold: () => this.orbit.hold(),
      release: (vx, vy) => grip || camera((orbit) => orbit.release(1000 * vx, 1000 * vy)),
      ended: () => grip = null,
    }), owner);
  }

  dispose(): void {
    cancelAnimationFrame(this.request);
    this.observer.disconnect();
    this.props.room.dispose();
    this.props.model.dispose();
    this.shadow.dispose();
    this.scene.environment?.dispose();
    this.orbit.free();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** The model's middle over the anchor, its lowest point on the floor, with its shadow. */
  private stand(model: StageModel): void {
    const { min, max } = model.box;
    model.object.position.set(-(min[0] + max[0]) / 2, -min[1], -(min[2] + max[2]) / 2);
    model.object.updateMatrixWorld(true);
    const [x, z] = [(max[0] - min[0]) / 2, (max[2] - min[2]) / 2];
    this.shadow.update(this.renderer, model.object, { min: [-x, 0, -z], max: [x, max[1] - min[1], z] });
    this.shadow.object.position.y += 0.004; // scanned floors are not even
    this.anchor.add(model.object, this.shadow.object);
  }

  private hits(x: number, y: number): boolean {
    return this.ray(x, y).intersectObject(this.anchor, true).length > 0;
  }

  private floorAt(x: number, y: number): THREE.Vector3 | null {
    const { origin, direction } = this.ray(x, y).ray;
    const at = onPlane([origin.x, origin.y, origin.z], [direction.x, direction.y, direction.z], this.start[1]);
    return at ? new THREE.Vector3(...at) : null;
  }

  private ray(x: number, y: number): THREE.Raycaster {
    const ray = new THREE.Raycaster(new THREE.Vector3(), new THREE.Vector3(0, 0, -1));
    const { clientWidth, clientHeight } = this.canvas;
    ray.setFromCamera(new THREE.Vector2(2 * x / clientWidth - 1, 1 - 2 * y / clientHeight), this.camera);
    return ray;
  }

  private inside([x, y, z]: Vec3): Vec3 {
    const { min, max } = this.props.room.box;
    return [Math.min(max[0], Math.max(min[0], x)), y, Math.min(max[2], Math.max(min[2], z))];
  }

  private onCanvas(event: PointerEvent): { x: number; y: number } {
    const area = this.canvas.getBoundingClientRect();
    return { x: event.clientX - area.left, y: event.clientY - area.top };
  }

  private readonly invalidate = (): void => {
    if (this.request === 0) this.request = requestAnimationFrame(this.tick);
  };

  private readonly tick = (time: number): void => {
    this.request = 0;
    const seconds = this.lastTime > 0 ? Math.min(0.1, (time - this.lastTime) / 1000) : 1 / 60;
    const moved = this.orbit.advance(seconds);
    this.lastTime = moved ? time : 0;
    if (moved) this.invalidate();
    this.draw();
  };

  private draw(): void {
    const { eye, target } = this.orbit.state;
    this.camera.position.set(...eye);
    this.camera.lookAt(...target);
    this.renderer.render(this.scene, this.camera);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.camera.aspect = (width || 1) / (height || 1);
    this.camera.updateProjectionMatrix();
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
    this.renderer.setSize(width || 1, height || 1, false);
    this.draw();
  }
}
