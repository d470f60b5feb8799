/** Creates SVG elements, as `el` creates those of HTML. */

import { setAttribute } from "./dom.ts";

const namespace = "http://www.w3.org/2000/svg";

export function svgEl<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number | boolean | null | undefined> = {},
  ...children: Node[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children);
  return element;
}

/** `points` of a polygon or polyline. */
export function pointList(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
}
