/** The frame of the stage, in which the model is shown, and its first view. Without three.js: it is known before the stage is. */

import type { Box, Vec3 } from "../../core/vectors.ts";
import { type ExhibitCore, exhibitMotion, type OrbitPose } from "../../core/exhibit.ts";

/** Vertical, in radians. */
export const { fieldOfView } = exhibitMotion;
/** Seconds of a flight to a part. */
export const flightTime = 0.9;
/** Up to this width in pixels the dock covers a part of the image, beyond it the image goes on beside the dock. */
const narrowWidth = 900;
/** Pixels that the dock covers of wide images. */
const wideBottom = 84;

/** Pixels of the image that controls cover. */
export interface Insets {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** CSS pixels. */
export interface Frame extends Insets {
  width: number;
  height: number;
}

export const noInsets: Insets = { top: 0, bottom: 0, left: 0, right: 0 };

/** What the bar above and the controls below cover of a view. */
export function insetsOf(view: HTMLElement, lower: HTMLElement): Insets {
  const top = view.parentElement?.querySelector(".exhibit-bar")?.getBoundingClientRect().height ?? 0;
  const bottom = view.clientWidth > narrowWidth ? wideBottom : lower.getBoundingClientRect().height;
  return { ...noInsets, top, bottom };
}

/** Tangents of half the fields of view of the uncovered part of the image. */
export function tangentsOf({ width, height, top, bottom, left, right }: Frame): { x: number; y: number } {
  const tangent = Math.tan(fieldOfView / 2);
  const share = (covered: number, all: number): number => Math.max(0.3, 1 - covered / all);
  // The centre stays in the middle horizontally: the wider side counts twice.
  return {
    x: tangent * width / height * share(2 * Math.max(left, right), width),
    y: tangent * share(top + bottom, height),
  };
}

export function centerOf({ min, max }: Box): Vec3 {
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

/** The distance of the first view. `fit`: that from which the model is just in the image. */
export function homeDistance(
  fit: (yaw: number, pitch: number, tangentX: number, tangentY: number) => number,
  { x, y }: { x: number; y: number },
): number {
  return exhibitMotion.homeMargin * fit(exhibitMotion.homeYaw, exhibitMotion.homePitch, x, y);
}

/** The first view of a model. */
export function homePose(box: Box, distance: number): OrbitPose {
  return { yaw: exhibitMotion.homeYaw, pitch: exhibitMotion.homePitch, distance, target: centerOf(box) };
}

/** The rectangle of a model's poster in the frame, CSS pixels: where it covers the model in its first view. */
export function posterRectangle(
  core: ExhibitCore,
  box: Box,
  frame: Frame,
  aspect: number,
): { x: number; y: number; width: number; height: number } {
  const orbit = core.orbit(box, box.min[1], homePose(box, 1));
  try {
    const fit = orbit.fit.bind(orbit);
    const tangent = Math.tan(fieldOfView / 2);
    const drawn = homeDistance(fit, { x: tangent * aspect, y: tangent });
    // A metre at the target is as many pixels as the distance is small.
    const height = frame.height * drawn / homeDistance(fit, tangentsOf(frame));
    const width = height * aspect;
    const middle = (frame.height + frame.top - frame.bottom) / 2;
    return { x: (frame.width - width) / 2, y: middle - height / 2, width, height };
  } finally {
    orbit.free();
  }
}
