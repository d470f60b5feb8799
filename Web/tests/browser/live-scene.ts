/** A corner of a room in which the browser tests play the effects: bright and dark walls, a floor, and a box that hides what is behind it. */

import * as THREE from "three";
import { signal } from "../../src/reactive/signal.ts";
import { ParticleEffects } from "../../src/live/effects/effects-layer.ts";
import type { EffectDensity, EffectStyle } from "../../src/live/effects/styles.ts";

export interface Strip {
  style: EffectStyle;
  ages: readonly number[];
  id?: string;
  duration?: number;
  still?: boolean;
  density?: EffectDensity;
  /** Puts a box in front of the effect, which hides it. */
  hidden?: boolean;
}

interface RendererInfo {
  memory: { geometries: number };
  render: { calls: number };
  programs: unknown[] | null;
}

export class LiveScene {
  readonly density = signal<EffectDensity>("normal");
  readonly companions = new Map<string, [number, number, number]>();
  readonly effects: ParticleEffects;
  readonly renderer: THREE.WebGLRenderer;
  reduced = false;
  clock = 0;
  /** Frames that the effects asked for. */
  requests = 0;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(42, 1, 0.05, 50);
  private readonly box = new THREE.Mesh(
    new THREE.BoxGeometry(2.6, 3, 0.1),
    new THREE.MeshBasicMaterial({ color: 0x6b7a5a }),
  );

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(1);
    this.renderer.autoClear = false;
    // As the viewer does for the ceiling cut.
    this.renderer.clippingPlanes = [new THREE.Plane(new THREE.Vector3(0, -1, 0), 1e6)];
    const wall = (colour: number, width: number, x: number): void => {
      const mesh = new THREE.Mesh(new THREE.PlaneGeometry(width, 4), new THREE.MeshBasicMaterial({ color: colour }));
      mesh.position.set(x, 1, -1.6);
      this.scene.add(mesh);
    };
    wall(0xe6e1d8, 3, -1.5);
    wall(0x39424e, 3, 1.5);
    const floor = new THREE.Mesh(new THREE.PlaneGeometry(8, 8), new THREE.MeshBasicMaterial({ color: 0x8a6a4a }));
    floor.rotation.x = -Math.PI / 2;
    this.box.position.set(0, 0.8, 1.3);
    this.box.visible = false;
    this.scene.add(floor, this.box);
    this.camera.position.set(0, 1.5, 4.2);
    this.camera.lookAt(0, 1.05, 0);
    this.effects = new ParticleEffects({
      add: (object) => this.scene.add(object),
      remove: (object) => this.scene.remove(object),
      invalidate: () => this.requests += 1,
      companionPosition: (id) => this.companions.get(id) ?? null,
      surfaceBelow: () => 0,
      reducedMotion: () => this.reduced,
      density: this.density,
      now: () => this.clock,
    });
  }

  /** Draws one effect at several ages, side by side. */
  strip({ style, ages, id = "7-42", duration = 6, still = false, density = "normal", hidden = false }: Strip): void {
    const { renderer, effects } = this;
    const [width, height] = [300, 380];
    renderer.setSize(width * ages.length, height);
    renderer.clear();
    this.reduced = still;
    this.density.value = density;
    this.box.visible = hidden;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    ages.forEach((age, i) => {
      this.clock += 1e6; // ends what ran before
      effects.frame(0.016);
      effects.play({ id, style, position: [0, 0.55, 0], durationSeconds: duration, companion: null }, age);
      renderer.setViewport(i * width, 0, width, height);
      renderer.setScissor(i * width, 0, width, height);
      renderer.setScissorTest(true);
      renderer.clear();
      renderer.render(this.scene, this.camera);
    });
    renderer.setScissorTest(false);
  }

  /** One frame, `seconds` after the last. */
  draw(seconds: number): void {
    this.clock += 1000 * seconds;
    this.effects.frame(seconds);
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
  }

  /** What three.js has on the graphics processor. */
  get memory(): { geometries: number; programs: number; calls: number } {
    const { memory, render, programs } = (this.renderer as unknown as { info: RendererInfo }).info;
    return { geometries: memory.geometries, programs: programs?.length ?? 0, calls: render.calls };
  }

  /** The position of a running effect's object. */
  positionOf(index: number): number[] {
    const shown = this.scene.children.filter((child) => child instanceof THREE.Mesh && child.renderOrder > 0);
    return shown[index]?.position.toArray() ?? [];
  }
}
