/** The live camera image with the space and its memories over it. The visitor taps known points, which aligns the space. */

import * as THREE from "three";
import type { Pin } from "../explore/sand-table.ts";
import { t } from "../i18n/messages.ts";
import { qualityText } from "./align.ts";
import { type AROverlay, arOverlay } from "./ar-overlay.ts";
import { ARScene } from "./ar-scene.ts";
import { type Guide, TappedPoints } from "./tapped-points.ts";
import { startAR, type XRFrameLike, type XRHitLike, type XRSessionLike, type XRSpaceLike } from "./xr.ts";

/** Runs until the visitor leaves. Rejects where it can't start. */
export async function showInAR(space: string, guide: Guide, pins: readonly Pin[]): Promise<void> {
  const controller = new AbortController();
  let session: XRSessionLike | null = null;
  const overlay = arOverlay({ restart: () => view.restart(), leave: () => void session?.end() });
  const view = new ARView(guide, (state) => overlay.show(state));
  document.body.append(overlay.element);
  try {
    session = await startAR(overlay.element);
    const ended = new Promise((resolve) => session!.addEventListener("end", resolve, { once: true }));
    await view.start(session);
    await view.content.load(space, pins, controller.signal);
    await ended;
  } finally {
    view.dispose();
    controller.abort();
    overlay.element.remove();
  }
}

/** Draws the session's frames and collects the taps. */
class ARView {
  readonly content = new ARScene();
  private readonly renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
  private readonly taps: TappedPoints;
  /** The surface in the centre of the image. */
  private hit: XRHitLike | null = null;

  constructor(guide: Guide, private readonly show: AROverlay["show"]) {
    this.taps = new TappedPoints(guide, (alignment) => this.content.align(alignment));
  }

  async start(session: XRSessionLike): Promise<void> {
    const { renderer, taps } = this;
    renderer.xr.enabled = true;
    // deno-lint-ignore no-explicit-any -- the types of three.js name the browser's own session
    await renderer.xr.setSession(session as any);
    const base = renderer.xr.getReferenceSpace() as unknown as XRSpaceLike;
    const source = await session.requestHitTestSource?.({ space: await session.requestReferenceSpace("viewer") });
    if (!source) throw new Error(t("This browser can't find surfaces in the camera's image."));
    session.addEventListener("select", () => {
      if (this.hit) void taps.add(this.hit, base).then(() => this.report());
    });
    renderer.setAnimationLoop((_time: number, frame: unknown) => {
      if (frame) this.advance(frame as XRFrameLike, source, base);
      renderer.render(this.content.scene, this.content.camera);
    });
    this.report();
  }

  restart(): void {
    this.taps.clear();
    this.content.hide();
    this.report();
  }

  dispose(): void {
    this.renderer.setAnimationLoop(null);
    this.renderer.dispose();
  }

  private advance(frame: XRFrameLike, source: object, base: XRSpaceLike): void {
    const { ring } = this.content;
    this.hit = frame.getHitTestResults(source)[0] ?? null;
    const pose = this.hit?.getPose(base);
    ring.visible = pose !== null && pose !== undefined && !this.taps.isComplete;
    if (pose) ring.matrix.fromArray([...pose.transform.matrix]);
    this.taps.followAnchors(frame, base);
  }

  private report(): void {
    const { instruction, alignment, count } = this.taps;
    this.show({ instruction, quality: alignment ? qualityText(alignment.residual) : "", canRestart: count > 0 });
  }
}
