/** The avatar: a small cloaked figure with a lamp, its soft shadow, and the ring that spreads from it near a memory. */

import * as THREE from "three";
import type { Vec3 } from "../../scene/view.ts";

const height = 1.6; // metres
const stride = 5.2; // steps per second while walking

export class Avatar {
  readonly object = new THREE.Group();
  private readonly figure = new THREE.Group();
  private readonly shadow: THREE.Mesh;
  private readonly ripple: THREE.Mesh;
  private readonly rippleUniforms = {
    phase: { value: 0 },
    strength: { value: 0 },
    tint: { value: new THREE.Color(1, 0.7, 0.3) },
  };
  private readonly lamp: THREE.MeshBasicMaterial;
  private readonly cloak: THREE.MeshLambertMaterial;
  private readonly behind: THREE.MeshBasicMaterial;
  private readonly disposables: { dispose(): void }[] = [];
  private step = 0;

  constructor() {
    // Half of the figure's outline, from its hem to the top of its hood, turned around the upright axis.
    const outline = [[0, 0], [0.25, 0.0], [0.27, 0.03], [0.235, 0.25], [0.19, 0.6], [0.165, 0.9], [0.185, 1.08], [
      0.16,
      1.2,
    ], [0.085, 1.27]];
    const body = this.keep(new THREE.LatheGeometry(outline.map(([x, y]) => new THREE.Vector2(x, y)), 28));
    const head = this.keep(new THREE.SphereGeometry(0.145, 24, 18).translate(0, 1.41, 0));
    const arm = this.keep(new THREE.CapsuleGeometry(0.045, 0.26, 4, 10).rotateX(1.1).translate(0.19, 0.98, -0.15));
    const light = this.keep(new THREE.SphereGeometry(0.075, 16, 12).translate(0.2, 0.86, -0.33));
    this.cloak = this.keep(new THREE.MeshLambertMaterial({ color: 0xe9e2d6 }));
    const skin = this.keep(new THREE.MeshLambertMaterial({ color: 0xcaa588 }));
    this.lamp = this.keep(new THREE.MeshBasicMaterial({ color: 0xffc676 }));
    const solid = [
      new THREE.Mesh(body, this.cloak),
      new THREE.Mesh(head, skin),
      new THREE.Mesh(arm, this.cloak),
      new THREE.Mesh(light, this.lamp),
    ];
    // Where furniture hides it, its outline still shows through.
    this.behind = this.keep(
      new THREE.MeshBasicMaterial({
        color: 0xffb454,
        opacity: 0.28,
        // Among the opaque objects, after the space and before the figure, so that it never shows through the figure itself.
        blending: THREE.CustomBlending,
        depthWrite: false,
        depthFunc: THREE.GreaterDepth,
      }),
    );
    for (const geometry of [body, head]) {
      const ghost = new THREE.Mesh(geometry, this.behind);
      ghost.renderOrder = 1;
      this.figure.add(ghost);
    }
    for (const part of solid) {
      part.renderOrder = 2;
      this.figure.add(part);
    }
    this.figure.scale.setScalar(height / 1.555);

    const disc = this.keep(new THREE.CircleGeometry(1, 48).rotateX(-Math.PI / 2));
    this.shadow = new THREE.Mesh(disc, this.keep(spotMaterial(shadowFragment, {})));
    this.shadow.scale.setScalar(0.62);
    this.shadow.position.y = 0.02;
    this.shadow.renderOrder = 2;
    this.ripple = new THREE.Mesh(disc, this.keep(spotMaterial(rippleFragment, this.rippleUniforms)));
    this.ripple.scale.setScalar(1.7);
    this.ripple.position.y = 0.025;
    this.ripple.renderOrder = 3;
    this.object.add(this.figure, this.shadow, this.ripple);
  }

  /** `calm` leaves out the rocking of its walk. `turn` is around the upright axis; 0 faces −z. */
  place(position: Vec3, turn: number, speed: number, seconds: number, calm: boolean): void {
    this.object.position.set(...position);
    this.figure.rotation.y = turn;
    this.step = speed > 0.05 ? this.step + seconds * stride * Math.min(1.6, 0.5 + speed / 1.6) : 0;
    const sway = calm ? 0 : Math.min(1, speed);
    this.figure.position.y = sway * 0.03 * Math.abs(Math.sin(this.step));
    this.figure.rotation.z = sway * 0.045 * Math.sin(this.step);
    this.figure.rotation.x = -sway * 0.05;
  }

  /** A ring on the ground that spreads: `strength` 0 to 1, `phase` 0 to 1 from its centre to its edge. */
  setRipple(strength: number, phase: number, hue: string | null): void {
    this.ripple.visible = strength > 0.01;
    this.rippleUniforms.strength.value = strength;
    this.rippleUniforms.phase.value = phase;
    if (hue) this.rippleUniforms.tint.value.set(hue);
  }

  tint(accent: string): void {
    this.lamp.color.set(accent);
    this.behind.color.set(accent);
  }

  /** Hidden in the first-person view. */
  show(visible: boolean): void {
    this.object.visible = visible;
  }

  dispose(): void {
    for (const thing of this.disposables) thing.dispose();
  }

  private keep<Thing extends { dispose(): void }>(thing: Thing): Thing {
    this.disposables.push(thing);
    return thing;
  }
}

function spotMaterial(fragment: string, uniforms: Record<string, { value: unknown }>): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms,
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -4,
    polygonOffsetUnits: -4,
    vertexShader: `varying vec2 spot;
      void main() { spot = position.xz; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: fragment,
  });
}

const shadowFragment = /* glsl */ `varying vec2 spot;
  void main() {
    float far = length(spot);
    gl_FragColor = vec4(0.0, 0.0, 0.0, 0.55 * (1.0 - smoothstep(0.1, 1.0, far)));
  }`;

const rippleFragment = /* glsl */ `uniform float phase; uniform float strength; uniform vec3 tint; varying vec2 spot;
  void main() {
    float far = length(spot);
    float light = 0.0;
    for (int i = 0; i < 2; i += 1) {
      float at = fract(phase + 0.5 * float(i));
      float band = (far - at) / 0.06;
      light += exp(-band * band) * (1.0 - at) * smoothstep(0.05, 0.2, at);
    }
    gl_FragColor = vec4(tint, light * strength * 0.85);
    #include <colorspace_fragment>
  }`;
