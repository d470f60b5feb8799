/** Measurements drawn over the image as SVG: lines, areas and labels of constant size, handles to drag, and the snap preview. */

import type { ViewProjection } from "../scene/view-projection.ts";
import type { Vec3 } from "../scene/view.ts";
import { setAttribute } from "../ui/dom.ts";
import { pointList, svgEl } from "../ui/svg.ts";
import {
  figureOf,
  freeLabels,
  type LabelBox,
  labelBox,
  lineOnScreen,
  type Pixel,
  pixelOf,
  polygonOnScreen,
} from "./figures.ts";
import { snapMarks } from "./kinds.ts";
import type { SnapPreview } from "./point-placement.ts";
import type { MeasureKind, MeasurePoint, Snap } from "./types.ts";

export interface DrawnMeasurement {
  /** Null: the draft. */
  id: string | null;
  kind: MeasureKind;
  points: readonly MeasurePoint[];
  label: string;
  isSelected: boolean;
  /** Its points can be dragged. */
  hasHandles: boolean;
  /** A surface is in front of its label. */
  isOccluded: boolean;
}

export interface OverlayFrame {
  eye: ViewProjection;
  origin: Vec3;
  measurements: readonly DrawnMeasurement[];
  /** Where a point would be placed. */
  preview: SnapPreview | null;
  /** The line to the preview starts here. */
  lineStart: Vec3 | null;
  /** Marks the centre of the image, for touch and keys. */
  crosshair: Pixel | null;
}

export interface OverlayEvents {
  /** A handle is grabbed, moved, released. Pixels of the image. */
  grab(id: string | null, index: number): void;
  drag(pixel: Pixel): void;
  drop(): void;
  select(id: string): void;
}

const labelHeight = 28;

export class MeasureOverlay {
  readonly element = svgEl("svg", { class: "measure-overlay", "aria-hidden": "true" });
  private readonly fills = svgEl("g");
  private readonly lines = svgEl("g");
  private readonly handles = svgEl("g");
  private readonly labels = svgEl("g");
  private readonly mark = svgEl("g", { class: "measure-mark" });
  private readonly cross = svgEl("path", { class: "measure-cross", d: "M-16 0h11M5 0h11M0 -16v11M0 5v11" });
  private dragging = false;

  constructor(private readonly events: OverlayEvents) {
    this.element.append(this.fills, this.lines, this.labels, this.handles, this.mark, this.cross);
  }

  draw(scene: OverlayFrame): void {
    const { eye, measurements, origin } = scene;
    const { frame } = eye;
    setAttribute(this.element, "viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.fills.replaceChildren();
    this.lines.replaceChildren();
    const labels: { measurement: DrawnMeasurement; box: LabelBox }[] = [];
    for (const one of [...measurements].sort((a, b) => drawingOrder(a) - drawingOrder(b))) {
      const figure = figureOf(one.kind, one.points.map(({ at }) => inScene(at, origin)));
      const style = styleOf(one);
      if (figure.fill) {
        const corners = polygonOnScreen(eye, figure.fill);
        if (corners.length > 2) {
          this.fills.append(svgEl("polygon", { class: `measure-fill ${style}`, points: pointList(corners) }));
        }
      }
      for (const line of figure.lines) this.line(eye, line, style);
      for (const line of figure.dashed) this.line(eye, line, `${style} dashed`);
      const at = figure.label && one.label !== "" ? pixelOf(eye, figure.label) : null;
      if (at && (one.isSelected || !one.isOccluded)) {
        const size = { width: one.label.length * 7.7 + 24, height: labelHeight };
        const points = one.points.map((point) => pixelOf(eye, inScene(point.at, origin)));
        const box = labelBox(at, size, one.hasHandles ? points.filter((point) => point !== null) : []);
        labels.push({ measurement: one, box });
      }
    }
    if (scene.lineStart && scene.preview) {
      this.line(eye, [inScene(scene.lineStart, origin), inScene(scene.preview.at, origin)], "draft next");
    }
    const open = { x: 0, y: frame.top, width: frame.width, height: frame.height - frame.top - frame.bottom };
    // The last drawn is the most important one.
    this.showLabels(freeLabels(labels.reverse(), open));
    this.showHandles(scene);
    this.showPreview(scene);
    setAttribute(this.cross, "hidden", scene.crosshair === null);
    this.cross.classList.toggle("off", scene.crosshair === null);
    if (scene.crosshair) this.cross.setAttribute("transform", `translate(${scene.crosshair.join(" ")})`);
  }

  private line(eye: ViewProjection, points: readonly Vec3[], style: string): void {
    for (const piece of lineOnScreen(eye, points)) {
      const list = pointList(piece);
      this.lines.append(
        svgEl("polyline", { class: `measure-line under ${style}`, points: list }),
        svgEl("polyline", { class: `measure-line ${style}`, points: list }),
      );
    }
  }

  private showLabels(labels: readonly { measurement: DrawnMeasurement; box: LabelBox }[]): void {
    this.labels.replaceChildren(...labels.map(({ measurement, box }) => {
      const text = svgEl("text", { x: box.width / 2, y: 19 });
      text.textContent = measurement.label;
      const label = svgEl(
        "g",
        {
          class: `measure-label${measurement.isSelected ? " selected" : ""}${measurement.id === null ? " draft" : ""}`,
          transform: `translate(${box.x.toFixed(1)} ${box.y.toFixed(1)})`,
        },
        svgEl("rect", { width: box.width, height: box.height, rx: 8 }),
        text,
      );
      const { id } = measurement;
      if (id !== null) label.addEventListener("click", () => this.events.select(id));
      return label;
    }));
  }

  /** The elements stay during a drag: a removed element loses its pointer capture. */
  private showHandles({ eye, origin, measurements }: OverlayFrame): void {
    const spots = measurements.filter(({ hasHandles }) => hasHandles).flatMap(({ id, points }) =>
      points.map((point, index) => ({ id, index, at: pixelOf(eye, inScene(point.at, origin)), snap: point.snap }))
    );
    if (!this.dragging || spots.length !== this.handles.childElementCount) {
      this.handles.replaceChildren(...spots.map(({ id, index }) => this.handle(id, index)));
    }
    spots.forEach(({ at }, i) => {
      const handle = this.handles.children[i]!;
      handle.classList.toggle("off", at === null);
      if (at) handle.setAttribute("transform", `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})`);
    });
  }

  private handle(id: string | null, index: number): SVGElement {
    const handle = svgEl(
      "g",
      { class: "measure-handle", "data-index": index },
      svgEl("circle", { class: "reach", r: 22 }),
      svgEl("circle", { class: "dot", r: 6 }),
    );
    const where = (event: PointerEvent): Pixel => {
      const area = this.element.getBoundingClientRect();
      return [event.clientX - area.left, event.clientY - area.top];
    };
    handle.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      handle.setPointerCapture(event.pointerId);
      this.dragging = true;
      this.events.grab(id, index);
      const move = (now: PointerEvent): void => this.events.drag(where(now));
      handle.addEventListener("pointermove", move);
      const end = (): void => {
        handle.removeEventListener("pointermove", move);
        if (!this.dragging) return;
        this.dragging = false;
        this.events.drop();
      };
      for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
        handle.addEventListener(name, end, { once: true });
      }
    });
    return handle;
  }

  private showPreview({ eye, preview, origin }: OverlayFrame): void {
    const at = preview && pixelOf(eye, inScene(preview.at, origin));
    this.mark.classList.toggle("off", at === null);
    if (!preview || !at) return;
    this.mark.setAttribute("transform", `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})`);
    if (this.mark.dataset.snap === preview.snap && this.mark.childElementCount > 0) return;
    this.mark.dataset.snap = preview.snap;
    const { letter } = snapMarks[preview.snap];
    const text = svgEl("text", { x: 14, y: -8 });
    text.textContent = letter;
    this.mark.replaceChildren(
      svgEl("path", { class: "under", d: shapes[preview.snap] }),
      svgEl("path", { d: shapes[preview.snap] }),
      text,
    );
  }
}

/** A shape for each feature that a point can snap to. */
const shapes: Record<Snap, string> = {
  auto: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
  none: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
  surface: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
  vertex: "M-7 -7h14v14h-14z",
  edge: "M-8 7L8 -7M-9 -1L-1 -9M1 9L9 1",
  plane: "M-10 0L0 -6L10 0L0 6z",
  corner: "M-8 -8v16h16M-8 8L3 -3",
};

/** Later ones are drawn over earlier ones. */
function drawingOrder({ id, isSelected }: DrawnMeasurement): number {
  return id === null ? 2 : isSelected ? 1 : 0;
}

function styleOf({ id, isSelected, isOccluded }: DrawnMeasurement): string {
  return `${id === null ? "draft" : "kept"}${isSelected ? " selected" : ""}${isOccluded ? " behind" : ""}`;
}

/** From world to scene coordinates. */
function inScene(point: Vec3, origin: Vec3): Vec3 {
  return [point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]];
}
