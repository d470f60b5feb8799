/** The splats as an object of the scene. */

import * as THREE from "three";
import type { SplatCamera } from "./inspection.ts";
import type { SortView, SplatInfo, SplatPiece } from "./messages.ts";
import { fragmentShader, vertexShader } from "./splat-shader.ts";
import { SplatTextures } from "./splat-textures.ts";

/** Nearer to a camera splats would fill the image; metres. */
const nearest = 0.1;
/** Orthographic cameras see what is behind them. */
const behind = -1e9;
const uncut = 1e9;

/** A uniform that other parts may share. */
interface Uniform {
  value: unknown;
}

export class SplatObject {
  readonly object = new THREE.Group();
  private readonly textures: SplatTextures;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly order: THREE.InstancedBufferAttribute;
  private readonly uniforms: Record<string, Uniform>;
  private readonly blended: THREE.Mesh;
  private readonly solid: THREE.Mesh;

  /** Called before each frame with the view that it is drawn in. */
  onView: (view: SortView, camera: SplatCamera) => void = () => {};

  constructor(info: SplatInfo) {
    this.textures = new SplatTextures(info);
    this.uniforms = this.makeUniforms();
    this.order = new THREE.InstancedBufferAttribute(new Uint32Array(info.capacity), 1);
    this.order.setUsage(THREE.DynamicDrawUsage);
    const corners = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
    this.geometry.setAttribute("position", new THREE.BufferAttribute(corners, 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.geometry.setAttribute("splat", this.order);
    this.geometry.instanceCount = 0;
    // After the ground, before all else that is translucent. What is opaque is drawn before, and hides what is behind it.
    this.blended = this.makeMesh(this.makeMaterial(info.degree, false), 0.4);
    this.solid = this.makeMesh(this.makeMaterial(0, true), 0.5);
    this.solid.visible = false;
    this.object.add(this.blended, this.solid);
  }

  add(piece: SplatPiece): void {
    this.textures.write(piece);
  }

  /** The splats to draw, the farthest first. */
  setOrder(order: Uint32Array): void {
    (this.order.array as Uint32Array).set(order);
    this.order.clearUpdateRanges();
    this.order.addUpdateRange(0, order.length);
    this.order.needsUpdate = order.length > 0;
    this.geometry.instanceCount = order.length;
  }

  /** How many splats are drawn. */
  get drawn(): number {
    return this.geometry.instanceCount;
  }

  /** Above this height in metres nothing is drawn. */
  setCut(height: number): void {
    this.uniforms.cutHeight!.value = Math.min(height, uncut);
  }

  /** Whether splats hide what is drawn after them: markers and labels of the sand table. */
  setHiding(hides: boolean): void {
    this.solid.visible = hides;
  }

  dispose(): void {
    this.geometry.dispose();
    for (const mesh of [this.blended, this.solid]) (mesh.material as THREE.Material).dispose();
    this.textures.dispose();
  }

  private makeUniforms(): Record<string, Uniform> {
    const { places, pairs, bands } = this.textures;
    return {
      viewport: { value: new THREE.Vector4() },
      nearest: { value: nearest },
      cutHeight: { value: uncut },
      places: { value: places },
      pairs: { value: pairs },
      bands: { value: bands },
      // Without a sand table nothing is cut, and the air is clear.
      dioCut: { value: new THREE.Vector2(uncut, 0.15) },
      dioFocus: { value: new THREE.Vector3() },
      dioWallDirection: { value: new THREE.Vector3(0, 0, 1) },
      dioWall: { value: new THREE.Vector4(1, 2, 0, 1) },
      dioWallStrength: { value: 0 },
      dioLight: { value: new THREE.Color(1, 1, 1) },
      dioHaze: { value: new THREE.Vector4(0, 0, 0, 0) },
      dioTone: { value: new THREE.Vector2(1, 6) },
    };
  }

  /** `isSolid`: writes the depth of what is mostly opaque instead of colours. */
  private makeMaterial(degree: number, isSolid: boolean): THREE.RawShaderMaterial {
    return new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      defines: { DEGREE: degree, LEAST_ALPHA: isSolid ? "0.5" : "(1.0 / 255.0)" },
      uniforms: this.uniforms,
      vertexShader,
      fragmentShader,
      transparent: true,
      depthWrite: isSolid,
      colorWrite: !isSolid,
      blending: THREE.CustomBlending,
      blendSrc: THREE.OneFactor,
      blendDst: THREE.OneMinusSrcAlphaFactor,
    });
  }

  private makeMesh(material: THREE.RawShaderMaterial, renderOrder: number): THREE.Mesh {
    const mesh = new THREE.Mesh(this.geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = renderOrder;
    mesh.onBeforeRender = (renderer?: THREE.WebGLRenderer, _scene?: THREE.Scene, camera?: THREE.Camera): void => {
      if (!renderer || !camera) return;
      const viewport = new THREE.Vector4();
      // Its comment in three.js names another type.
      renderer.getCurrentViewport(viewport as unknown as THREE.Vector2);
      const { z: width, w: height } = viewport;
      (this.uniforms.viewport!.value as THREE.Vector4).set(width, height, width / 2, height / 2);
      material.uniformsNeedUpdate = true;
      if (mesh === this.blended) this.onView(...viewOf(mesh, camera));
    };
    return mesh;
  }
}

/** The row of the matrix that gives a splat's depth in front of the camera. */
function viewOf(mesh: THREE.Object3D, camera: THREE.Camera): [SortView, SplatCamera] {
  const matrix = new THREE.Matrix4().multiplyMatrices(camera.matrixWorldInverse, mesh.matrixWorld);
  const e = matrix.elements as number[];
  const projection = [...camera.projectionMatrix.elements as number[]];
  const isPerspective = projection[11] !== 0;
  const view: SortView = {
    depth: [-e[2]!, -e[6]!, -e[10]!, -e[14]!],
    near: isPerspective ? nearest : behind,
    isPerspective,
  };
  return [view, { view: [...e], projection }];
}
