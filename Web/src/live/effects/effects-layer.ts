/** All effects that are shown in a space. It removes each when it ends. */

import type { Object3D } from "three";
import * as THREE from "three";
import { effect, type ReadonlySignal } from "../../reactive/signal.ts";
import type { EffectsLayer, LiveEffect } from "../interfaces.ts";
import { effectMaterial, ParticleEffect } from "./particle-effect.ts";
import { type EffectDensity, effectStyles } from "./styles.ts";

/** At most so many effects are shown; a further one replaces the oldest. */
export const maxEffects = 24;

/** What effects need of the page. */
export interface EffectsScene {
  add(object: Object3D): void;
  remove(object: Object3D): void;
  /** Requests a frame. */
  invalidate(): void;
  /** Where a companion is now; null where it is unknown: its effects stay where they are. */
  companionPosition(id: string): readonly [number, number, number] | null;
  /** The height of the surface below a point: confetti and snow settle there. Null where there is none. */
  surfaceBelow(point: readonly [number, number, number]): number | null;
  reducedMotion(): boolean;
  density: ReadonlySignal<EffectDensity>;
  /** Milliseconds; by default those of `performance`. */
  now?: () => number;
}

interface RunningEffect {
  shown: ParticleEffect;
  startedAt: number;
}

export class ParticleEffects implements EffectsLayer {
  private readonly running = new Map<string, RunningEffect>();
  private readonly controller = new AbortController();
  private readonly prepared = new THREE.Group();
  private readonly preparedGeometry = new THREE.BufferGeometry();
  private readonly now: () => number;

  constructor(private readonly scene: EffectsScene) {
    this.now = scene.now ?? ((): number => performance.now());
    // Hidden meshes with one material of each style: with them `Viewer.prepare` compiles the programs, and they stay compiled.
    this.prepared.visible = false;
    for (const style of effectStyles) this.prepared.add(new THREE.Mesh(this.preparedGeometry, effectMaterial(style)));
    scene.add(this.prepared);
    effect(() => {
      void scene.density.value;
      if (this.running.size > 0) this.frame(0);
    }, this.controller.signal);
  }

  /** The number of effects that are running. */
  get count(): number {
    return this.running.size;
  }

  /** Starts an effect that began `ageSeconds` ago. One that runs already, or has ended, is not started again. */
  play(effect: LiveEffect, ageSeconds: number): void {
    if (this.controller.signal.aborted || this.running.has(effect.id)) return;
    const age = Math.max(0, ageSeconds);
    if (!(age < effect.durationSeconds)) return;
    while (this.running.size >= maxEffects) this.end(this.running.keys().next().value!);
    const at = (effect.companion === null ? null : this.scene.companionPosition(effect.companion)) ?? effect.position;
    const surface = this.scene.surfaceBelow(at);
    const shown = new ParticleEffect({ ...effect, position: [...at] }, surface === null ? null : surface - at[1]);
    this.running.set(effect.id, { shown, startedAt: this.now() - 1000 * age });
    shown.update(age, this.scene.density.peek(), this.scene.reducedMotion());
    this.scene.add(shown.object);
    this.scene.invalidate();
  }

  /**
   * Called before each frame with the seconds since the last one. The age of effects follows the clock, so that they end in time
   * also where no frames are drawn meanwhile, as in a hidden tab. Requests the next frame while an effect runs.
   */
  frame(seconds: number): void {
    if (this.running.size === 0) return;
    const now = this.now();
    const density = this.scene.density.peek();
    const isStill = this.scene.reducedMotion();
    for (const [id, { shown, startedAt }] of this.running) {
      const age = (now - startedAt) / 1000;
      if (shown.hasEnded(age)) {
        this.end(id);
        continue;
      }
      const target = shown.companion === null ? null : this.scene.companionPosition(shown.companion);
      if (target) shown.follow(target, seconds);
      shown.update(age, density, isStill);
    }
    this.scene.invalidate();
  }

  dispose(): void {
    this.controller.abort();
    for (const id of [...this.running.keys()]) this.end(id);
    this.scene.remove(this.prepared);
    this.preparedGeometry.dispose();
    for (const mesh of this.prepared.children) ((mesh as THREE.Mesh).material as THREE.Material).dispose();
    this.prepared.clear();
    this.scene.invalidate();
  }

  private end(id: string): void {
    const entry = this.running.get(id);
    if (!entry) return;
    this.running.delete(id);
    this.scene.remove(entry.shown.object);
    entry.shown.dispose();
  }
}
