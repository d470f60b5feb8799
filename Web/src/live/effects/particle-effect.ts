/** One effect in the scene: instanced quads in one draw call, which the shaders place by the effect's age. */

import * as THREE from "three";
import type { LiveEffect } from "../interfaces.ts";
import { effectFragment, effectVertex } from "./shared-shader.ts";
import { styleShaders } from "./style-shaders.ts";
import {
  type EffectDensity,
  type EffectStyle,
  effectTiming,
  particleCount,
  seedOf,
  stillOpacity,
  styleParameters,
} from "./styles.ts";

/** After the cues of memories. */
const renderOrder = 8;
/** Where no surface is known below an effect: too low to be reached. */
const noFloor = -1e3;
const corners = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);

/** The inputs of the shaders; shared-shader.ts says what they mean. */
class EffectUniforms {
  readonly seed = { value: 0 };
  readonly age = { value: 0 };
  readonly life = { value: 1 };
  readonly spread = { value: 0 };
  readonly duration = { value: 1 };
  readonly pace = { value: 1 };
  readonly still = { value: 0 };
  readonly floorHeight = { value: noFloor };
  readonly pixel = { value: new THREE.Vector2() };
  readonly opacity = { value: 1 };
}

/** A material for effects of a style. All of one style share the compiled program. */
export function effectMaterial(style: EffectStyle, uniforms = new EffectUniforms()): THREE.ShaderMaterial {
  const shader = styleShaders[style];
  return new THREE.ShaderMaterial({
    uniforms: { ...uniforms },
    vertexShader: effectVertex(shader.motion),
    fragmentShader: effectFragment(shader.shape),
    transparent: true,
    depthWrite: false, // the scan's depth hides particles, and particles hide nothing
    side: THREE.DoubleSide,
    forceSinglePass: true, // one draw call for both sides
    blending: THREE.CustomBlending,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneMinusSrcAlphaFactor,
  });
}

export class ParticleEffect {
  readonly object: THREE.Mesh;
  /** The companion that it follows. */
  readonly companion: string | null;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly uniforms = new EffectUniforms();
  private readonly material: THREE.ShaderMaterial;
  private readonly duration: number;
  private readonly style: EffectStyle;

  /** `floorHeight`: of the surface below the effect's position, relative to it. */
  constructor(effect: LiveEffect, floorHeight: number | null) {
    const { style, durationSeconds } = effect;
    const { geometry, uniforms } = this;
    this.style = style;
    this.duration = durationSeconds;
    this.companion = effect.companion;
    geometry.setAttribute("position", new THREE.BufferAttribute(corners, 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const { radius, center } = styleParameters[style];
    geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(0, center, 0), radius);
    this.material = effectMaterial(style, uniforms);
    const timing = effectTiming(style, durationSeconds);
    uniforms.seed.value = seedOf(effect.id);
    uniforms.life.value = timing.life;
    uniforms.spread.value = timing.spread;
    uniforms.pace.value = timing.pace;
    uniforms.duration.value = durationSeconds;
    uniforms.floorHeight.value = floorHeight ?? noFloor;
    this.object = new THREE.Mesh(geometry, this.material);
    this.object.position.set(...effect.position);
    this.object.renderOrder = renderOrder;
    this.object.onBeforeRender = (renderer, _scene, camera): void => {
      if (renderer && camera) setPixelSize(uniforms.pixel.value, renderer, camera);
    };
  }

  hasEnded(age: number): boolean {
    return age >= this.duration;
  }

  /** Shows the effect at an age in seconds. */
  update(age: number, density: EffectDensity, isStill: boolean): void {
    const { geometry, uniforms } = this;
    geometry.instanceCount = particleCount(this.style, density, isStill);
    this.object.visible = geometry.instanceCount > 0;
    uniforms.age.value = age;
    uniforms.still.value = isStill ? 1 : 0;
    uniforms.opacity.value = isStill ? stillOpacity(age, this.duration) : 1;
  }

  /** Moves towards a point, the whole way within about a third of a second. */
  follow(point: readonly [number, number, number], seconds: number): void {
    const part = 1 - Math.exp(-seconds / 0.1);
    this.object.position.lerp(new THREE.Vector3(...point), part);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}

const bufferSize = new THREE.Vector2();

/** The height of a pixel in metres: the same everywhere for an orthographic camera, growing with distance for another. */
function setPixelSize(pixel: THREE.Vector2, renderer: THREE.WebGLRenderer, camera: THREE.Camera): void {
  const { y: height } = renderer.getDrawingBufferSize(bufferSize);
  const metres = 2 / (Math.max(1e-6, camera.projectionMatrix.elements[5]!) * Math.max(1, height));
  if (camera instanceof THREE.OrthographicCamera) pixel.set(metres, 0);
  else pixel.set(0, metres);
}
