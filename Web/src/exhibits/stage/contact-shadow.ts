/**
 * A soft shadow on the floor that darkens towards the points of contact. A camera below the floor looks up and records how near
 * the model is; the image is blurred twice and laid on the floor. It is drawn again only when the model has changed.
 */

import * as THREE from "three";
import type { Box } from "../../core/vectors.ts";

/** Of the image, in pixels. */
const resolution = 512;
/** The part of the model that casts it, as a fraction of its footprint's width: what is higher is too far away. */
const reach = 0.5;
/** Of the floor that is covered, as a multiple of the footprint. */
const margin = 1.7;
/** Of the widest blur, as a fraction of the image. */
const blurRadius = 0.035;
const darkness = 0.62;

const quadVertex = `varying vec2 at;
  void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`;
const blurFragment = `uniform sampler2D image; uniform vec2 span; varying vec2 at;
  void main() {
    float sum = 0.0, weights = 0.0;
    for (int i = -8; i <= 8; i++) {
      float x = float(i) / 8.0;
      float weight = exp(-3.0 * x * x);
      sum += weight * texture2D(image, at + span * x).a;
      weights += weight;
    }
    gl_FragColor = vec4(0.0, 0.0, 0.0, sum / weights);
  }`;

export class ContactShadow {
  /** On the floor; the stage adds it to its scene. */
  readonly object: THREE.Mesh;
  private readonly targets = [0, 1].map(() => new THREE.WebGLRenderTarget(resolution, resolution));
  private readonly camera = new THREE.OrthographicCamera(-0.5, 0.5, 0.5, -0.5, 0, 1);
  private readonly geometry = new THREE.PlaneGeometry(1, 1);
  private readonly material: THREE.MeshBasicMaterial;
  /** Writes how near a surface is to the floor. */
  private readonly depth = new THREE.ShaderMaterial({
    side: THREE.DoubleSide,
    vertexShader: `varying float depth;
      void main() {
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        depth = 0.5 + 0.5 * gl_Position.z;
      }`,
    fragmentShader: `varying float depth;
      void main() { float near = clamp(1.0 - depth, 0.0, 1.0); gl_FragColor = vec4(0.0, 0.0, 0.0, near * near); }`,
  });
  private readonly blur = new THREE.ShaderMaterial({
    uniforms: { image: { value: null }, span: { value: new THREE.Vector2() } },
    vertexShader: quadVertex,
    fragmentShader: blurFragment,
    depthTest: false,
    depthWrite: false,
  });
  private readonly quad = new THREE.Mesh(this.geometry, this.blur);

  constructor() {
    this.material = new THREE.MeshBasicMaterial({
      map: this.targets[0]!.texture,
      transparent: true,
      opacity: darkness,
      depthWrite: false,
      toneMapped: false,
    });
    this.object = new THREE.Mesh(this.geometry, this.material);
    this.object.rotation.x = -Math.PI / 2;
    this.object.renderOrder = -1;
    this.quad.geometry = new THREE.PlaneGeometry(2, 2);
  }

  /** Draws the shadow of a model with these bounds. */
  update(renderer: THREE.WebGLRenderer, model: THREE.Object3D, box: Box): void {
    const [width, depth] = [box.max[0] - box.min[0], box.max[2] - box.min[2]];
    const size = margin * Math.max(width, depth, 1e-3);
    const center: [number, number] = [(box.min[0] + box.max[0]) / 2, (box.min[2] + box.max[2]) / 2];
    this.object.position.set(center[0], box.min[1] - 0.0005 * size, center[1]);
    this.object.scale.set(size, size, 1);
    // Looks up: x of the image is x of the world, y of the image is −z, as on the plane of the floor.
    const { camera } = this;
    camera.position.set(center[0], box.min[1] - 0.002 * size, center[1]);
    camera.up.set(0, 0, -1);
    camera.lookAt(center[0], box.min[1] + 1, center[1]);
    camera.left = -size / 2;
    camera.right = size / 2;
    camera.top = size / 2;
    camera.bottom = -size / 2;
    camera.near = 0;
    camera.far = reach * size / margin;
    camera.updateProjectionMatrix();
    this.draw(renderer, model);
  }

  dispose(): void {
    for (const one of [...this.targets, this.geometry, this.quad.geometry, this.material, this.depth, this.blur]) {
      one.dispose();
    }
  }

  private draw(renderer: THREE.WebGLRenderer, model: THREE.Object3D): void {
    const [first, second] = this.targets as [THREE.WebGLRenderTarget, THREE.WebGLRenderTarget];
    const scene = new THREE.Scene();
    const { parent } = model;
    scene.add(model);
    scene.overrideMaterial = this.depth;
    const color = renderer.getClearColor(new THREE.Color());
    const alpha = renderer.getClearAlpha();
    renderer.setClearColor(0x000000, 0);
    renderer.setRenderTarget(first);
    renderer.clear();
    renderer.render(scene, this.camera);
    for (const factor of [1, 0.4]) {
      this.pass(renderer, first, second, blurRadius * factor, 0);
      this.pass(renderer, second, first, 0, blurRadius * factor);
    }
    renderer.setRenderTarget(null);
    renderer.setClearColor(color, alpha);
    if (parent) parent.add(model);
    else scene.remove(model);
  }

  private pass(
    renderer: THREE.WebGLRenderer,
    from: THREE.WebGLRenderTarget,
    to: THREE.WebGLRenderTarget,
    x: number,
    y: number,
  ): void {
    const { image, span } = this.blur.uniforms as { image: { value: unknown }; span: { value: THREE.Vector2 } };
    image.value = from.texture;
    span.value.set(x, y);
    renderer.setRenderTarget(to);
    renderer.clear();
    renderer.render(this.quad, this.camera);
  }
}
