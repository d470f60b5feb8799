/** Adds scans: by dropping files or a folder anywhere on the page, or by choosing them. */

import { type ScanMode, scanModeValues } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { el } from "../ui/dom.ts";
import { icon, type IconName, roomDrawing } from "../ui/icons.ts";
import { acceptDrops } from "./drop-target.ts";
import { type Picked, pickedFromInput } from "./dropped.ts";
import { acceptAttribute, photoExtensions } from "./intake.ts";

export interface DropZone {
  element: HTMLElement;
  /** Opens the browser's choice of files; `photos`: of images only. */
  choose(photos: boolean): void;
  /** Tall and with an explanation while the library is empty. */
  setEmpty(empty: boolean): void;
  /** What was scanned, as the user has chosen. */
  mode(): ScanMode;
  /** Whether the surface is to be textured with the images of the scan. */
  texture(): boolean;
  /** Whether splats are to be trained on the images of the scan, too. */
  splats(): boolean;
  /** Whether the files of the scan are to be kept beside the space. */
  keep(): boolean;
}

const modeNames: Record<ScanMode, string> = { interior: t("a room"), object: t("an object"), exterior: t("outdoors") };

export function dropZone(picked: (picked: Picked) => void, owner: AbortSignal): DropZone {
  const files = fileInput({ multiple: true, accept: acceptAttribute, "aria-label": t("Files") }, picked);
  const folder = fileInput({ webkitdirectory: true, "aria-label": t("Folder") }, picked);
  const options = scanModeValues.map((value) => el("option", { value }, modeNames[value]));
  const mode = el("select", { id: "scan-mode" }, ...options);
  const texture = el("input", { id: "scan-texture", type: "checkbox", checked: true });
  const splats = el("input", { id: "scan-splats", type: "checkbox" });
  const keep = el("input", { id: "scan-keep", type: "checkbox" });
  const element = el(
    "section",
    { class: "drop-zone", "aria-label": t("Add a scan") },
    roomDrawing(),
    dropText(),
    el(
      "div",
      { class: "drop-buttons" },
      chooseButton("primary", "file", t("Choose files"), files),
      chooseButton("", "folder", t("Choose folder"), folder),
      el("label", { class: "drop-mode", for: "scan-mode" }, t("A scan of"), mode),
      el("label", { class: "drop-mode", for: "scan-texture" }, texture, t("Texture")),
      el(
        "label",
        { class: "drop-mode", for: "scan-splats", title: t("Gaussian splats beside the mesh; takes minutes") },
        splats,
        t("Splats"),
      ),
      el(
        "label",
        {
          class: "drop-mode",
          for: "scan-keep",
          title: t("The scan's files stay in the library and can be downloaded"),
        },
        keep,
        t("Keep the original"),
      ),
    ),
    dropHelp(),
    files,
    folder,
  );
  acceptDrops(element, picked, owner);
  return {
    element,
    choose(photos): void {
      files.accept = photos ? photoExtensions.map((extension) => `.${extension}`).join(",") : acceptAttribute;
      files.click();
      files.accept = acceptAttribute;
    },
    setEmpty: (empty) => element.classList.toggle("empty", empty),
    mode: () => mode.value as ScanMode,
    texture: () => texture.checked,
    splats: () => splats.checked,
    keep: () => keep.checked,
  };
}

function fileInput(
  attributes: Record<string, string | boolean>,
  picked: (picked: Picked) => void,
): HTMLInputElement {
  const input = el("input", {
    type: "file",
    hidden: true,
    tabindex: -1,
    ...attributes,
    onchange: () => {
      picked(pickedFromInput(input.files));
      input.value = ""; // the same file can be chosen again
    },
  });
  return input;
}

function chooseButton(style: string, name: IconName, label: string, input: HTMLInputElement): HTMLElement {
  const attributes = { class: `button ${style}`.trim(), type: "button", onclick: () => input.click() };
  return el("button", attributes, icon(name), label);
}

function dropText(): HTMLElement {
  return el(
    "div",
    { class: "drop-words" },
    el(
      "p",
      { class: "drop-title" },
      el("span", { class: "by-mouse" }, t("Drop a scan here")),
      el("span", { class: "by-touch" }, t("Add a scan")),
    ),
    el(
      "p",
      { class: "drop-kinds" },
      t(
        "A capture folder or r3d file, photos or a video, a model (glb, usdz, obj, ply, e57 …) or " +
          "RoomPlan's json",
      ),
    ),
  );
}

function dropHelp(): HTMLElement {
  const entry = (name: string, text: string): HTMLElement => el("div", {}, el("dt", {}, name), el("dd", {}, text));
  return el(
    "dl",
    { class: "drop-help" },
    entry(
      t("A capture"),
      t(
        "A complete folder, or an r3d file: colour, depth and camera poses. It is fused into a " +
          "coloured model.",
      ),
    ),
    entry(
      t("Photos"),
      t(
        "At least 20 sharp photos from all around, each overlapping the next by two thirds; or a " +
          "slow video.",
      ),
    ),
    entry(t("A model"), t("A mesh or point cloud: glb, usdz, obj, ply, las, e57 and more.")),
    entry(t("An archive"), t("One of these as tar or zip.")),
  );
}
