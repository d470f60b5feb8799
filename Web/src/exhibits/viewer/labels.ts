/**
 * Labels of parts beside the model, with lines to their anchors. The core places them (`LabelLayout`), so that they never
 * overlap. The list of parts has the same content for keyboards and screen readers.
 */

import type { Area, ExhibitCore, LabelInput, LabelLayout, LabelPosition } from "../../core/exhibit.ts";
import { el } from "../../ui/dom.ts";
import { svgEl } from "../../ui/svg.ts";
import { corners } from "../stage/boxes.ts";
import type { ExhibitStage } from "../stage/exhibit-stage.ts";
import { anchorOf, type FlatPart } from "../stage/part-tree.ts";

/** Pixels between the labels and the edges of the image. */
const margin = 12;
/** An anchor farther from the camera than the centre, by this fraction of the radius, is on the far side. */
const farSide = 0.12;
/** Parts of parts are labelled when the camera is nearer than this fraction of the first distance. */
const nearFraction = 0.62;
/** A label that moves by more than its height in one frame fades in at its new position. */
const jump = 1.2;

interface PartLabel {
  part: FlatPart;
  element: HTMLElement;
  line: SVGLineElement;
  dot: SVGCircleElement;
  width: number;
  height: number;
  last: LabelPosition;
}

export class PartLabels {
  readonly element: HTMLElement;
  isOn = true;
  selected: string | null = null;
  private readonly lines = svgEl("svg", { class: "exhibit-lines" });
  private readonly layout: LabelLayout;
  private labels: PartLabel[] = [];
  private areMeasured = false;

  constructor(private readonly stage: ExhibitStage, core: ExhibitCore, private readonly select: (id: string) => void) {
    this.layout = core.labels();
    // The list of parts says the same.
    this.element = el("div", { class: "exhibit-labels", "aria-hidden": "true" }, this.lines);
    this.element.addEventListener("click", (event) => {
      const id = (event.target as Element).closest<HTMLElement>(".exhibit-label")?.dataset.part;
      if (id !== undefined) this.select(id);
    });
  }

  /** The labels of a model. */
  setParts(parts: readonly FlatPart[]): void {
    this.labels = parts.map((part) => ({
      part,
      element: el("div", { class: "exhibit-label", "data-part": part.part.id, hidden: true }, part.part.name),
      line: svgEl("line"),
      dot: svgEl("circle", { r: 2.5 }),
      width: 0,
      height: 0,
      last: { side: "hidden", x: 0, y: 0 },
    }));
    this.lines.replaceChildren(...this.labels.flatMap(({ line, dot }) => [line, dot]));
    this.element.replaceChildren(this.lines, ...this.labels.map(({ element }) => element));
    this.areMeasured = false;
  }

  /** The text has another size: labels are measured again. */
  measure(): void {
    this.areMeasured = false;
    this.stage.invalidate();
  }

  /** The rectangles of the labels that are shown, for tests. */
  get shown(): { part: string; x: number; y: number; width: number; height: number }[] {
    return this.labels.filter(({ last }) => last.side !== "hidden").map(({ part, last, width, height }) => ({
      part: part.part.id,
      x: last.x,
      y: last.y,
      width,
      height,
    }));
  }

  dispose(): void {
    this.layout.free();
  }

  /** After each movement of the camera. */
  update(firstDistance: number): void {
    this.element.hidden = !this.isOn;
    const model = this.stage.model;
    if (!this.isOn || !model || this.labels.length === 0) return;
    if (!this.areMeasured) this.readSizes();
    const { stage } = this;
    const { width, height, top, bottom } = stage.frame;
    const outline = corners(model.currentBox).map((corner) => stage.project(corner));
    const outer: Area = {
      minX: Math.min(...outline.map(({ x }) => x)),
      minY: Math.min(...outline.map(({ y }) => y)),
      maxX: Math.max(...outline.map(({ x }) => x)),
      maxY: Math.max(...outline.map(({ y }) => y)),
    };
    const area: Area = { minX: margin, minY: top + margin, maxX: width - margin, maxY: height - bottom - margin };
    const { min, max } = model.box;
    const radius = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2;
    const center = stage.project([(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]);
    const isNear = stage.view.distance < nearFraction * firstDistance;
    const anchors = this.labels.map(({ part }) => stage.project(anchorOf(part, stage.exploded)));
    const inputs = this.labels.map((label, i) => this.inputOf(label, anchors[i]!, { area, isNear }));
    const positions = this.layout.place(inputs, area, outer);
    this.labels.forEach((label, i) => {
      const isFar = anchors[i]!.depth > center.depth + farSide * radius;
      this.put(label, positions[i]!, anchors[i]!, isFar);
    });
  }

  private inputOf(
    { part, width, height }: PartLabel,
    anchor: { x: number; y: number; depth: number },
    { area, isNear }: { area: Area; isNear: boolean },
  ): LabelInput {
    const isSelected = part.part.id === this.selected;
    const isInside = anchor.depth > 0 && anchor.x > area.minX && anchor.x < area.maxX && anchor.y > area.minY &&
      anchor.y < area.maxY;
    const isWanted = part.depth === 0 || isSelected || isNear || part.parent === this.selected;
    const priority = isInside && isWanted ? (isSelected ? 10 : 5 - part.depth) : -1;
    return { x: anchor.x, y: anchor.y, width, height, priority };
  }

  private put(label: PartLabel, position: LabelPosition, anchor: { x: number; y: number }, isFar: boolean): void {
    const { element, line, dot, last, width, height } = label;
    const isShown = position.side !== "hidden";
    const jumps = last.side !== position.side || Math.abs(last.y - position.y) > jump * height;
    label.last = position;
    element.hidden = !isShown;
    line.style.display = dot.style.display = isShown ? "" : "none";
    if (!isShown) return;
    const isSelected = label.part.part.id === this.selected;
    for (const each of [element, line, dot]) {
      each.classList.toggle("far", isFar && !isSelected);
      each.classList.toggle("selected", isSelected);
    }
    if (jumps) restart(element);
    element.style.transform = `translate(${position.x.toFixed(1)}px, ${position.y.toFixed(1)}px)`;
    line.setAttribute("x1", (position.side === "left" ? position.x + width : position.x).toFixed(1));
    line.setAttribute("y1", (position.y + height / 2).toFixed(1));
    line.setAttribute("x2", anchor.x.toFixed(1));
    line.setAttribute("y2", anchor.y.toFixed(1));
    dot.setAttribute("cx", anchor.x.toFixed(1));
    dot.setAttribute("cy", anchor.y.toFixed(1));
  }

  private readSizes(): void {
    for (const label of this.labels) label.element.hidden = false;
    for (const label of this.labels) {
      label.width = label.element.offsetWidth;
      label.height = label.element.offsetHeight;
    }
    this.areMeasured = true;
  }
}

/** Lets the animation that fades a label in run again. */
function restart(element: HTMLElement): void {
  for (const animation of element.getAnimations()) {
    animation.cancel();
    animation.play();
  }
}
