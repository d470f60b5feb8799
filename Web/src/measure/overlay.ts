/** Measurements over the picture: lines, areas and values that keep their size on the screen, points to drag, and the mark where one would land. */

import type { Eye } from "../scene/eye.ts";
import type { Vec3 } from "../scene/rig.ts";
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
import type { MeasureKind, MeasurePoint, Snap } from "./types.ts";

/** One measurement to draw. */
export interface Drawn {
  /** Null: the one that is being made. */
  id: string | null;
  kind: MeasureKind;
  points: readonly MeasurePoint[];
  label: string;
  selected: boolean;
  /** Its points can be dragged. */
  handles: boolean;
  /** Something stands before its value. */
  behind: boolean;
}

export interface Scenery {
  eye: Eye;
  origin: Vec3;
  drawn: readonly Drawn[];
  /** Where a point would land. */
  mark: { at: Vec3; snap: Snap } | null;
  /** The next line would come from here. */
  from: Vec3 | null;
  /** Where the middle of the picture is marked, for fingers and keys. */
  crosshair: Pixel | null;
}

export interface OverlayTarget {
  /** A handle went down, moves, is let go. Pixels in the picture. */
  grab(id: string | null, index: number): void;
  drag(x: number, y: number): void;
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

  constructor(private readonly target: OverlayTarget) {
    this.element.append(this.fills, this.lines, this.labels, this.handles, this.mark, this.cross);
  }

  draw(scenery: Scenery): void {
    const { eye, drawn } = scenery;
    const { frame } = eye;
    setAttribute(this.element, "viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.fills.replaceChildren();
    this.lines.replaceChildren();
    const labels: { drawn: Drawn; at: Pixel; box: LabelBox }[] = [];
    for (const one of [...drawn].sort((a, b) => rank(a) - rank(b))) {
      const figure = figureOf(one.kind, one.points.map(({ at }) => near(at, scenery.origin)));
      const look = `${one.id === null ? "draft" : "kept"}${one.selected ? " selected" : ""}${
        one.behind ? " behind" : ""
      }`;
      if (figure.fill) {
        const corners = polygonOnScreen(eye, figure.fill);
        if (corners.length > 2) {
          this.fills.append(svgEl("polygon", { class: `measure-fill ${look}`, points: pointList(corners) }));
        }
      }
      for (const line of figure.lines) this.line(eye, line, look);
      for (const line of figure.dashed) this.line(eye, line, `${look} dashed`);
      const at = figure.label && one.label !== "" ? pixelOf(eye, figure.label) : null;
      if (at && !(one.behind && !one.selected)) {
        const size = { width: one.label.length * 7.7 + 24, height: labelHeight };
        const points = one.points.map((point) => pixelOf(eye, near(point.at, scenery.origin)));
        const box = labelBox(at, size, one.handles ? points.filter((point) => point !== null) : []);
        labels.push({ drawn: one, at, box });
      }
    }
    if (scenery.from && scenery.mark) {
      this.line(eye, [near(scenery.from, scenery.origin), near(scenery.mark.at, scenery.origin)], "draft next");
    }
    const open = { x: 0, y: frame.top, width: frame.width, height: frame.height - frame.top - frame.bottom };
    // The last drawn is the most important one.
    this.showLabels(freeLabels(labels.reverse(), open));
    this.showHandles(eye, scenery);
    this.showMark(eye, scenery);
    setAttribute(this.cross, "hidden", scenery.crosshair === null);
    this.cross.classList.toggle("off", scenery.crosshair === null);
    if (scenery.crosshair) this.cross.setAttribute("transform", `translate(${scenery.crosshair.join(" ")})`);
  }

  private line(eye: Eye, points: readonly Vec3[], look: string): void {
    for (const piece of lineOnScreen(eye, points)) {
      const list = pointList(piece);
      this.lines.append(
        svgEl("polyline", { class: `measure-line under ${look}`, points: list }),
        svgEl("polyline", { class: `measure-line ${look}`, points: list }),
      );
    }
  }

  private showLabels(labels: readonly { drawn: Drawn; box: LabelBox }[]): void {
    this.labels.replaceChildren(...labels.map(({ drawn, box }) => {
      const text = svgEl("text", { x: box.width / 2, y: 19 });
      text.textContent = drawn.label;
      const label = svgEl(
        "g",
        {
          class: `measure-label${drawn.selected ? " selected" : ""}${drawn.id === null ? " draft" : ""}`,
          transform: `translate(${box.x.toFixed(1)} ${box.y.toFixed(1)})`,
        },
        svgEl("rect", { width: box.width, height: box.height, rx: 8 }),
        text,
      );
      const { id } = drawn;
      if (id !== null) label.addEventListener("click", () => this.target.select(id));
      return label;
    }));
  }

  /** Kept while one is held: an element that goes loses its pointer. */
  private showHandles(eye: Eye, scenery: Scenery): void {
    const spots = scenery.drawn.filter(({ handles }) => handles).flatMap(({ id, points }) =>
      points.map((point, index) => ({ id, index, at: pixelOf(eye, near(point.at, scenery.origin)), snap: point.snap }))
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
      this.target.grab(id, index);
      const move = (now: PointerEvent): void => this.target.drag(...where(now));
      handle.addEventListener("pointermove", move);
      const end = (): void => {
        handle.removeEventListener("pointermove", move);
        if (!this.dragging) return;
        this.dragging = false;
        this.target.drop();
      };
      for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
        handle.addEventListener(name, end, { once: true });
      }
    });
    return handle;
  }

  private showMark(eye: Eye, { mark, origin }: Scenery): void {
    const at = mark && pixelOf(eye, near(mark.at, origin));
    this.mark.classList.toggle("off", at === null);
    if (!mark || !at) return;
    this.mark.setAttribute("transform", `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})`);
    if (this.mark.dataset.snap === mark.snap && this.mark.childElementCount > 0) return;
    this.mark.dataset.snap = mark.snap;
    const { letter } = snapMarks[mark.snap];
    const text = svgEl("text", { x: 14, y: -8 });
    text.textContent = letter;
    this.mark.replaceChildren(
      svgEl("path", { class: "under", d: shapes[mark.snap] }),
      svgEl("path", { d: shapes[mark.snap] }),
      text,
    );
  }
}

/** A shape for each thing to cling to. */
const shapes: Record<Snap, string> = {
  auto: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
  none: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
  surface: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
  vertex: "M-7 -7h14v14h-14z",
  edge: "M-8 7L8 -7M-9 -1L-1 -9M1 9L9 1",
  plane: "M-10 0L0 -6L10 0L0 6z",
  corner: "M-8 -8v16h16M-8 8L3 -3",
};

/** What is drawn later lies above. */
function rank(drawn: Drawn): number {
  return drawn.id === null ? 2 : drawn.selected ? 1 : 0;
}

/** From the world to the picture's coordinates. */
function near(point: Vec3, origin: Vec3): Vec3 {
  return [point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]];
}
