/** What is said of links, in words; addresses and code to hand on. Pure functions. */

import type { Link } from "../api/generated.ts";
import { formatAgo, formatDate, plural } from "../ui/format.ts";
import type { Box, Vec3 } from "../scene/rig.ts";

export type LinkState = "open" | "expired" | "revoked";

export function linkState(link: Pick<Link, "expires" | "revoked">, now: Date = new Date()): LinkState {
  if (link.revoked !== null) return "revoked";
  return link.expires !== null && Date.parse(link.expires) <= now.getTime() ? "expired" : "open";
}

/** `Open until 3 Feb 2026 · password · a part · seen 4 times, 2 minutes ago` */
export function linkFacts(link: Link, now: Date = new Date()): string {
  const state = linkState(link, now);
  const parts = [
    state === "revoked"
      ? "Withdrawn"
      : state === "expired"
      ? `Over since ${formatDate(new Date(link.expires!), now)}`
      : link.expires
      ? `Open until ${formatDate(new Date(link.expires), now)}`
      : "Open",
  ];
  if (link.hasPassword) parts.push("password");
  if (link.part) parts.push(`a part of ${boxSize(link.part)}`);
  if (!link.showsMemories) parts.push("without memories");
  const last = link.lastViewed ? `, ${formatAgo(new Date(link.lastViewed), now)}` : "";
  parts.push(link.views === 0 ? "not seen yet" : `seen ${plural(link.views, "time")}${last}`);
  return parts.join(" · ");
}

export function boxSize(box: Box): string {
  const [x, y, z] = [0, 1, 2].map((axis) => (box.max[axis]! - box.min[axis]!).toFixed(1));
  return `${x} × ${z} × ${y} m`;
}

/** How long from now a link lasts, as the dialog offers it; null: for ever. */
export const lasting: { name: string; days: number | null }[] = [
  { name: "Until I withdraw it", days: null },
  { name: "One day", days: 1 },
  { name: "One week", days: 7 },
  { name: "30 days", days: 30 },
];

export function expiryAfter(days: number | null, now: Date = new Date()): string | null {
  return days === null ? null : new Date(now.getTime() + days * 86_400_000).toISOString();
}

/** The whole address of a link's page, and of its page for frames. */
export function addresses(origin: string, path: string): { page: string; embed: string } {
  const token = path.replace(/^\/s\//, "");
  return { page: `${origin}/s/${token}`, embed: `${origin}/embed/${token}` };
}

/** What one puts into another page. Names are made harmless for an attribute. */
export function embedCode(embed: string, name: string): string {
  const safe = name.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<iframe src="${embed}" title="${safe}" width="800" height="500" loading="lazy" allow="fullscreen; xr-spatial-tracking"></iframe>`;
}

/** Whether an address leads to this machine alone, so that nobody else could open it. */
export function isLocalOnly(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}

/** A part as drawn on the plan: fractions of its width and depth, turned into metres and kept inside the place. */
export function partOf(
  place: Box,
  from: { x: number; y: number },
  to: { x: number; y: number },
  heights: readonly [number, number],
): Box {
  const at = (axis: 0 | 2, fraction: number): number =>
    place.min[axis] + Math.min(1, Math.max(0, fraction)) * (place.max[axis] - place.min[axis]);
  const [x, z] = [[at(0, from.x), at(0, to.x)], [at(2, from.y), at(2, to.y)]].map((pair) => pair.sort((a, b) => a - b));
  return { min: [x![0]!, heights[0], z![0]!], max: [x![1]!, heights[1], z![1]!] };
}

/** The part's rectangle on the plan, in fractions. */
export function onPlan(place: Box, part: Box): { x: number; y: number; width: number; height: number } {
  const fraction = (axis: 0 | 2, value: number): number =>
    (value - place.min[axis]) / Math.max(1e-6, place.max[axis] - place.min[axis]);
  const [x, y] = [fraction(0, part.min[0]), fraction(2, part.min[2])];
  return { x, y, width: fraction(0, part.max[0]) - x, height: fraction(2, part.max[2]) - y };
}

/** Why it is no part; null if it is one. */
export function partProblem(part: Box): string | null {
  const sides = [0, 1, 2].map((axis) => part.max[axis]! - part.min[axis]!);
  if (sides.some((side) => !Number.isFinite(side))) return "A side of the part isn't a number.";
  return sides.some((side) => side < 0.1) ? "A part has to be at least 10 cm wide, deep and high." : null;
}

/** The upright box around a turned one: what a room's own box becomes. */
export function boxAround(center: Vec3, size: Vec3, rotation: readonly [number, number, number, number]): Box {
  const [x, y, z, w] = rotation;
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const half = rows.map((row) => row.reduce((sum, value, axis) => sum + Math.abs(value) * size[axis]! / 2, 0));
  return {
    min: [center[0] - half[0]!, center[1] - half[1]!, center[2] - half[2]!],
    max: [center[0] + half[0]!, center[1] + half[1]!, center[2] + half[2]!],
  };
}
