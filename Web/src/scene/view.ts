/**
 * The camera of the free look: a target, yaw and pitch around it, the visible extent and the field of view. Angles are
 * radians, lengths metres, the world is y-up. Pure functions: each returns a new view.
 */

export type Vec3 = readonly [number, number, number];

export interface Box {
  min: Vec3;
  max: Vec3;
}

export interface View {
  target: Vec3;
  /** Around the vertical axis; 0 looks from +z towards −z, positive angles move the camera towards +x. */
  yaw: number;
  /** Above the horizon. */
  pitch: number;
  /** The height of the image at the target, in metres. */
  span: number;
  /** Vertical field of view. */
  fov: number;
}

export interface Lens {
  fov: number;
  lowest: number;
  highest: number;
  /** The pitch of the first view. */
  pitch: number;
}

const degree = Math.PI / 180;

/** The limits of the free look. */
export const lens: Lens = { fov: 50 * degree, lowest: -80 * degree, highest: 88 * degree, pitch: 24 * degree };

/** The yaw of the first view: diagonally onto the long side, as on the thumbnail; in a tall image along it. */
export function firstYaw(box: Box, frame: Frame): number {
  const long = box.max[2] - box.min[2] > 1.05 * (box.max[0] - box.min[0]);
  const tall = frame.width < 0.8 * frame.height;
  return (long !== tall ? 114 : 24) * degree;
}

/** The size of the image in pixels, and the margins that controls cover. */
export interface Frame {
  width: number;
  height: number;
  top: number;
  bottom: number;
}

export function distance(view: View): number {
  return view.span / (2 * Math.tan(view.fov / 2));
}

/** Unit vectors: to the right and up in the image, and from the target towards the camera. */
export function axes(view: View): { right: Vec3; up: Vec3; toward: Vec3 } {
  const sy = Math.sin(view.yaw);
  const cy = Math.cos(view.yaw);
  const sp = Math.sin(view.pitch);
  const cp = Math.cos(view.pitch);
  return { right: [cy, 0, -sy], up: [-sp * sy, cp, -sp * cy], toward: [sy * cp, sp, cy * cp] };
}

export function eye(view: View): Vec3 {
  return add(view.target, axes(view).toward, distance(view));
}

/**
 * The view that shows all points as large as possible in the centre of the uncovered part of the frame.
 *
 * Each point requires |x − eye.x| ≤ limit · (eye.z − z) in the axes of the image, and the same for y: the tightest
 * constraints on both sides of the narrower axis give the distance. The target has the depth of `centre`, so that the
 * camera orbits it.
 */
export function fit(
  points: readonly Vec3[],
  centre: Vec3,
  yaw: number,
  frame: Frame,
  pitch = lens.pitch,
  margin = 1.08,
): View {
  const tangent = Math.tan(lens.fov / 2);
  const vertical = tangent * Math.max(0.2, (frame.height - frame.top - frame.bottom) / frame.height) / margin;
  const horizontal = tangent * (frame.width / frame.height) / margin;
  const { right, up, toward } = axes({ target: centre, yaw, pitch, span: 1, fov: lens.fov });
  const depths = points.map((point) => dot(point, toward));
  const across = points.map((point) => dot(point, right));
  const upward = points.map((point) => dot(point, up));
  const eyeDepth = Math.max(neededDepth(across, depths, horizontal), neededDepth(upward, depths, vertical));
  const depth = dot(centre, toward);
  const sideways = scale(right, balanced(across, depths, eyeDepth));
  const target = add(add(sideways, up, balanced(upward, depths, eyeDepth)), toward, depth);
  return { target, yaw, pitch, span: Math.max(0.05, 2 * (eyeDepth - depth) * tangent), fov: lens.fov };
}

function neededDepth(values: number[], depths: number[], limit: number): number {
  let low = Infinity;
  let high = -Infinity;
  values.forEach((value, i) => {
    const reach = limit * depths[i]!;
    low = Math.min(low, value - reach);
    high = Math.max(high, value + reach);
  });
  return (high - low) / (2 * limit);
}

/**
 * The position of the eye that sees equally far to both sides. Perspective makes the outermost points depend on it:
 * Newton's method on a piecewise linear function.
 */
function balanced(values: number[], depths: number[], eyeDepth: number): number {
  let eye = 0;
  for (let round = 0; round < 8; round += 1) {
    let low = Infinity;
    let lowAway = 1;
    let high = -Infinity;
    let highAway = 1;
    values.forEach((value, i) => {
      const away = eyeDepth - depths[i]!;
      const slope = (value - eye) / away;
      if (slope < low) [low, lowAway] = [slope, away];
      if (slope > high) [high, highAway] = [slope, away];
    });
    eye += (low + high) / (1 / lowAway + 1 / highAway);
  }
  return eye;
}

/** The view from a point at another. */
export function lookingAt(eye: Vec3, target: Vec3): View {
  const toward = add(eye, target, -1);
  const away = length(toward);
  const pitch = Math.asin(clamp(toward[1] / Math.max(away, 1e-6), -1, 1));
  const span = 2 * away * Math.tan(lens.fov / 2);
  return {
    target,
    yaw: Math.atan2(toward[0], toward[2]),
    pitch: clamp(pitch, lens.lowest, lens.highest),
    span: Math.max(0.05, span),
    fov: lens.fov,
  };
}

export function orbit(view: View, turn: number, tilt: number): View {
  return { ...view, yaw: view.yaw + turn, pitch: view.pitch + tilt };
}

/** Moves the content of the image by metres to the right and up. */
export function pan(view: View, right: number, up: number): View {
  const a = axes(view);
  return { ...view, target: add(add(view.target, a.right, -right), a.up, -up) };
}

/** Scales the span by `factor`; the point at (x, y), in half image heights from the centre, stays fixed. */
export function zoom(view: View, factor: number, x = 0, y = 0): View {
  const span = view.span * factor;
  const shift = (span - view.span) / 2;
  return { ...pan(view, x * shift, y * shift), span };
}

/** The view with pitch, distance and target within the limits for a space of this size. */
export function bounded(view: View, box: Box): View {
  const diagonal = length(add(box.max, box.min, -1));
  const room = 0.15 * diagonal;
  const target = view.target.map((value, axis) =>
    clamp(value, (box.min[axis] ?? 0) - room, (box.max[axis] ?? 0) + room)
  ) as unknown as Vec3;
  return {
    target,
    yaw: view.yaw,
    pitch: clamp(view.pitch, lens.lowest, lens.highest),
    span: clamp(view.span, 0.02 * diagonal, 4 * diagonal),
    fov: lens.fov,
  };
}

/** Interpolates between two views by the smaller rotation; spans geometrically, so that the zoom is uniform. */
export function between(a: View, b: View, t: number): View {
  const mix = (p: number, q: number): number => p + (q - p) * t;
  return {
    target: [mix(a.target[0], b.target[0]), mix(a.target[1], b.target[1]), mix(a.target[2], b.target[2])],
    yaw: a.yaw + shortTurn(b.yaw - a.yaw) * t,
    pitch: mix(a.pitch, b.pitch),
    span: a.span * Math.pow(b.span / a.span, t),
    fov: mix(a.fov, b.fov),
  };
}

export function easeOut(t: number): number {
  return 1 - Math.pow(1 - clamp(t, 0, 1), 3);
}

/** The same angle between −π and π. */
export function shortTurn(turn: number): number {
  return turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
}

export function sameView(a: View, b: View): boolean {
  return length(add(a.target, b.target, -1)) < 1e-3 * a.span && Math.abs(shortTurn(a.yaw - b.yaw)) < 1e-3 &&
    Math.abs(a.pitch - b.pitch) < 1e-3 && Math.abs(a.span / b.span - 1) < 1e-3;
}

/** Near and far planes that contain the whole box for every position of the camera. */
export function clippingRange(view: View, box: Box): { near: number; far: number } {
  const reach = length(add(view.target, middle(box), -1)) + length(add(box.max, box.min, -1));
  const away = distance(view);
  return { near: Math.max(away - reach, away * 0.02, 0.005), far: away + reach + 1 };
}

export function middle(box: Box): Vec3 {
  return scale(add(box.min, box.max, 1), 0.5);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

export function corners(box: Box): Vec3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i): Vec3 => [
    (i & 1 ? box.max : box.min)[0],
    (i & 2 ? box.max : box.min)[1],
    (i & 4 ? box.max : box.min)[2],
  ]);
}

function add(a: Vec3, b: Vec3, times: number): Vec3 {
  return [a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times];
}

function scale(a: Vec3, by: number): Vec3 {
  return [a[0] * by, a[1] * by, a[2] * by];
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function length(a: Vec3): number {
  return Math.sqrt(dot(a, a));
}
