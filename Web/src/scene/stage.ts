/** Lights, and a faint disc on the ground. */

import * as THREE from "three";
import type { Box } from "./view.ts";

/** Scans contain the light of the place: these lights only make surfaces distinguishable. */
export function makeLights(): THREE.Group {
  return new StageLights().object;
}

/** The lights of scans, or those of physical materials, which get most of their light from the surroundings. */
export class StageLights {
  readonly object = new THREE.Group();
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0xb9b2aa, 0);
  private readonly lamp = new THREE.DirectionalLight(0xfff1dc, 0);

  constructor() {
    this.lamp.position.set(0.5, 1, 0.35);
    this.object.add(this.sky, this.lamp);
    this.adapt(false);
  }

  /** Intensities change, not the number of lights: shaders are compiled for that. */
  adapt(isPhysical: boolean): void {
    this.sky.intensity = isPhysical ? 0 : 0.86 * Math.PI;
    this.lamp.intensity = (isPhysical ? 0.3 : 0.22) * Math.PI;
  }
}

/**
 * The surroundings that physical materials reflect: a bright sky over a darker ground, with two soft panels. The
 * caller disposes of the texture.
 */
export function makeSurroundings(renderer: THREE.WebGLRenderer): THREE.Texture {
  const room = new THREE.Scene();
  const dome = new THREE.SphereGeometry(10, 32, 16);
  const heights = dome.getAttribute("position") as THREE.BufferAttribute;
  const colours = new Float32Array(3 * heights.count);
  const [ground, sky] = [new THREE.Color(0.3, 0.28, 0.26), new THREE.Color(0.7, 0.72, 0.75)];
  for (let i = 0; i < heights.count; i += 1) {
    const { r, g, b } = ground.clone().lerp(sky, THREE.MathUtils.smoothstep(heights.getY(i), -4, 7));
    colours.set([r, g, b], 3 * i);
  }
  dome.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  const sides = new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.BackSide });
  const panel = new THREE.PlaneGeometry(6, 4);
  const glow = new THREE.MeshBasicMaterial({ color: new THREE.Color(2.4, 2.35, 2.3), side: THREE.DoubleSide });
  room.add(new THREE.Mesh(dome, sides));
  for (const [x, y, z] of [[5, 6, 4], [-6, 5, -2]] as const) {
    const light = new THREE.Mesh(panel, glow);
    light.position.set(x, y, z);
    light.lookAt(0, 0, 0);
    room.add(light);
  }
  const { clippingPlanes } = renderer;
  renderer.clippingPlanes = [];
  const generator = new THREE.PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0.03);
  generator.dispose();
  renderer.clippingPlanes = clippingPlanes;
  for (const used of [dome, sides, panel, glow]) used.dispose();
  return texture;
}

export interface Ground {
  object: THREE.Object3D;
  place(box: Box, floor: number): void;
  tint(colour: string): void;
  show(visible: boolean): void;
  dispose(): void;
}

/** A disc below the model that fades out towards its edge. */
export function makeGround(): Ground {
  const geometry = new THREE.CircleGeometry(1, 96).rotateX(-Math.PI / 2);
  const material = new THREE.ShaderMaterial({
    uniforms: { tint: { value: new THREE.Color(0) } },
    transparent: true,
    depthWrite: false,
    vertexShader: `varying vec2 spot;
      void main() { spot = position.xz; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: `uniform vec3 tint; varying vec2 spot;
      void main() {
        float inside = clamp(1.0 - length(spot), 0.0, 1.0);
        gl_FragColor = vec4(tint, inside * inside * (3.0 - 2.0 * inside));
        #include <colorspace_fragment>
      }`,
  });
  const object = new THREE.Mesh(geometry, material);
  object.visible = false;
  let placed = false;
  return {
    object,
    place(box, floor): void {
      const width = box.max[0] - box.min[0];
      const depth = box.max[2] - box.min[2];
      const radius = 0.85 * Math.hypot(width, depth);
      object.position.set(
        (box.min[0] + box.max[0]) / 2,
        Math.min(floor, box.min[1]) - 0.01,
        (box.min[2] + box.max[2]) / 2,
      );
      object.scale.set(radius, 1, radius);
      placed = true;
    },
    tint(colour): void {
      (material.uniforms as { tint: { value: THREE.Color } }).tint.value.set(colour);
    },
    show(visible): void {
      object.visible = placed && visible;
    },
    dispose(): void {
      geometry.dispose();
      material.dispose();
    },
  };
}
