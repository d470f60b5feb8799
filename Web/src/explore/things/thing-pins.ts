/** The pins of all things in one instanced mesh: billboards in a shape of their own. */

import * as THREE from "three";
import type { ThingPin } from "../sand-table.ts";
import { thingFragment, thingVertex } from "./thing-shader.ts";

export class ThingPins {
  readonly object: THREE.Mesh;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly material: THREE.ShaderMaterial;
  private readonly uniforms = {
    pixel: { value: 0.002 },
    hovered: { value: -1 },
    selected: { value: -1 },
    faint: { value: 1 },
    body: { value: new THREE.Color(0x7cc4ff) },
    outline: { value: new THREE.Color(0x0e1013) },
    accent: { value: new THREE.Color(0xffb454) },
  };

  constructor() {
    const corners = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
    this.geometry.setAttribute("position", new THREE.BufferAttribute(corners, 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.geometry.instanceCount = 0;
    this.material = new THREE.ShaderMaterial({
      uniforms: this.uniforms,
      vertexShader: thingVertex,
      fragmentShader: thingFragment,
      transparent: true,
      depthWrite: false,
      premultipliedAlpha: true,
    });
    this.object = new THREE.Mesh(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 5;
    this.object.visible = false;
  }

  get count(): number {
    return this.geometry.instanceCount;
  }

  set(things: readonly ThingPin[]): void {
    const places = new Float32Array(things.length * 3);
    things.forEach(({ position }, i) => places.set(position, 3 * i));
    this.geometry.setAttribute("place", new THREE.InstancedBufferAttribute(places, 3));
    this.geometry.instanceCount = things.length;
    this.object.visible = things.length > 0;
  }

  /** `pixel`: metres that a pixel is wide, at a metre's distance for a perspective camera. */
  setPixel(pixel: number): void {
    this.uniforms.pixel.value = pixel;
  }

  /** Numbers of things, −1 for none; `faint`: the opacity of the others. */
  mark({ hovered, selected, faint }: { hovered: number; selected: number; faint: number }): void {
    this.uniforms.hovered.value = hovered;
    this.uniforms.selected.value = selected;
    this.uniforms.faint.value = faint;
  }

  tint(body: string, outline: string, accent: string): void {
    this.uniforms.body.value.set(body);
    this.uniforms.outline.value.set(outline);
    this.uniforms.accent.value.set(accent);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
