/** Lights, and a faint disc on the ground. */

import * as THREE from "three";
import type { Box } from "./view.ts";

/** Scans contain the light of the place: these lights only make surfaces distinguishable. */
export function makeLights(): THREE.Group {
  const lights = new THREE.Group();
  const sky = new THREE.HemisphereLight(0xffffff, 0xb9b2aa, 0.86 * Math.PI);
  const lamp = new THREE.DirectionalLight(0xfff1dc, 0.22 * Math.PI);
  lamp.position.set(0.5, 1, 0.35);
  lights.add(sky, lamp);
  return lights;
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
