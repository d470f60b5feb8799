import { ok, strictEqual } from "./assert.ts";
import { outline } from "../src/scene/outline.ts";
import {
  axes,
  between,
  bounded,
  type Box,
  clippingRange,
  corners,
  distance,
  easeOut,
  eye,
  firstYaw,
  fit,
  type Frame,
  lens,
  middle,
  pan,
  sameView,
  shortTurn,
  type Vec3,
  type View,
  zoom,
} from "../src/scene/view.ts";

const room: Box = { min: [-2.6, 0, -2], max: [2.6, 2.6, 2] };
const wide: Frame = { width: 1440, height: 900, top: 64, bottom: 90 };
const tall: Frame = { width: 390, height: 844, top: 90, bottom: 180 };

/** Where a point is in the picture, in pixels from the top left, as the viewer draws it. */
function project(view: View, frame: Frame, p: Vec3): { x: number; y: number; depth: number } {
  const { right, up, toward } = axes(view);
  const from = eye(view);
  const d = p.map((value, i) => value - from[i]!) as unknown as Vec3;
  const dot = (a: Vec3): number => a[0] * d[0] + a[1] * d[1] + a[2] * d[2];
  const depth = -dot(toward);
  const scale = frame.height / 2 / Math.tan(view.fov / 2) / depth;
  return {
    x: frame.width / 2 + dot(right) * scale,
    y: (frame.height + frame.top - frame.bottom) / 2 - dot(up) * scale,
    depth,
  };
}

function near(a: number, b: number, tolerance = 1e-6): void {
  ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);
}

Deno.test("a view without turn and tilt looks along -z with y up", () => {
  const view: View = { target: [1, 2, 3], yaw: 0, pitch: 0, span: 2, fov: Math.PI / 2 };
  near(distance(view), 1);
  eye(view).forEach((value, i) => near(value, [1, 2, 4][i]!));
  axes(view).up.forEach((value, i) => near(value, [0, 1, 0][i]!));
});

Deno.test("the axes are orthonormal and right-handed at any angle", () => {
  for (const [yaw, pitch] of [[0.3, 0.9], [-2, -1.1], [4, 0.2]] as const) {
    const { right: r, up: u, toward: t } = axes({ target: [0, 0, 0], yaw, pitch, span: 1, fov: 1 });
    const cross = [r[1] * u[2] - r[2] * u[1], r[2] * u[0] - r[0] * u[2], r[0] * u[1] - r[1] * u[0]];
    cross.forEach((value, i) => near(value, t[i]!));
    near(Math.hypot(...r), 1);
    near(Math.hypot(...u), 1);
  }
});

Deno.test("a fitted box lies between the bars, touches them nearly and is centred, in both formats", () => {
  for (const frame of [wide, tall]) {
    for (const yaw of [0, 0.56, 2.2]) {
      const view = fit(corners(room), middle(room), yaw, frame);
      const seen = corners(room).map((corner) => project(view, frame, corner));
      const [left, right] = [Math.min(...seen.map((p) => p.x)), Math.max(...seen.map((p) => p.x))];
      const [top, bottom] = [Math.min(...seen.map((p) => p.y)), Math.max(...seen.map((p) => p.y))];
      ok(seen.every((p) => p.depth > 0));
      ok(left >= 0 && right <= frame.width, `${left} to ${right}`);
      ok(top >= frame.top && bottom <= frame.height - frame.bottom, `${top} to ${bottom}`);
      near((left + right) / 2, frame.width / 2, 4);
      near((top + bottom) / 2, (frame.height + frame.top - frame.bottom) / 2, 4);
      const filled = Math.max(
        (right - left) / frame.width,
        (bottom - top) / (frame.height - frame.top - frame.bottom),
      );
      ok(filled > 0.8, `only ${filled} filled`);
    }
  }
});

Deno.test("a place is first seen across its long side, in a tall picture along it", () => {
  const turned: Box = { min: [-2, 0, -2.6], max: [2, 2.6, 2.6] };
  strictEqual(firstYaw(room, wide), firstYaw(turned, tall));
  strictEqual(firstYaw(turned, wide), firstYaw(room, tall));
  ok(firstYaw(room, wide) !== firstYaw(room, tall));
});

Deno.test("zooming keeps the point under the pointer in its place", () => {
  const view = fit(corners(room), middle(room), 0.5, wide);
  const [x, y] = [0.6, -0.4]; // half heights from the middle
  const { right, up } = axes(view);
  const under = view.target.map((value, i) => value + (right[i]! * x + up[i]! * y) * view.span / 2) as unknown as Vec3;
  const after = zoom(view, 0.5, x, y);
  near(after.span, view.span / 2);
  const [before, now] = [project(view, wide, under), project(after, wide, under)];
  near(before.x, now.x, 1e-6);
  near(before.y, now.y, 1e-6);
});

Deno.test("moving goes along the picture's plane", () => {
  const view = fit(corners(room), middle(room), 0.7, wide);
  const { toward } = axes(view);
  const moved = pan(view, 0.4, 0.3).target.map((value, i) => value - view.target[i]!);
  near(moved[0]! * toward[0] + moved[1]! * toward[1] + moved[2]! * toward[2], 0);
  near(Math.hypot(...moved), 0.5);
});

Deno.test("tilt, distance and target stay within bounds, whatever is asked", () => {
  const mad: View = { target: [1e9, -1e9, 0], yaw: 99, pitch: 9, span: 1e9, fov: 3 };
  const view = bounded(mad, room);
  strictEqual(view.pitch, lens.highest);
  strictEqual(view.fov, lens.fov);
  ok(view.span < 40 && view.target[0] < 5 && view.target[1] > -2);
  strictEqual(bounded({ ...mad, pitch: -9, span: 0 }, room).pitch, lens.lowest);
});

Deno.test("a flight turns the short way and ends where it should", () => {
  const a = fit(corners(room), middle(room), 0.1, wide);
  const b = fit(corners(room), middle(room), 2 * Math.PI - 0.1, wide);
  ok(Math.abs(shortTurn(between(a, b, 0.5).yaw)) < 1e-9);
  ok(sameView(between(a, b, 1), b));
  strictEqual(easeOut(0), 0);
  strictEqual(easeOut(1), 1);
  ok(easeOut(0.5) > 0.5);
});

Deno.test("the clipping range holds the place from outside and from within", () => {
  const home = fit(corners(room), middle(room), 0.5, wide);
  for (const span of [home.span, 0.5]) {
    const view = { ...home, span };
    const { near: front, far } = clippingRange(view, room);
    ok(front > 0 && far / front < 5000);
    for (const corner of corners(room)) {
      const { depth } = project(view, wide, corner);
      ok(depth <= far && (depth >= front || depth < distance(view)));
    }
  }
});

Deno.test("strays don't count to what has to fit, and damaged points neither", () => {
  const cloud = (i: number): Vec3 => i === 500 ? [90, 0, 0] : i === 700 ? [NaN, 0, 0] : [i % 10, i % 7, i % 13];
  const points = outline(2000, cloud);
  ok(points.length > 1900 && points.every((point) => point[0] < 10));
  strictEqual(outline(8, (i) => corners(room)[i]!).length, 8);
  ok(outline(1_000_000, cloud).length < 8001);
});
