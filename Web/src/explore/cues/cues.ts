/**
 * The cues of all memories in one instanced mesh: billboards that glow, each in the shape and hue of its mood. They pulse softly by
 * a clock in the shader, so that still ones cost nothing; how strong each is comes from the core.
 */

import * as THREE from "three";
import type { Pin } from "../sand-table.ts";
import { moodIndex } from "../../ui/moods.ts";
import { cueFragment, cueVertex } from "./cue-shader.ts";

/** The numbers of the core for each cue: strength, hue, size, ripple. */
export const cueStride = 4;

export class Cues {
  readonly object: THREE.Mesh;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly material: THREE.ShaderMaterial;
  private readonly uniforms = {
    time: { value: 0 },
    pixel: { value: 0.002 },
    hues: { value: Array.from({ length: 7 }, () => new THREE.Color(1, 0.7, 0.33)) },
    highlight: { value: -1 },
    outward: { value: new THREE.Color(0, 0, 0) },
    faint: { value: 1 },
  };
  private states: THREE.InstancedBufferAttribute | null = null;
  private found: THREE.InstancedBufferAttribute | null = null;

  constructor() {
    const corners = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
    this.geometry.setAttribute("position", new THREE.BufferAttribute(corners, 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.geometry.instanceCount = 0;
    this.material = new THREE.ShaderMaterial({
      uniforms: this.uniforms,
      vertexShader: cueVertex,
      fragmentShader: cueFragment,
      transparent: true,
      depthWrite: false,
      premultipliedAlpha: true,
    });
    this.object = new THREE.Mesh(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 5;
  }

  get count(): number {
    return this.geometry.instanceCount;
  }

  /** Replaces all cues. */
  set(pins: readonly Pin[], isFound: (id: string) => boolean): void {
    const places = new Float32Array(pins.length * 3);
    const marks = new Float32Array(pins.length * 2);
    pins.forEach((pin, i) => {
      places.set(pin.position, 3 * i);
      const mood = moodIndex(pin.mood);
      marks[2 * i] = mood < 0 ? 6 : mood;
      marks[2 * i + 1] = isFound(pin.id) ? 1 : 0;
    });
    this.states = new THREE.InstancedBufferAttribute(new Float32Array(pins.length * cueStride).fill(0.5), cueStride);
    this.states.setUsage(THREE.DynamicDrawUsage);
    this.found = new THREE.InstancedBufferAttribute(marks, 2);
    this.geometry.setAttribute("place", new THREE.InstancedBufferAttribute(places, 3));
    this.geometry.setAttribute("mark", this.found);
    this.geometry.setAttribute("cue", this.states);
    this.geometry.instanceCount = pins.length;
    this.object.visible = pins.length > 0;
  }

  markFound(indices: ArrayLike<number>): void {
    if (!this.found || indices.length === 0) return;
    const marks = this.found.array as Float32Array;
    for (let i = 0; i < indices.length; i += 1) marks[2 * indices[i]! + 1] = 1;
    this.found.needsUpdate = true;
  }

  /** Updates the cues from the core's numbers, four each. */
  take(values: Float32Array): void {
    if (!this.states || values.length !== this.states.array.length) return;
    (this.states.array as Float32Array).set(values);
    this.states.needsUpdate = true;
  }

  /** `pixel`: metres that a pixel is wide, at a metre's distance for a perspective camera. */
  animate(seconds: number, pixel: number, highlight: number): void {
    this.uniforms.time.value = seconds;
    this.uniforms.pixel.value = pixel;
    this.uniforms.highlight.value = highlight;
  }

  /** Faint while a memory is open. */
  fade(faint: number): void {
    this.uniforms.faint.value = faint;
  }

  /** Hues of the six moods and of none, from CSS, and the colour of the outline. */
  tint(hues: readonly string[], outline: string): void {
    hues.forEach((hue, i) => this.uniforms.hues.value[i]?.set(hue));
    this.uniforms.outward.value.set(outline);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
