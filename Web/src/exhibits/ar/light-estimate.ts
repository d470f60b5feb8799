/**
 * The light of the room as the device estimates it (W3C WebXR Lighting Estimation): direction and colour of the main light, and
 * the brightness of the surroundings from the first coefficients of the spherical harmonics. Without it the studio's light stays.
 */

import type * as THREE from "three";
import type { XRFrameLike, XRSessionLike } from "../../revisit/xr.ts";

interface Estimate {
  primaryLightDirection: { x: number; y: number; z: number };
  primaryLightIntensity: { x: number; y: number; z: number };
  sphericalHarmonicsCoefficients?: Float32Array;
}

interface Probing {
  requestLightProbe?(): Promise<object>;
}

/** Brightness of the studio relative to a room of average light. */
const studioIntensity = 1;
const maxIntensity = 3;

export class LightEstimate {
  private probe: object | null = null;

  constructor(private readonly light: THREE.DirectionalLight, private readonly scene: THREE.Scene) {}

  async start(session: XRSessionLike): Promise<void> {
    // Not every device has it.
    this.probe = await (session as XRSessionLike & Probing).requestLightProbe?.().catch(() => null) ?? null;
  }

  stop(): void {
    this.probe = null;
  }

  update(frame: XRFrameLike): void {
    if (!this.probe) return;
    const estimate = (frame as XRFrameLike & { getLightEstimate?(probe: object): Estimate | null }).getLightEstimate?.(
      this.probe,
    );
    if (!estimate) return;
    const { primaryLightDirection: from, primaryLightIntensity: color, sphericalHarmonicsCoefficients: sh } = estimate;
    const strength = Math.max(color.x, color.y, color.z, 1e-4);
    this.light.position.set(from.x, from.y, from.z);
    this.light.color.setRGB(color.x / strength, color.y / strength, color.z / strength);
    this.light.intensity = Math.min(maxIntensity, strength);
    if (!sh || sh.length < 3) return;
    // The first band is the average radiance times 0.282 (1 / (2 √π)).
    const average = 0.282 * (sh[0]! + sh[1]! + sh[2]!) / 3;
    this.scene.environmentIntensity = studioIntensity * Math.min(maxIntensity, Math.max(0.15, 2 * average));
  }
}
