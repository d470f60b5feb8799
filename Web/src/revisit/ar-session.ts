/**
 * The live camera with the place and its memories laid over it: the visitor taps what they know, and everything falls
 * into place.
 */

import * as THREE from "three";
import { api } from "../api/client.ts";
import type { Pin } from "../explore/sand-table.ts";
import { loadingOrder } from "../scene/level-of-detail.ts";
import { downloadAsset } from "../scene/asset-download.ts";
import { readModel } from "../scene/model.ts";
import type { Vec3 } from "../scene/view.ts";
import { makeLights } from "../scene/stage.ts";
import { el, setText } from "../ui/dom.ts";
import { alignByMarker, alignByPoints, type Alignment, type Marker, type Pair, residualWords } from "./align.ts";
import { normalOf, startAR, type XRAnchorLike, type XRFrameLike, type XRHitLike, type XRSpaceLike } from "./xr.ts";

/** By what it is aligned: two points with a name for each, or a marker on a wall. */
export type Guide = { points: { name: string; point: Vec3 }[] } | { marker: Marker };

/** Runs until it is left. Rejects where it can't begin. */
export async function onTheSpot(space: string, guide: Guide, pins: readonly Pin[]): Promise<void> {
  const words = el("p", { class: "ar-words", role: "status" });
  const residual = el("p", { class: "ar-residual" });
  const again = el("button", { class: "button", type: "button", hidden: true }, "Align again");
  const leave = el("button", { class: "button primary", type: "button" }, "Leave");
  const overlay = el(
    "div",
    { class: "ar-overlay" },
    words,
    residual,
    el("div", { class: "field-buttons" }, again, leave),
  );
  document.body.append(overlay);
  const life = new AbortController();
  try {
    const session = await startAR(overlay);
    const ended = new Promise<void>((resolve) => session.addEventListener("end", () => resolve(), { once: true }));
    leave.addEventListener("click", () => void session.end());
    // A tap on the buttons is no tap on the room.
    overlay.addEventListener("beforexrselect", (event) => event.preventDefault());
    const renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
    renderer.xr.enabled = true;
    const scene = new THREE.Scene();
    const camera = new THREE.PerspectiveCamera();
    const laid = new THREE.Group();
    laid.visible = false;
    const reticle = ring();
    scene.add(makeLights(), laid, reticle);
    try {
      // deno-lint-ignore no-explicit-any -- three's types name the browser's own session
      await renderer.xr.setSession(session as any);
      const base = renderer.xr.getReferenceSpace() as unknown as XRSpaceLike;
      const source = await session.requestHitTestSource?.({ space: await session.requestReferenceSpace("viewer") });
      if (!source) throw new Error("This browser can't find surfaces in the camera's picture.");
      const taps = new Taps(guide, (alignment) => lay(laid, alignment));
      const show = (): void => {
        setText(words, taps.wanted);
        setText(residual, taps.alignment ? residualWords(taps.alignment.residual) : "");
        again.hidden = taps.count === 0;
      };
      again.addEventListener("click", () => {
        taps.clear();
        laid.visible = false;
        show();
      });
      let hit: XRHitLike | null = null;
      session.addEventListener("select", () => {
        if (hit) void taps.take(hit, base).then(show);
      });
      renderer.setAnimationLoop((_time: number, frame: unknown) => {
        const now = frame as XRFrameLike | null;
        if (now) {
          hit = now.getHitTestResults(source)[0] ?? null;
          const pose = hit?.getPose(base);
          reticle.visible = pose !== null && pose !== undefined && !taps.done;
          if (pose) reticle.matrix.fromArray([...pose.transform.matrix]);
          taps.follow(now, base);
        }
        renderer.render(scene, camera);
      });
      show();
      await fill(laid, space, pins, life.signal);
      await ended;
    } finally {
      renderer.setAnimationLoop(null);
      renderer.dispose();
    }
  } finally {
    life.abort();
    overlay.remove();
  }
}

/** What was tapped so far, held by anchors where the browser has them: rooms shift a little while a device learns them. */
class Taps {
  alignment: Alignment | null = null;
  private taken: { real: Marker; anchor: XRAnchorLike | null }[] = [];

  constructor(private readonly guide: Guide, private readonly aligned: (alignment: Alignment) => void) {}

  get count(): number {
    return this.taken.length;
  }

  get done(): boolean {
    return this.taken.length === ("marker" in this.guide ? 1 : this.guide.points.length);
  }

  /** What to do next, in words. */
  get wanted(): string {
    if (this.done) return this.alignment ? "Here it is." : "These don't tell a direction. Align again.";
    if ("marker" in this.guide) return "Move the phone until a ring lies on the marker's middle, then tap.";
    return `Move the phone until the ring lies on ${
      this.guide.points[this.taken.length]?.name ?? "the point"
    }, then tap.`;
  }

  clear(): void {
    for (const { anchor } of this.taken) anchor?.delete();
    this.taken = [];
    this.alignment = null;
  }

  async take(hit: XRHitLike, base: XRSpaceLike): Promise<void> {
    const pose = hit.getPose(base);
    if (!pose || this.done) return;
    const { x, y, z } = pose.transform.position;
    const tap = {
      real: { point: [x, y, z] as Vec3, normal: normalOf(pose) as Vec3 },
      anchor: null as XRAnchorLike | null,
    };
    this.taken.push(tap);
    this.solve();
    tap.anchor = await hit.createAnchor?.().catch(() => null) ?? null;
  }

  /** Where the anchors are now. */
  follow(frame: XRFrameLike, base: XRSpaceLike): void {
    let moved = false;
    for (const { real, anchor } of this.taken) {
      const position = anchor && frame.getPose(anchor.anchorSpace, base)?.transform.position;
      if (!position) continue;
      const now: Vec3 = [position.x, position.y, position.z];
      moved ||= Math.hypot(now[0] - real.point[0], now[1] - real.point[1], now[2] - real.point[2]) > 0.002;
      real.point = now;
    }
    if (moved && this.done) this.solve();
  }

  private solve(): void {
    if (!this.done) return;
    if ("marker" in this.guide) this.alignment = alignByMarker(this.guide.marker, this.taken[0]!.real);
    else {
      const pairs = this.guide.points.map(({ point }, at): Pair => ({
        place: point,
        real: this.taken[at]!.real.point,
      }));
      this.alignment = alignByPoints(pairs);
    }
    if (this.alignment) this.aligned(this.alignment);
  }
}

function lay(group: THREE.Group, { yaw, shift }: Alignment): void {
  group.rotation.set(0, yaw, 0);
  group.position.set(...shift);
  group.visible = true;
}

/** The memories as lamps with their titles, and the place as a thin veil over the real one. */
async function fill(group: THREE.Group, id: string, pins: readonly Pin[], signal: AbortSignal): Promise<void> {
  for (const pin of pins.slice(0, 300)) {
    const lamp = new THREE.Mesh(
      new THREE.SphereGeometry(0.04, 16, 12),
      new THREE.MeshBasicMaterial({ color: 0xffb454 }),
    );
    lamp.position.set(...pin.position);
    const label = new THREE.Sprite(
      new THREE.SpriteMaterial({ map: textTexture(pin.title || pin.kind), depthTest: false }),
    );
    label.position.set(pin.position[0], pin.position[1] + 0.12, pin.position[2]);
    label.scale.set(0.5, 0.125, 1);
    group.add(lamp, label);
  }
  const space = await api.space(id, signal);
  const [asset] = loadingOrder(space.assets, space.triangleCount, 150_000);
  if (!asset) return;
  const model = await readModel(await downloadAsset(asset, () => {}, signal), { unlit: true });
  model.object.traverse((part: THREE.Object3D) => {
    const { material } = part as THREE.Mesh;
    if (!material || Array.isArray(material)) return;
    material.transparent = true;
    material.opacity = 0.35;
  });
  group.add(model.object);
}

function textTexture(text: string): THREE.CanvasTexture {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [512, 128];
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.fillStyle = "#0e1013cc";
    pen.fillRect(0, 24, 512, 80);
    pen.fillStyle = "#e9ecf0";
    pen.font = "44px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.fillText(text.length > 22 ? `${text.slice(0, 21)}…` : text, 256, 80);
  }
  return new THREE.CanvasTexture(canvas);
}

function ring(): THREE.Mesh {
  const mesh = new THREE.Mesh(
    new THREE.RingGeometry(0.06, 0.08, 32).rotateX(-Math.PI / 2),
    new THREE.MeshBasicMaterial({ color: 0xffb454 }),
  );
  mesh.matrixAutoUpdate = false;
  mesh.visible = false;
  return mesh;
}
