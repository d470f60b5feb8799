/** A companion in the space: its model with the action at its phase; until the model has arrived, a plain figure in its place. */

import * as THREE from "three";
import type { Companion, LiveAction } from "../../core/live.ts";
import { cloneAnimated, type CompanionAsset, type CompanionModels } from "./companion-models.ts";
import { ContactShadow } from "./contact-shadow.ts";

/** Seconds of the transition between two actions. */
const blendTime = 0.2;
/** Metres a second from which a companion that is moved walks. */
const walkSpeed = 0.12;
/** Metres a second to which the steps of *walk* belong, about. */
const clipSpeed = 0.2;
/** A companion that is faster takes steps this much faster at most. */
const maxPace = 2;
/** Seconds for which it walks on after its last movement. */
const walkRest = 0.2;
/** Metres; of the figure that stands in for a model. */
const plainHeight = 0.36;
const plainRadius = 0.13;
const plainColors = [0xf2a33c, 0x4f9bea, 0x6cba4f, 0xe86fa4, 0x9b7bea, 0x2fb6a8];

/** How soon a companion has to be drawn again. */
export type Motion = "none" | "resting" | "fast";

export class CompanionFigure {
  readonly object = new THREE.Group();
  private readonly body = new THREE.Group();
  private readonly ring: THREE.Mesh;
  private readonly ringMaterial = new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.9, depthWrite: false });
  private readonly shadow = new ContactShadow();
  private readonly disposables: { dispose(): void }[] = [];
  private asset: CompanionAsset | null = null;
  private mixer: THREE.AnimationMixer | null = null;
  private readonly actions = new Map<string, THREE.AnimationAction>();
  private weights = new Map<string, number>();
  private isDisposed = false;
  private walkUntil = 0;
  private walked = 0;
  private readonly last = new THREE.Vector3(NaN, NaN, NaN);

  constructor(readonly model: number, models: CompanionModels, changed: () => void) {
    const circle = new THREE.RingGeometry(0.86, 1, 48).rotateX(-Math.PI / 2);
    this.ring = new THREE.Mesh(circle, this.ringMaterial);
    this.ring.position.y = 0.01;
    this.ring.visible = false;
    this.disposables.push(circle, this.ringMaterial, this.shadow);
    this.object.add(this.body, this.shadow.object, this.ring);
    this.shadow.resize(plainRadius);
    const ready = models.peek(model);
    if (ready) {
      this.use(ready);
      return;
    }
    this.addPlainFigure();
    models.load(model).then((asset) => {
      if (this.isDisposed) return;
      this.use(asset);
      changed();
    }, () => {}); // the plain figure stays
  }

  /** In metres, with the scale. */
  get height(): number {
    return (this.asset?.height ?? plainHeight) * this.object.scale.y;
  }

  get radius(): number {
    return (this.asset?.radius ?? plainRadius) * this.object.scale.x;
  }

  /** Whether its own model is shown. */
  get isComplete(): boolean {
    return this.asset !== null;
  }

  /**
   * Shows the companion as it is now. `seconds` since the last call; `isStill`: reduced motion, an idle companion doesn't move.
   */
  show(companion: Companion, seconds: number, now: number, isStill: boolean): Motion {
    const { position, rotation, scale } = companion;
    const moved = Math.hypot(position[0] - this.last.x, position[1] - this.last.y, position[2] - this.last.z);
    this.last.set(...position);
    if (seconds > 0 && moved / seconds > walkSpeed) this.walkUntil = now + 1000 * walkRest;
    this.object.position.set(...position);
    this.object.quaternion.set(...rotation);
    this.object.scale.setScalar(scale);
    const isWalking = companion.action === "idle" && now < this.walkUntil;
    const pace = seconds > 0 ? moved / seconds / clipSpeed : 1;
    this.walked = isWalking ? this.walked + seconds * Math.min(maxPace, Math.max(1, pace)) : 0;
    const clip: LiveAction = isWalking ? "walk" : companion.action;
    const isResting = clip === "idle" && isStill;
    this.animate(clip, isWalking ? this.walked : isResting ? 0 : phaseOf(companion), isResting ? 1 : seconds);
    if (moved > 0 || clip !== "idle" || this.isBlending) return "fast";
    return isResting ? "none" : "resting";
  }

  /** Whether the transition between two actions goes on. */
  private get isBlending(): boolean {
    return [...this.weights.values()].some((weight) => weight > 0 && weight < 1);
  }

  /** The ring of the selected companion; null: none. */
  mark(color: string | null): void {
    this.ring.visible = color !== null;
    if (color) this.ringMaterial.color.set(color);
    const radius = (this.asset?.radius ?? plainRadius) * 1.35;
    this.ring.scale.set(radius, 1, radius);
  }

  dispose(): void {
    this.isDisposed = true;
    this.mixer?.stopAllAction();
    for (const each of this.disposables) each.dispose();
  }

  private use(asset: CompanionAsset): void {
    this.asset = asset;
    const copy = cloneAnimated(asset.scene);
    this.body.clear();
    this.body.position.set(0, 0, 0);
    this.body.rotation.set(0, 0, 0);
    this.body.add(copy);
    this.shadow.resize(asset.radius);
    this.mixer = new THREE.AnimationMixer(copy);
    for (const clip of asset.clips) this.actions.set(clip.name, this.mixer.clipAction(clip)!);
    this.weights = new Map([["idle", 1]]);
  }

  /** Shows the clip at its phase, blended with the previous ones. */
  private animate(clip: LiveAction, phase: number, seconds: number): void {
    if (!this.mixer) return this.animatePlainFigure(clip, phase);
    const before = this.weights.get(clip) ?? 0;
    const reached = Math.min(1, before + seconds / blendTime);
    // The weights stay 1 together: what is missing would be the bind pose.
    const rest = before < 1 ? (1 - reached) / (1 - before) : 0;
    for (const [name, action] of this.actions) {
      const next = name === clip ? reached : (this.weights.get(name) ?? 0) * rest;
      this.weights.set(name, next);
      action.enabled = next > 0;
      if (next === 0) continue;
      if (!action.isRunning()) action.play();
      action.setEffectiveWeight(next);
      action.setEffectiveTimeScale(0);
      const { duration } = action.getClip();
      // One that fades out stays in the pose that it had.
      if (name === clip && duration > 0) action.time = phase % duration;
    }
    this.mixer.update(0);
  }

  private addPlainFigure(): void {
    const keep = <T extends { dispose(): void }>(thing: T): T => {
      this.disposables.push(thing);
      return thing;
    };
    const color = plainColors[this.model % plainColors.length]!;
    const skin = keep(new THREE.MeshLambertMaterial({ color }));
    const dark = keep(new THREE.MeshLambertMaterial({ color: 0x1d1a22 }));
    const body = new THREE.Mesh(keep(new THREE.SphereGeometry(1, 28, 20)), skin);
    body.scale.set(plainRadius, plainHeight / 2, plainRadius);
    body.position.y = plainHeight / 2;
    this.body.add(body);
    const eye = keep(new THREE.SphereGeometry(0.016, 12, 10));
    for (const side of [-1, 1]) {
      const mesh = new THREE.Mesh(eye, dark);
      mesh.position.set(0.045 * side, plainHeight * 0.66, plainRadius * 0.9);
      this.body.add(mesh);
    }
  }

  private animatePlainFigure(clip: LiveAction, phase: number): void {
    const isActive = clip !== "idle";
    this.body.position.y = isActive ? 0.05 * Math.abs(Math.sin(5 * phase)) : 0;
    this.body.rotation.y = clip === "twirl" ? 4 * phase : 0;
    this.body.rotation.z = isActive ? 0.12 * Math.sin(5 * phase) : 0.02 * Math.sin(1.6 * phase);
  }
}

/** Seconds within its animation. Each companion rests at a time of its own, equal for everyone: they don't blink together. */
function phaseOf({ id, action, phase }: Companion): number {
  if (action !== "idle") return phase;
  return phase + [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 997, 7) % 41 / 10;
}
