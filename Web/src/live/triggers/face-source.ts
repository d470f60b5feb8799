/** Expressions of a face. Where the blend shapes come from is a provider's matter: a browser alone doesn't have them. */

import { type BlendShapes, FaceDetector } from "./face-detector.ts";
import { problems } from "./texts.ts";
import type { TriggerExports } from "../../core/trigger-exports.ts";
import { type Trigger, TriggerError, type TriggerSource } from "./types.ts";

/** Finds a face in the camera's images, on this device, and measures its blend shapes. */
export interface FaceProvider {
  /** Why this browser can't do it; null if it can. Asks for nothing. */
  problem(): string | null;
  /**
   * Asks for the camera and starts. `sample` is called for each image, with null where no face was found. Rejects with a
   * `TriggerError`.
   */
  start(sample: (shapes: BlendShapes | null, seconds: number) => void): Promise<void>;
  /** Releases the camera. */
  stop(): void;
}

/** The provider of browsers for which there is none: docs/live-triggers.md lists the packages that were examined. */
export const unavailableFaceProvider: FaceProvider = {
  problem: () => problems.noFace,
  start: () => Promise.reject(new TriggerError("unavailable", problems.noFace)),
  stop: () => {},
};

export class FaceSource implements TriggerSource {
  private detector: FaceDetector | null = null;

  constructor(
    private readonly core: () => TriggerExports,
    private readonly provider: FaceProvider = unavailableFaceProvider,
  ) {}

  problem(): string | null {
    return this.provider.problem();
  }

  /** The detector while the source runs, for the calibration. */
  get running(): FaceDetector | null {
    return this.detector;
  }

  async start(sensitivity: number, report: (trigger: Trigger, strength: number) => void): Promise<void> {
    this.stop();
    const problem = this.problem();
    if (problem) throw new TriggerError("unavailable", problem);
    const detector = new FaceDetector(this.core(), sensitivity);
    this.detector = detector;
    try {
      await this.provider.start((shapes, seconds) => {
        if (this.detector !== detector) return;
        for (const trigger of detector.update(shapes, seconds)) report(trigger, 1);
      });
    } catch (error) {
      if (this.detector === detector) this.stop();
      throw error;
    }
    // Stopped while the browser asked.
    if (this.detector !== detector && !this.detector) this.provider.stop();
  }

  setSensitivity(sensitivity: number): void {
    this.detector?.setSensitivity(sensitivity);
  }

  stop(): void {
    if (!this.detector) return;
    this.detector.dispose();
    this.detector = null;
    this.provider.stop();
  }
}
