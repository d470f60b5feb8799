/**
 * The light of the stage: a photographer's studio that is calculated, not photographed. A fragment shader gives each direction
 * its radiance: a dark room, a large soft key light from above, a cool fill from the left, a narrow rim light from behind and a
 * faint floor. three.js filters it for each roughness (PMREM).
 */

import * as THREE from "three";

/** Of the lights, in radians: how far their edges fade. */
const blur = 0.02;

const fragmentShader = `
  varying vec3 direction;
  // A soft rectangle of light around a direction: width and height as sines of its half angles.
  float panel(vec3 d, vec3 toward, vec2 size, float softness) {
    vec3 z = normalize(toward);
    vec3 x = normalize(cross(vec3(0.0, 1.0, 0.001), z));
    vec3 y = cross(z, x);
    vec2 at = abs(vec2(dot(d, x), dot(d, y)));
    vec2 inside = 1.0 - smoothstep(size, size + softness, at);
    return dot(d, z) > 0.0 ? inside.x * inside.y : 0.0;
  }
  void main() {
    vec3 d = normalize(direction);
    float height = smoothstep(-0.25, 1.0, d.y);
    vec3 light = mix(vec3(0.045, 0.046, 0.050), vec3(0.20, 0.207, 0.225), height);
    // The floor returns a little of the key light.
    light += vec3(0.16, 0.155, 0.15) * smoothstep(-0.15, -0.9, d.y);
    light += vec3(5.2, 5.05, 4.8) * panel(d, vec3(0.75, 0.85, 0.45), vec2(0.38, 0.28), 0.22);
    light += vec3(0.85, 1.0, 1.25) * panel(d, vec3(-1.0, 0.28, 0.35), vec2(0.34, 0.55), 0.30);
    light += vec3(3.4, 3.35, 3.3) * panel(d, vec3(-0.55, 0.85, -0.85), vec2(0.16, 0.42), 0.14);
    light += vec3(1.5, 1.45, 1.4) * panel(d, vec3(1.0, 0.10, -0.45), vec2(0.10, 0.60), 0.14);
    gl_FragColor = vec4(light, 1.0);
  }`;

/** The caller disposes of the texture. */
export function studioEnvironment(renderer: THREE.WebGLRenderer): THREE.Texture {
  const scene = new THREE.Scene();
  const geometry = new THREE.SphereGeometry(10, 48, 24);
  const material = new THREE.ShaderMaterial({
    side: THREE.BackSide,
    depthWrite: false,
    toneMapped: false,
    vertexShader: `varying vec3 direction;
      void main() { direction = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader,
  });
  scene.add(new THREE.Mesh(geometry, material));
  const generator = new THREE.PMREMGenerator(renderer);
  const { texture } = generator.fromScene(scene, blur);
  generator.dispose();
  geometry.dispose();
  material.dispose();
  return texture;
}
