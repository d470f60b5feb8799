/** Starts the camera for aligning by two points. Browsers without WebXR get AR Quick Look instead. */

import { withTicket } from "../api/visit-ticket.ts";
import { assetURL } from "../core/assets.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import type { Guide } from "./tapped-points.ts";
import { pointNames, type RevisitStore } from "./revisit-store.ts";
import { cannotShowAR } from "./xr.ts";

export interface RevisitCameraProps {
  store: RevisitStore;
  space: string;
  name: string;
  begin(guide: Guide): void;
}

export function revisitCamera(props: RevisitCameraProps, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "revisit-start" });
  void cannotShowAR().then((reason) => {
    if (reason === null) effect(() => element.replaceChildren(...cameraButton(props)), owner);
    else element.replaceChildren(...quickLook(props, reason));
  });
  return element;
}

/** Reads the points: an effect that calls it runs again when they change. */
function cameraButton({ store, begin }: RevisitCameraProps): Node[] {
  const points = store.points.value.slice(0, 2);
  const guide: Guide = {
    points: points.map(({ placement }, i) => ({ name: pointNames[i]!, point: placement.anchor.point })),
  };
  const isReady = store.definesDirection;
  const text = isReady
    ? t("Tap the two points in the camera's image, in their order.")
    : points.length === 2
    ? t("The two points are less than half a metre apart, seen from above; choose one again.")
    : t("First choose the two points above.");
  const attributes = { class: "button primary", type: "button", disabled: !isReady, onclick: () => begin(guide) };
  return [
    el("p", { class: "quiet" }, text),
    el("button", attributes, icon("camera"), t("Open the camera")),
  ];
}

function quickLook({ space, name }: RevisitCameraProps, reason: string): Node[] {
  const usdz = withTicket(`/api/v1/spaces/${space}/export?format=usdz`);
  // Safari opens such a link in AR Quick Look only if an image is its single child.
  const image = el("img", { src: assetURL("diorama.svg"), alt: t("Open in AR Quick Look"), width: 44, height: 44 });
  const download = { class: "button small", href: usdz, download: `${name}.usdz` };
  return [
    el(
      "p",
      { class: "note" },
      icon("info"),
      t("{reason} Images of the scan still show where each memory belongs.", { reason }),
    ),
    el("p", {}, t("On an iPhone or iPad the space opens in AR Quick Look, with its memories as labelled markers:")),
    el(
      "div",
      { class: "field-buttons" },
      el("a", { class: "quick-look", rel: "ar", href: usdz }, image),
      el("a", download, icon("download"), t("USDZ file")),
    ),
  ];
}
