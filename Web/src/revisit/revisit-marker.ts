/** Aligning by a printed marker: where it is mounted, its address as a QR code, and the camera that finds it. */

import { shareApi } from "../api/share-api.ts";
import { t } from "../i18n/messages.ts";
import { effect } from "../reactive/signal.ts";
import { copyLine } from "../ui/copy-line.ts";
import { el } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { type Marker, markerAddress } from "./align.ts";
import type { RevisitStore } from "./revisit-store.ts";
import type { Guide } from "./tapped-points.ts";
import { cannotShowAR } from "./xr.ts";

export interface RevisitMarkerProps {
  store: RevisitStore;
  name: string;
  /** Only the owner's server makes QR codes. */
  isOwner: boolean;
  choose(): void;
  begin(guide: Guide): void;
}

export function revisitMarker(props: RevisitMarkerProps, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "revisit-marker" });
  if (props.isOwner) void props.store.checkLink();
  effect(() => {
    const marker = props.store.marker.value;
    const attributes = { class: "button small", type: "button", onclick: () => props.choose() };
    const label = marker ? t("Move the marker") : t("Choose where the marker is mounted");
    element.replaceChildren(
      el(
        "p",
        { class: "quiet" },
        t(
          "A printed QR code on a wall. The code contains its own position: whoever scans it and taps " +
            "its centre has the space aligned.",
        ),
      ),
      el("div", { class: "field-buttons" }, el("button", attributes, icon("place"), label)),
      ...(marker ? markerDetails(props, marker) : []),
    );
  }, owner);
  return element;
}

function markerDetails(props: RevisitMarkerProps, marker: Marker): Node[] {
  const { name, isOwner, begin } = props;
  const attributes = { class: "button", type: "button", hidden: true, onclick: () => begin({ marker }) };
  const find = el("button", attributes, icon("camera"), t("Find the marker"));
  void cannotShowAR().then((reason) => find.hidden = reason !== null);
  const path = isOwner ? props.store.link.value?.path : location.pathname;
  if (path === undefined) return [...linkOffer(props.store), find];
  const address = markerAddress(location.origin, path, marker);
  return [copyLine(t("Address of the marker"), address), ...(isOwner ? qrCode(address, name) : []), find];
}

/** Asks the owner for the link: it shows the space to everyone who scans the marker. */
function linkOffer(store: RevisitStore): Node[] {
  const make = (): void => void store.makeLink();
  return [
    el(
      "p",
      { class: "quiet" },
      t(
        "The printed address needs a link: whoever scans it sees this space and its public memories " +
          "without signing in, until you revoke the link “Printed marker”.",
      ),
    ),
    el("button", { class: "button", type: "button", onclick: make }, icon("share"), t("Create the marker's link")),
  ];
}

function qrCode(address: string, name: string): Node[] {
  const src = shareApi.qr("svg", address);
  const download = { class: "button small", href: src, download: t("{name} marker.svg", { name }) };
  return [
    el("img", { class: "qr-picture", src, alt: t("QR code of the marker"), width: 160, height: 160 }),
    el("a", download, icon("download"), t("Download SVG to print")),
  ];
}
