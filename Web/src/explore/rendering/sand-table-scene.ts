/** Everything that the sand table draws beside the space itself, and its cameras, from the state of the core. */

import * as THREE from "three";
import type { CameraState, Exploration } from "../../core/core.ts";
import type { Vec3 } from "../../scene/view.ts";
import type { Frame } from "../../scene/view.ts";
import { ThingPins } from "../things/thing-pins.ts";
import { Avatar } from "./avatar.ts";
import { Cues } from "../cues/cues.ts";
import { Cutaway } from "./cutaway.ts";
import { Markers } from "./markers.ts";
import { moods } from "../../ui/moods.ts";
import { Screens } from "./screens.ts";

/** Nearer than this the avatar would fill the image. */
const lensRoom = 1.1;

export class SandTableScene {
  readonly object = new THREE.Group();
  readonly avatar = new Avatar();
  readonly cues = new Cues();
  readonly cutaway = new Cutaway();
  readonly things = new ThingPins();
  readonly markers = new Markers();
  readonly screens: Screens;
  private readonly perspective = new THREE.PerspectiveCamera();
  private readonly parallel = new THREE.OrthographicCamera();
  private now: THREE.PerspectiveCamera | THREE.OrthographicCamera = this.perspective;
  private clock = 0;
  private cuesVersion = -1;
  private moodHues: string[] = [];
  private accent = "#ffb454";

  constructor(changed: () => void) {
    this.screens = new Screens(changed);
    const parts = [this.avatar, this.cues, this.things, this.markers, this.screens];
    for (const { object } of parts) this.object.add(object);
  }

  get camera(): THREE.PerspectiveCamera | THREE.OrthographicCamera {
    return this.now;
  }

  /** Colours of the page. */
  tint(style: CSSStyleDeclaration): void {
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    this.accent = colour("--accent");
    this.moodHues = moods.map((mood) => colour(`--mood-${mood}`));
    this.cues.tint([...this.moodHues, this.accent], colour("--cue-outline"));
    this.things.tint(colour("--info"), colour("--cue-outline"), this.accent);
    this.avatar.tint(this.accent);
    this.markers.tint(this.accent, colour("--text"));
    this.screens.tint(colour("--surface"));
  }

  hueOf(mood: number): string {
    return this.moodHues[mood] ?? this.accent;
  }

  /** `calm`: without animation, for reduced motion. */
  apply(exploration: Exploration, frame: Frame, seconds: number, calm: boolean, highlight: number): void {
    const { state } = exploration;
    const { camera, avatar, cut } = state;
    this.aim(camera, frame);
    this.cutaway.cut(cut);
    this.avatar.place(avatar.position, avatar.heading, avatar.speed, seconds, calm);
    const chest: Vec3 = [avatar.position[0], avatar.position[1] + 1.2, avatar.position[2]];
    this.avatar.show(Math.hypot(...camera.position.map((value, i) => value - chest[i]!)) > lensRoom);
    if (!calm) this.clock += seconds;
    const pixel = camera.orthographicHeight > 0
      ? camera.orthographicHeight / frame.height
      : 2 * Math.tan(camera.fov / 2) / frame.height;
    if (state.cuesVersion !== this.cuesVersion) {
      this.cuesVersion = state.cuesVersion;
      this.cues.take(exploration.cues);
    }
    this.cues.animate(this.clock, pixel, highlight);
    this.things.setPixel(pixel);
  }

  /** The point on the canvas, in CSS pixels from its top left; null behind the camera. */
  project(point: Vec3, frame: Frame): { x: number; y: number } | null {
    const spot = new THREE.Vector3(...point).project(this.now);
    if (spot.z < -1 || spot.z > 1) return null;
    return { x: (spot.x + 1) / 2 * frame.width, y: (1 - spot.y) / 2 * frame.height };
  }

  /** The ray through a point of the canvas: origin and unit direction. */
  ray(x: number, y: number, frame: Frame): { origin: Vec3; direction: Vec3 } {
    const at = (depth: number): THREE.Vector3 =>
      new THREE.Vector3(2 * x / frame.width - 1, 1 - 2 * y / frame.height, depth).unproject(this.now);
    const from = at(-1);
    const way = at(0.5).sub(from).normalize();
    return { origin: [from.x, from.y, from.z], direction: [way.x, way.y, way.z] };
  }

  dispose(): void {
    for (const part of [this.avatar, this.cues, this.things, this.markers, this.screens]) part.dispose();
  }

  private aim(camera: CameraState, frame: Frame): void {
    const aspect = frame.width / frame.height;
    if (camera.orthographicHeight > 0) {
      const half = camera.orthographicHeight / 2;
      Object.assign(this.parallel, { top: half, bottom: -half, left: -half * aspect, right: half * aspect });
      this.now = this.parallel;
    } else {
      this.perspective.fov = camera.fov * 180 / Math.PI;
      this.perspective.aspect = aspect;
      this.now = this.perspective;
    }
    this.now.near = camera.near;
    this.now.far = camera.far;
    this.now.position.set(...camera.position);
    this.now.quaternion.set(...camera.rotation);
    // As the viewer draws it: covered edges move the centre.
    this.now.setViewOffset(frame.width, frame.height, 0, (frame.bottom - frame.top) / 2, frame.width, frame.height);
    this.now.updateMatrixWorld();
  }
}
