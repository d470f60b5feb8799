/** The part of WebXR that is used (W3C: WebXR Device API, Augmented Reality, Hit Test, Anchors); the type library lacks it. */

import { t } from "../i18n/messages.ts";

export interface XRSpaceLike {
  readonly brand?: "space";
}

export interface XRPoseLike {
  readonly transform: {
    readonly position: { x: number; y: number; z: number };
    readonly matrix: Float32Array;
  };
}

export interface XRAnchorLike {
  readonly anchorSpace: XRSpaceLike;
  delete(): void;
}

export interface XRHitLike {
  getPose(space: XRSpaceLike): XRPoseLike | null | undefined;
  createAnchor?(): Promise<XRAnchorLike>;
}

export interface XRFrameLike {
  getHitTestResults(source: object): XRHitLike[];
  getPose(space: XRSpaceLike, base: XRSpaceLike): XRPoseLike | null | undefined;
}

export interface XRSessionLike extends EventTarget {
  requestReferenceSpace(type: string): Promise<XRSpaceLike>;
  requestHitTestSource?(options: { space: XRSpaceLike }): Promise<{ cancel(): void }>;
  end(): Promise<void>;
}

interface XRSystemLike {
  isSessionSupported(mode: string): Promise<boolean>;
  requestSession(mode: string, options: object): Promise<XRSessionLike>;
}

function system(): XRSystemLike | null {
  return (navigator as unknown as { xr?: XRSystemLike }).xr ?? null;
}

/** Why this browser can't show the space over the camera's image; null if it can. */
export async function cannotShowAR(): Promise<string | null> {
  if (!isSecureContext) return t("The camera is available over https only, or on the computer that runs Diorama.");
  const xr = system();
  if (!xr) return t("This browser has no WebXR.");
  const can = await xr.isSessionSupported("immersive-ar").catch(() => false);
  return can ? null : t("This device has no augmented reality.");
}

/** `overlay` is shown over the camera's image. Rejects where the visitor refuses. */
export async function startAR(overlay: HTMLElement): Promise<XRSessionLike> {
  const xr = system();
  if (!xr) throw new Error(t("This browser has no WebXR."));
  return await xr.requestSession("immersive-ar", {
    requiredFeatures: ["hit-test"],
    optionalFeatures: ["anchors", "dom-overlay", "local-floor"],
    domOverlay: { root: overlay },
  });
}

/** The normal of a surface: the y axis of the pose of a hit on it. */
export function normalOf(pose: XRPoseLike): [number, number, number] {
  const { matrix } = pose.transform;
  return [matrix[4] ?? 0, matrix[5] ?? 1, matrix[6] ?? 0];
}
