/** The edges of the scanned region, as glowing lines. */

import * as THREE from "three";
import { unseenEdgeSegments } from "./unseen-edge-segments.ts";

export interface UnseenEdges {
  object: THREE.Object3D;
  tint(colour: string): void;
  /** The size of the image in CSS pixels: lines keep their width on the screen. */
  fitTo(width: number, height: number): void;
  dispose(): void;
}

/** Width of the glow on the screen in CSS pixels; the line itself is a quarter of it. */
const glow = 9;

// Each segment is a rectangle that faces the camera. It is clipped at the near plane before it is projected.
const vertexShader = `
  attribute vec3 from; attribute vec3 to;
  uniform vec2 size; uniform float width;
  varying float across;
  #include <clipping_planes_pars_vertex>
  void main() {
    vec4 a = modelViewMatrix * vec4(from, 1.0);
    vec4 b = modelViewMatrix * vec4(to, 1.0);
    float near = -0.02;
    if (a.z > near && b.z < near) a = mix(a, b, (a.z - near) / (a.z - b.z));
    if (b.z > near && a.z < near) b = mix(b, a, (b.z - near) / (b.z - a.z));
    vec4 mvPosition = position.y < 0.5 ? a : b;
    #include <clipping_planes_vertex>
    vec4 start = projectionMatrix * a;
    vec4 end = projectionMatrix * b;
    vec2 along = (end.xy / end.w - start.xy / start.w) * size;
    along = length(along) > 0.0 ? normalize(along) : vec2(1.0, 0.0);
    // Half a width beyond each end, so that corners close.
    vec2 shift = vec2(-along.y, along.x) * position.x + along * (position.y * 2.0 - 1.0) * 0.25;
    gl_Position = position.y < 0.5 ? start : end;
    gl_Position.xy += shift * width / size * gl_Position.w;
    across = position.x;
  }`;

const fragmentShader = `
  uniform vec3 tint; uniform float strength;
  varying float across;
  #include <clipping_planes_pars_fragment>
  void main() {
    #include <clipping_planes_fragment>
    float core = 1.0 - smoothstep(0.18, 0.34, abs(across));
    float halo = 1.0 - abs(across);
    gl_FragColor = vec4(tint, strength * max(core, 0.38 * halo * halo));
    #include <colorspace_fragment>
  }`;

/** Drawn twice: bright where they are visible, faint where they are occluded. */
export function makeUnseenEdges(document: unknown): UnseenEdges {
  const segments = new THREE.InstancedInterleavedBuffer(unseenEdgeSegments(document), 6, 1);
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute([-1, 0, 0, 1, 0, 0, -1, 1, 0, 1, 1, 0], 3));
  geometry.setIndex([0, 1, 2, 2, 1, 3]);
  geometry.setAttribute("from", new THREE.InterleavedBufferAttribute(segments, 3, 0));
  geometry.setAttribute("to", new THREE.InterleavedBufferAttribute(segments, 3, 3));
  geometry.instanceCount = segments.count;
  const shared = {
    tint: { value: new THREE.Color(0) },
    size: { value: new THREE.Vector2(1, 1) },
    width: { value: glow },
  };
  const object = new THREE.Group();
  const materials = [{ strength: 0.3, depthTest: false }, { strength: 1, depthTest: true }].map((kind) =>
    new THREE.ShaderMaterial({
      uniforms: { ...shared, strength: { value: kind.strength } },
      vertexShader,
      fragmentShader,
      clipping: true,
      transparent: true,
      depthTest: kind.depthTest,
      depthWrite: false,
      side: THREE.DoubleSide,
    })
  );
  materials.forEach((material, i) => {
    const lines = new THREE.Mesh(geometry, material);
    lines.frustumCulled = false;
    lines.renderOrder = 1 + i;
    object.add(lines);
  });
  return {
    object,
    tint(colour): void {
      shared.tint.value.set(colour);
    },
    fitTo(width, height): void {
      shared.size.value.set(width, height);
    },
    dispose(): void {
      geometry.dispose();
      materials.forEach((material) => material.dispose());
    },
  };
}
