/** A drawing for each step of the introduction: lines with the hues of moods. They repeat the text, so they are hidden from screen readers. */

import { svgEl } from "../../ui/svg.ts";
import type { OnboardingStep } from "./onboarding-store.ts";

/** A path and the class that colours it. */
type Part = readonly [path: string, colour: "line" | "joy" | "calm" | "wonder" | "longing" | "sorrow" | "soft"];

const floor = "M100 58 178 92 100 126 22 92z";
const heart = (x: number, y: number, s: number): string =>
  `M${x} ${y + 7 * s}c${-7 * s} ${-5 * s} ${-9 * s} ${-8 * s} ${-9 * s} ${-11 * s}a${4.6 * s} ${4.6 * s} 0 0 1 ${
    9 * s
  } ` +
  `${-1.4 * s}a${4.6 * s} ${4.6 * s} 0 0 1 ${9 * s} ${1.4 * s}c0 ${3 * s} ${-2 * s} ${6 * s} ${-9 * s} ${11 * s}z`;
const star = (x: number, y: number, r: number): string =>
  `M${x} ${y - r}q${0.12 * r} ${0.88 * r} ${r} ${r}q${-0.88 * r} ${0.12 * r} ${-r} ${r}q${-0.12 * r} ${
    -0.88 * r
  } ${-r} ` +
  `${-r}q${0.88 * r} ${-0.12 * r} ${r} ${-r}z`;
const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const figure = (x: number, y: number): string =>
  `${circle(x, y - 24, 7)}M${x - 9} ${y}c0-9 3-14 9-14s9 5 9 14c-5 3-13 3-18 0z`;

const drawings: Readonly<Record<OnboardingStep["name"], readonly Part[]>> = {
  room: [
    [floor, "soft"],
    [figure(66, 92), "joy"],
    [figure(104, 106), "calm"],
    [figure(138, 88), "wonder"],
    ["M54 50h24M92 64h24M126 46h24", "line"],
  ],
  companions: [
    [floor, "soft"],
    ["M78 100c0-22 8-36 22-36s22 14 22 36c-10 7-34 7-44 0z", "longing"],
    ["M84 70 80 52 92 63M116 70 120 52 108 63", "longing"],
    [`${circle(92, 82, 2)}${circle(108, 82, 2)}M94 91c4 4 8 4 12 0`, "line"],
    ["M140 96h20M154 90l6 6-6 6M60 96H40M46 90l-6 6 6 6", "line"],
  ],
  effects: [
    [floor, "soft"],
    [star(72, 54, 16), "joy"],
    [star(94, 84, 8), "joy"],
    [heart(118, 50, 1.7), "longing"],
    [circle(140, 82, 9), "sorrow"],
    [circle(120, 96, 5), "sorrow"],
    ["M56 84l8 4-3 7-8-4zM148 48l7 6-6 6-6-6z", "calm"],
  ],
  safety: [
    ["M100 34 132 46v24c0 20-13 33-32 42-19-9-32-22-32-42V46z", "calm"],
    ["m86 72 10 10 19-21", "line"],
    ["M28 66h9l10-9v30l-10-9h-9zM54 64a12 12 0 0 1 0 16", "line"],
    ["M150 56h24v32h-24zM144 64v16M180 64v16", "line"],
  ],
};

export function onboardingDrawing(name: OnboardingStep["name"]): SVGSVGElement {
  const paths = drawings[name].map(([d, colour]) => svgEl("path", { d, class: `drawing-${colour}` }));
  return svgEl("svg", { viewBox: "0 20 200 112", class: "onboarding-drawing", "aria-hidden": "true" }, ...paths);
}
