/** The measurements that participants show to each other, over the image: lines with their length in the visitor's units. */

import type { LiveMeasurement } from "../core/live.ts";
import { lineOnScreen, pixelOf } from "../measure/figures.ts";
import type { ViewProjection } from "../scene/view-projection.ts";
import type { Vec3 } from "../scene/view.ts";
import { setAttribute } from "../ui/dom.ts";
import { pointList, svgEl } from "../ui/svg.ts";
import { formatLength, units } from "../ui/units.ts";

export class SharedLines {
  readonly element = svgEl("svg", { class: "live-lines", "aria-hidden": "true" });
  private drawn = "";

  /** Draws the lines as the camera sees them; nothing where nothing has changed. */
  draw(eye: ViewProjection, measurements: readonly LiveMeasurement[]): void {
    const { width, height } = eye.frame;
    const parts = measurements.map((one) => figure(eye, one));
    const drawn = `${width} ${height} ${units.lengths.peek()} ${parts.map(({ key }) => key).join("|")}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    setAttribute(this.element, "viewBox", `0 0 ${width} ${height}`);
    this.element.replaceChildren(...parts.map(({ make }) => make()));
  }
}

function figure(eye: ViewProjection, one: LiveMeasurement): { key: string; make(): SVGElement } {
  const points = one.isClosed ? [...one.points, one.points[0]!] : [...one.points];
  const lines = lineOnScreen(eye, points).map(pointList);
  const at = pixelOf(eye, middle(points));
  const text = lengthText(one);
  return {
    key: `${one.id} ${one.color} ${lines.join(";")} ${at?.map((value) => value.toFixed(1)) ?? ""}`,
    make: () => {
      const group = svgEl("g", { class: "live-line", "data-measurement": one.id });
      group.style.setProperty("--color", one.color);
      for (const line of lines) {
        group.append(
          svgEl("polyline", { class: "live-line-halo", points: line }),
          svgEl("polyline", { class: "live-line-stroke", points: line }),
        );
      }
      if (at) {
        const label = svgEl("text", { class: "live-line-text", x: at[0].toFixed(1), y: (at[1] - 8).toFixed(1) });
        label.textContent = text;
        group.append(label);
      }
      return group;
    },
  };
}

/** The length in the visitor's units. */
export function lengthText({ length }: Pick<LiveMeasurement, "length">): string {
  return formatLength(length, units.lengths.peek());
}

/** The point halfway along a line. */
export function middle(points: readonly Vec3[]): Vec3 {
  const lengths = points.slice(1).map((point, i) => distance(points[i]!, point));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [i, length] of lengths.entries()) {
    const a = points[i]!;
    const b = points[i + 1]!;
    if (left <= length && length > 0) {
      const t = left / length;
      return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
    }
    left -= length;
  }
  return points[0] ?? [0, 0, 0];
}

function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
