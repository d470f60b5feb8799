/**
 * Cuts the space open by the core's parameters: everything above a height, near walls above their foot. The edge is dithered,
 * so that it is soft without sorting. The same shader patch applies the atmosphere.
 */

import type * as THREE from "three";
import { Color, Vector2, Vector3, Vector4 } from "three";
import type { Vec3 } from "../../scene/view.ts";
import type { Atmosphere } from "../atmosphere/atmosphere.ts";

/** The core's parameters; metres, world coordinates. */
export interface CutParameters {
  /** The height above which nothing is drawn. */
  height: number;
  /** The metres below it over which it fades. */
  softness: number;
  /** Horizontal, towards the camera: walls on this side of the focus fade. */
  wallDirection: Vec3;
  focus: Vec3;
  /** Where along that direction they begin to fade, and where they are invisible. */
  wallFrom: number;
  wallTo: number;
  /** The heights between which the fading starts: the foot of a wall stays. */
  wallLow: number;
  wallHigh: number;
  /** 0 to 1. */
  wallStrength: number;
}

const fragmentDeclarations = /* glsl */ `
  varying vec3 dioPosition;
  varying vec3 dioNormal;
  uniform vec2 dioCut; // height, softness
  uniform vec3 dioFocus;
  uniform vec3 dioWallDirection;
  uniform vec4 dioWall; // from, to, low, high
  uniform float dioWallStrength;
  uniform vec3 dioLight;
  uniform vec4 dioHaze; // colour, density
  uniform vec2 dioTone; // saturation, clear radius

  // Interleaved gradient noise (Jimenez 2014): an even dither.
  float dioNoise(vec2 at) { return fract(52.9829189 * fract(dot(at, vec2(0.06711056, 0.00583715)))); }

  float dioOpenness() {
    float above = smoothstep(dioCut.x - dioCut.y, dioCut.x, dioPosition.y);
    float near = smoothstep(dioWall.x, dioWall.y, dot(dioPosition - dioFocus, dioWallDirection));
    float high = smoothstep(dioWall.z, dioWall.w, dioPosition.y);
    float upright = 1.0 - smoothstep(0.5, 0.7, abs(dioNormal.y) / max(length(dioNormal), 1e-4));
    return max(above, near * high * upright * dioWallStrength);
  }
`;

const discard = /* glsl */ `
  if (dioOpenness() > dioNoise(gl_FragCoord.xy) * 0.98 + 0.01) discard;
`;

const tint = /* glsl */ `
  float dioGrey = dot(gl_FragColor.rgb, vec3(0.2126, 0.7152, 0.0722));
  gl_FragColor.rgb = max(mix(vec3(dioGrey), gl_FragColor.rgb, dioTone.x), 0.0) * dioLight;
  float dioFar = distance(dioPosition.xz, dioFocus.xz);
  gl_FragColor.rgb = mix(gl_FragColor.rgb, dioHaze.rgb, dioHaze.a * smoothstep(dioTone.y, dioTone.y * 3.0, dioFar));
`;

/** The object that three.js passes before it compiles a material. */
interface Shader {
  uniforms: Record<string, unknown>;
  vertexShader: string;
  fragmentShader: string;
}

interface Woven {
  onBeforeCompile: (shader: Shader) => void;
  customProgramCacheKey: () => string;
  needsUpdate: boolean;
}

const nowhere = 1e6;

export class Cutaway {
  private readonly uniforms = {
    dioCut: { value: new Vector2(nowhere, 0.15) },
    dioFocus: { value: new Vector3() },
    dioWallDirection: { value: new Vector3(0, 0, 1) },
    dioWall: { value: new Vector4(1, 2, 0, 1) },
    dioWallStrength: { value: 0 },
    dioLight: { value: new Color(1, 1, 1) },
    dioHaze: { value: new Vector4(0, 0, 0, 0) },
    dioTone: { value: new Vector2(1, 6) },
  };

  /** Of the space's colours: 1 unchanged, 0 grey. */
  get saturation(): number {
    return this.uniforms.dioTone.value.x;
  }
  private readonly patched = new WeakSet<Woven>();

  /** Adds the cut to all materials below `object`, once to each. */
  patch(object: THREE.Object3D): void {
    object.traverse((node: THREE.Object3D) => {
      const material = (node as unknown as { material?: Woven }).material;
      if (!material || this.patched.has(material)) return;
      this.patched.add(material);
      material.onBeforeCompile = (shader: Shader): void => this.weave(shader);
      material.customProgramCacheKey = (): string => "diorama-cutaway";
      material.needsUpdate = true;
    });
  }

  cut(cut: CutParameters): void {
    const u = this.uniforms;
    u.dioCut.value.set(cut.height, Math.max(1e-3, cut.softness));
    u.dioFocus.value.set(...cut.focus);
    u.dioWallDirection.value.set(...cut.wallDirection);
    u.dioWall.value.set(cut.wallFrom, cut.wallTo, cut.wallLow, cut.wallHigh);
    u.dioWallStrength.value = cut.wallStrength;
  }

  setAtmosphere(air: Atmosphere): void {
    const u = this.uniforms;
    u.dioLight.value.setRGB(...air.light);
    u.dioHaze.value.set(...air.haze, air.density);
    u.dioTone.value.set(air.saturation, air.clear);
  }

  /** Removes the cut and the atmosphere. */
  reset(): void {
    const u = this.uniforms;
    u.dioCut.value.x = nowhere;
    u.dioWallStrength.value = 0;
    u.dioLight.value.setRGB(1, 1, 1);
    u.dioHaze.value.w = 0;
    u.dioTone.value.x = 1;
  }

  private weave(shader: Shader): void {
    Object.assign(shader.uniforms, this.uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\n varying vec3 dioPosition;\n varying vec3 dioNormal;\n")
      .replace(
        "#include <project_vertex>",
        // Points have no normals: zero.
        "#include <project_vertex>\n dioPosition = (modelMatrix * vec4(transformed, 1.0)).xyz;\n" +
          " dioNormal = mat3(modelMatrix) * normal;\n",
      );
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${fragmentDeclarations}`)
      .replace("#include <clipping_planes_fragment>", `#include <clipping_planes_fragment>\n${discard}`)
      .replace("#include <opaque_fragment>", `#include <opaque_fragment>\n${tint}`);
  }
}
