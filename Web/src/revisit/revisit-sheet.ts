/** Coming back to the real place: two points (or a printed marker) prepared here, found again there. */

import { assetURL } from "../core/assets.ts";
import type { Pin, Placement, SandTable } from "../explore/sand-table.ts";
import { copyLine } from "../ui/copy-line.ts";
import { shareApi } from "../api/share-api.ts";
import type { Sheets } from "../ui/sheet.ts";
import { spacePath } from "../ui/routes.ts";
import { database } from "../offline/database.ts";
import { announce } from "../ui/announce.ts";
import { type Child, el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { withTicket } from "../api/visit-ticket.ts";
import { alignByPoints, type Marker, markerFromText, markerToText } from "./align.ts";
import { snapshotPictures } from "./snapshot.ts";
import { cannotShowAR } from "./xr.ts";
import { onTheSpot } from "./ar-session.ts";

/** What is kept on this device for a space. */
interface Prepared {
  points: { placement: Placement; picture: Blob }[];
  marker: Marker | null;
}

export interface RevisitParts {
  sheets: Sheets;
  space: string;
  name: string;
  table: Pick<SandTable, "place">;
  pins: () => readonly Pin[];
  /** Whether this visitor may have QR codes made. */
  owner: boolean;
}

const names = ["the first point", "the second point"];

export async function revisitSheet(parts: RevisitParts): Promise<void> {
  const { sheets, space, name } = parts;
  const life = new AbortController();
  const prepared: Prepared = await database.get<Prepared>("snapshots", space).catch(() => undefined) ??
    { points: [], marker: null };
  // A printed marker brings its own pose along.
  prepared.marker = markerFromText(new URLSearchParams(location.search).get("marker")) ?? prepared.marker;
  const urls: string[] = [];
  const problem = el("p", { class: "field-problem", role: "alert" });
  const points = el("ol", { class: "revisit-points" });
  const marker = el("div", { class: "revisit-marker" });
  const start = el("div", { class: "revisit-start" });
  const sheet = sheets.show({
    kind: "revisit",
    title: "Revisit on the spot",
    tall: true,
    content: [
      el(
        "p",
        {},
        "Stand in the real place, hold up your phone, and see the memories where they belong. Choose two points " +
          "that you will find again: a door's corner and a window's, some metres apart.",
      ),
      points,
      problem,
      el("h3", {}, "There"),
      start,
      el("h3", {}, "Or by a printed marker"),
      marker,
    ],
    closed: () => {
      life.abort();
      release();
    },
  });

  function release(): void {
    for (const url of urls.splice(0)) URL.revokeObjectURL(url);
  }

  async function keep(): Promise<void> {
    await database.put("snapshots", space, prepared).catch(() =>
      setText(problem, "This browser can't keep the points.")
    );
  }

  function show(): void {
    release();
    points.replaceChildren(...names.map((words, at) => pointItem(words, at)));
    showMarker();
    void showStart();
  }

  function pointItem(words: string, at: number): HTMLElement {
    const point = prepared.points[at];
    const url = point && URL.createObjectURL(point.picture);
    if (url) urls.push(url);
    const title = words[0]!.toUpperCase() + words.slice(1);
    return el(
      "li",
      {},
      url && el("img", { class: "media-preview", src: url, alt: `${title}, ringed, as it is seen in the scan` }),
      el(
        "div",
        { class: "field-buttons" },
        el(
          "button",
          {
            class: "button small",
            type: "button",
            disabled: at > prepared.points.length,
            onclick: () => void choose(at),
          },
          icon("place"),
          point ? `Choose ${words} anew` : `Choose ${words}`,
        ),
        url &&
          el(
            "a",
            { class: "button small", href: url, download: `${name} point ${at + 1}.jpg` },
            icon("download"),
            "Keep the picture",
          ),
      ),
    );
  }

  async function placed(label: string): Promise<Placement | null> {
    sheet.element.hidden = true;
    try {
      return await parts.table.place({ label });
    } finally {
      sheet.element.hidden = false;
    }
  }

  async function choose(at: number): Promise<void> {
    const placement = await placed("Use this point");
    if (!placement || life.signal.aborted) return;
    setText(problem, "");
    try {
      const { viewpoint, anchor } = placement;
      const [picture] = await snapshotPictures(space, [{ viewpoint, point: anchor.point }], life.signal);
      prepared.points[at] = { placement, picture: picture! };
      await keep();
      show();
      announce("The point is kept, with a picture of it.");
    } catch (error) {
      if (!life.signal.aborted) setText(problem, messageOf(error));
    }
  }

  async function showStart(): Promise<void> {
    const cannot = await cannotShowAR();
    if (life.signal.aborted) return;
    if (cannot !== null) return start.replaceChildren(...withoutXR(cannot));
    const [first, second] = prepared.points;
    const far = first && second && alignByPoints(
      [first, second].map(({ placement: { anchor } }) => ({ place: anchor.point, real: anchor.point })),
    );
    const ready = far !== null && far !== undefined;
    const go = el(
      "button",
      {
        class: "button primary",
        type: "button",
        disabled: !ready,
        onclick: () =>
          void begin({
            points: prepared.points.slice(0, 2).map(({ placement }, at) => ({
              name: names[at]!,
              point: placement.anchor.point,
            })),
          }),
      },
      icon("camera"),
      "Open the camera",
    );
    const words = ready
      ? "Tap the two points in the camera's picture, in their order."
      : first && second
      ? "The two points are less than half a metre apart, seen from above; choose one anew."
      : "First choose the two points above.";
    start.replaceChildren(el("p", { class: "quiet" }, words), go);
  }

  const usdz = withTicket(`/api/v1/spaces/${space}/export?format=usdz`);

  function withoutXR(why: string): Node[] {
    // Apple's viewer opens links of this kind only where a picture is their one child.
    const picture = el("img", {
      src: assetURL("diorama.svg"),
      alt: "Open in AR Quick Look",
      width: 44,
      height: 44,
    });
    const quick = el("a", { class: "quick-look", rel: "ar", href: usdz }, picture);
    const note = el(
      "p",
      { class: "note" },
      icon("info"),
      `${why} The pictures above still help to find where each memory was told.`,
    );
    return [
      note,
      el("p", {}, "On an iPhone or iPad the place opens in AR Quick Look, with its memories as labelled markers:"),
      el(
        "div",
        { class: "field-buttons" },
        quick,
        el("a", { class: "button small", href: usdz, download: `${name}.usdz` }, icon("download"), "USDZ file"),
      ),
    ];
  }

  async function begin(guide: Parameters<typeof onTheSpot>[1]): Promise<void> {
    setText(problem, "");
    try {
      await onTheSpot(space, guide, parts.pins());
    } catch (error) {
      const refused = error instanceof DOMException && error.name === "NotAllowedError";
      setText(problem, refused ? "The camera is not allowed for this page." : messageOf(error));
    }
  }

  function showMarker(): void {
    const { marker: there } = prepared;
    const set = el(
      "button",
      { class: "button small", type: "button", onclick: () => void chooseMarker() },
      icon("place"),
      there ? "Put it elsewhere" : "Choose where it hangs",
    );
    const content: Child[] = [
      el(
        "p",
        { class: "quiet" },
        "A sheet with a code, hung on a wall at a known place. Its place is in the code itself: whoever scans it " +
          "and taps its middle is at home.",
      ),
      el("div", { class: "field-buttons" }, set),
    ];
    if (there) {
      const address = `${location.origin}${spacePath(space)}?marker=${markerToText(there)}`;
      content.push(copyLine("Marker's address", address));
      if (parts.owner) {
        content.push(
          el("img", {
            class: "qr-picture",
            src: shareApi.qr("svg", address),
            alt: "QR code of the marker",
            width: 160,
            height: 160,
          }),
          el(
            "a",
            { class: "button small", href: shareApi.qr("svg", address), download: `${name} marker.svg` },
            icon("download"),
            "To print, SVG",
          ),
        );
      }
      const go = el(
        "button",
        {
          class: "button",
          type: "button",
          hidden: true,
          onclick: () => void begin({ marker: there }),
        },
        icon("camera"),
        "Find the marker",
      );
      void cannotShowAR().then((cannot) => go.hidden = cannot !== null);
      content.push(go);
    }
    marker.replaceChildren(
      ...content.filter((one): one is Node | string => one !== null && one !== undefined && one !== false),
    );
  }

  async function chooseMarker(): Promise<void> {
    const placement = await placed("Hang the marker here");
    if (!placement || life.signal.aborted) return;
    const { point, normal } = placement.anchor;
    if (Math.hypot(normal[0], normal[2]) < 0.5) {
      return setText(problem, "A marker hangs on a wall: choose something upright.");
    }
    setText(problem, "");
    prepared.marker = { point, normal };
    await keep();
    showMarker();
  }

  show();
}
