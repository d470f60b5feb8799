/** Starts WebXR for an exhibit. */

import { t } from "../../i18n/messages.ts";
import type { XRSessionLike } from "../../revisit/xr.ts";

/** `overlay` is shown over the camera's image. Rejects where the visitor refuses. */
export async function requestExhibitAR(overlay: HTMLElement): Promise<XRSessionLike> {
  const { xr } = navigator as unknown as {
    xr?: { requestSession(mode: string, options: object): Promise<XRSessionLike> };
  };
  if (!xr) throw new Error(t("This browser has no WebXR."));
  return await xr.requestSession("immersive-ar", {
    requiredFeatures: ["hit-test"],
    optionalFeatures: ["dom-overlay", "local-floor", "plane-detection", "light-estimation"],
    domOverlay: { root: overlay },
  });
}
