/** Where scans come in: by dropping files or a folder anywhere on the page, or by choosing them. */

import type { ScanMode } from "../api/generated.ts";
import { type Picked, pickedFromDrop, pickedFromInput } from "./dropped.ts";
import { acceptAttribute } from "./intake.ts";
import { el } from "../ui/dom.ts";
import { icon, roomDrawing } from "../ui/icons.ts";
import { messageOf, notify } from "../ui/notice.ts";

export interface DropZone {
  element: HTMLElement;
  /** Tall and with an explanation while there is nothing else to see. */
  setEmpty(empty: boolean): void;
  /** What the user says was scanned. */
  mode(): ScanMode;
}

const modes: [ScanMode, string][] = [["interior", "a room"], ["object", "a thing"], ["exterior", "a place outside"]];

export function dropZone(picked: (picked: Picked) => void, signal: AbortSignal): DropZone {
  const files = el("input", {
    type: "file",
    multiple: true,
    accept: acceptAttribute,
    hidden: true,
    tabindex: -1,
    "aria-label": "Files",
  });
  const folder = el("input", {
    type: "file",
    webkitdirectory: true,
    hidden: true,
    tabindex: -1,
    "aria-label": "Folder",
  });
  for (const input of [files, folder]) {
    input.addEventListener("change", () => {
      picked(pickedFromInput(input.files));
      input.value = ""; // the same file can be chosen again
    });
  }
  const mode = el(
    "select",
    { id: "scan-mode" },
    ...modes.map(([value, words]) => el("option", { value }, words)),
  );
  const element = el(
    "section",
    { class: "drop-zone", "aria-label": "Add a scan" },
    roomDrawing(),
    el(
      "div",
      { class: "drop-words" },
      el(
        "p",
        { class: "drop-title" },
        el("span", { class: "by-mouse" }, "Drop a scan here"),
        el("span", { class: "by-touch" }, "Add a scan"),
      ),
      el(
        "p",
        { class: "drop-kinds" },
        "A capture folder or r3d file, a model (glb, usdz, obj, ply, e57 …) or RoomPlan's json",
      ),
    ),
    el(
      "div",
      { class: "drop-buttons" },
      el(
        "button",
        { class: "button primary", type: "button", onclick: () => files.click() },
        icon("file"),
        "Choose files",
      ),
      el(
        "button",
        { class: "button", type: "button", onclick: () => folder.click() },
        icon("folder"),
        "Choose folder",
      ),
      el("label", { class: "drop-mode", for: "scan-mode" }, "A scan of", mode),
    ),
    el(
      "dl",
      { class: "drop-help" },
      kind(
        "A capture",
        "The whole folder as it is, or an r3d file: colour, depth and where the camera was. It is fused into a coloured model.",
      ),
      kind("A model", "A mesh or point cloud that is finished already: glb, usdz, obj, ply, las, e57 and more."),
      kind("An archive", "One of these, packed as tar or zip."),
    ),
    files,
    folder,
  );
  catchDrops(element, picked, signal);
  return {
    element,
    setEmpty: (empty) => element.classList.toggle("empty", empty),
    mode: () => mode.value as ScanMode,
  };
}

function kind(name: string, words: string): HTMLElement {
  return el("div", {}, el("dt", {}, name), el("dd", {}, words));
}

/** The whole window takes drops, so that nobody has to aim; and a miss doesn't make the browser open the file. */
function catchDrops(element: HTMLElement, picked: (picked: Picked) => void, signal: AbortSignal): void {
  let depth = 0;
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  const mark = (): boolean => element.classList.toggle("over", depth > 0);
  addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    depth += 1;
    mark();
  }, { signal });
  addEventListener("dragleave", (event) => {
    if (!hasFiles(event)) return;
    depth = Math.max(0, depth - 1);
    mark();
  }, { signal });
  addEventListener("dragover", (event) => {
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  }, { signal });
  addEventListener("drop", (event) => {
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    depth = 0;
    mark();
    pickedFromDrop(event.dataTransfer).then(
      picked,
      (error) => notify(`Couldn't read what was dropped: ${messageOf(error)}`),
    );
  }, { signal });
}
