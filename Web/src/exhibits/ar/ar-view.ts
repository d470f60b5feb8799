/** A model in the camera's image by WebXR: found surfaces, a preview, then dragging, turning and pinching. */

import * as THREE from "three";
import type { ExhibitDetail, ExhibitModel } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { signal } from "../../reactive/signal.ts";
import { inspectAR } from "../viewer/inspection.ts";
import { loadLevel } from "../viewer/model-levels.ts";
import type { StageModel } from "../stage/stage-model.ts";
import { ContactShadow } from "../stage/contact-shadow.ts";
import { studioEnvironment } from "../stage/environment.ts";
import { arOverlay } from "./ar-overlay.ts";
import { type FloorPlacement, pinched, scaleOf, startPlacement } from "./floor-placement.ts";
import { listenToGestures } from "../../scene/gestures.ts";
import { LightEstimate } from "./light-estimate.ts";
import type { XRFrameLike, XRSessionLike, XRSpaceLike } from "../../revisit/xr.ts";
import { requestExhibitAR } from "./xr-session.ts";

/** Of the preview until it is confirmed. */
const previewOpacity = 0.55;
/** Radians that a drag of one pixel turns before the confirmation. */
const turnRate = 0.008;

/** Runs until the visitor ends it. Rejects where it can't start. */
export async function showExhibitInAR(detail: ExhibitDetail, model: ExhibitModel): Promise<void> {
  const controller = new AbortController();
  const placement = signal<FloorPlacement>(startPlacement);
  const hasFloor = signal(false);
  let session: XRSessionLike | null = null;
  const overlay = arOverlay(placement, hasFloor, {
    confirm: () => placement.value = { ...placement.peek(), isConfirmed: true },
    again: () => placement.value = { ...placement.peek(), isConfirmed: false },
    toggleScale: () => {
      const { scale } = placement.peek();
      placement.value = { ...placement.peek(), scale: scale === "real" ? "table" : "real", factor: 1 };
    },
    end: () => void session?.end(),
  }, controller.signal);
  document.body.append(overlay.element);
  const view = new ExhibitARView(placement, hasFloor, model.tableScale);
  try {
    session = await requestExhibitAR(overlay.element);
    const ended = new Promise((resolve) => session!.addEventListener("end", resolve, { once: true }));
    await view.start(session, overlay.surface, controller.signal);
    inspectAR({ placement, anchor: view.anchor });
    const file = model.levels[0]?.file ?? model.file;
    view.show(await loadLevel(detail, model, file, () => {}, controller.signal));
    await ended;
  } finally {
    controller.abort();
    view.dispose();
    overlay.element.remove();
  }
}

class ExhibitARView {
  private readonly renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera();
  readonly anchor = new THREE.Group();
  private readonly shadow = new ContactShadow();
  private readonly reticle = makeReticle();
  private readonly light = new THREE.DirectionalLight(0xffffff, 1.2);
  private readonly estimate = new LightEstimate(this.light, this.scene);
  private model: StageModel | null = null;
  private shownOpacity = 1;
  /** What the file says of its materials. */
  private readonly materials = new Map<THREE.Material, { isTransparent: boolean; opacity: number }>();

  constructor(
    private readonly placement: { value: FloorPlacement; peek(): FloorPlacement },
    private readonly hasFloor: { value: boolean },
    private readonly tableScale: number,
  ) {
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.scene.environment = studioEnvironment(this.renderer);
    this.light.position.set(0.4, 1, 0.3);
    this.anchor.add(this.shadow.object);
    this.anchor.visible = false;
    this.scene.add(this.light, this.anchor, this.reticle);
  }

  async start(session: XRSessionLike, surface: HTMLElement, owner: AbortSignal): Promise<void> {
    const { renderer } = this;
    renderer.xr.enabled = true;
    // deno-lint-ignore no-explicit-any -- the types of three.js name the browser's own session
    await renderer.xr.setSession(session as any);
    const base = renderer.xr.getReferenceSpace() as unknown as XRSpaceLike;
    const source = await session.requestHitTestSource?.({ space: await session.requestReferenceSpace("viewer") });
    if (!source) throw new Error(t("This browser can't find surfaces in the camera's image."));
    await this.estimate.start(session);
    session.addEventListener("select", () => this.confirm());
    this.listen(surface, owner);
    renderer.setAnimationLoop((_time: number, frame: unknown) => {
      if (frame) this.advance(frame as XRFrameLike, source, base);
      renderer.render(this.scene, this.camera);
    });
  }

  show(model: StageModel): void {
    this.model = model;
    const { min, max } = model.box;
    // The model stands on the surface, its middle over the point.
    model.object.position.set(-(min[0] + max[0]) / 2, -min[1], -(min[2] + max[2]) / 2);
    model.object.updateMatrixWorld(true);
    const [x, z] = [(max[0] - min[0]) / 2, (max[2] - min[2]) / 2];
    const { xr } = this.renderer;
    const wasEnabled = xr.enabled;
    xr.enabled = false; // the shadow is drawn by a camera of its own
    this.shadow.update(this.renderer, model.object, { min: [-x, 0, -z], max: [x, max[1] - min[1], z] });
    xr.enabled = wasEnabled;
    this.anchor.add(model.object);
    this.shownOpacity = 1;
  }

  dispose(): void {
    this.renderer.setAnimationLoop(null);
    this.estimate.stop();
    this.model?.dispose();
    this.shadow.dispose();
    this.scene.environment?.dispose();
    this.renderer.dispose();
  }

  /** A tap on the room. */
  private confirm(): void {
    if (this.hasFloor.value && !this.placement.peek().isConfirmed) this.change({ isConfirmed: true });
  }

  private change(change: Partial<FloorPlacement>): void {
    this.placement.value = { ...this.placement.peek(), ...change };
  }

  /** Fingers: drag, pinch, turn, tap. */
  private listen(surface: HTMLElement, owner: AbortSignal): void {
    const target = {
      turn: (dx: number, dy: number) => this.drag(dx, dy),
      move: () => {},
      zoom: (factor: number) => this.placement.value = pinched(this.placement.peek(), 1 / factor),
      twist: (angle: number) => this.change({ yaw: this.placement.peek().yaw - angle }),
      hold: () => {},
      release: () => {},
      tap: () => this.confirm(),
    };
    listenToGestures(surface, () => target, owner);
  }

  /** Moves a confirmed model over the floor by the camera's directions; turns a preview. */
  private drag(dx: number, dy: number): void {
    const placement = this.placement.peek();
    if (!placement.isConfirmed) return this.change({ yaw: placement.yaw + dx * turnRate });
    const camera = this.renderer.xr.getCamera();
    const eye = new THREE.Vector3().setFromMatrixPosition(camera.matrixWorld);
    const distance = eye.distanceTo(new THREE.Vector3(...placement.position));
    const scale = 2 * distance * Math.tan(0.5) / innerHeight;
    const right = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0).setY(0).normalize();
    const toward = new THREE.Vector3(-right.z, 0, right.x);
    const to = new THREE.Vector3(...placement.position).addScaledVector(right, dx * scale).addScaledVector(
      toward,
      dy * scale * 1.4,
    );
    this.change({ position: [to.x, placement.position[1], to.z] });
  }

  private advance(frame: XRFrameLike, source: object, base: XRSpaceLike): void {
    const pose = frame.getHitTestResults(source)[0]?.getPose(base);
    const placement = this.placement.peek();
    if (pose) {
      this.hasFloor.value = true;
      if (!placement.isConfirmed) {
        const { x, y, z } = pose.transform.position;
        this.change({ position: [x, y, z] });
      }
      this.reticle.matrix.fromArray([...pose.transform.matrix]);
    }
    this.reticle.visible = pose !== null && pose !== undefined && !placement.isConfirmed;
    this.estimate.update(frame);
    this.put(this.placement.peek());
  }

  private put(placement: FloorPlacement): void {
    this.anchor.visible = this.hasFloor.value && this.model !== null;
    this.anchor.position.set(...placement.position);
    this.anchor.rotation.set(0, placement.yaw, 0);
    this.anchor.scale.setScalar(scaleOf(placement, this.tableScale));
    this.fade(placement.isConfirmed ? 1 : previewOpacity);
  }

  /** The preview is translucent. */
  private fade(opacity: number): void {
    if (this.shownOpacity === opacity) return;
    this.shownOpacity = opacity;
    this.model?.object.traverse((node: THREE.Object3D) => {
      const { material } = node as THREE.Mesh;
      for (const one of material ? [material].flat() as THREE.Material[] : []) {
        const own = this.materials.get(one) ?? { isTransparent: one.transparent, opacity: one.opacity };
        this.materials.set(one, own);
        one.transparent = own.isTransparent || opacity < 1;
        one.opacity = own.opacity * opacity;
        one.needsUpdate = true;
      }
    });
  }
}

function makeReticle(): THREE.Mesh {
  const ring = new THREE.Mesh(
    new THREE.RingGeometry(0.09, 0.105, 48).rotateX(-Math.PI / 2),
    new THREE.MeshBasicMaterial({ color: 0xffb454, transparent: true, opacity: 0.9 }),
  );
  ring.matrixAutoUpdate = false;
  ring.visible = false;
  return ring;
}
