/** Which of a model's levels of detail to show, and in what order. Pure, tested without a browser. */

import type { Asset } from "../api/generated.ts";

/** What determines how much a device can draw. */
export interface Device {
  /** Gigabytes of memory as the browser reports it (at most 8); null where it doesn't. */
  memory: number | null;
  /** Its primary pointer is a finger, or its screen is small: a phone or tablet. */
  handheld: boolean;
  /** The user has asked to save data. */
  saveData: boolean;
}

/** How many triangles a device draws smoothly and keeps in memory. */
export function triangleBudget(device: Device): number {
  if (device.saveData) return 150_000;
  const memory = device.memory ?? (device.handheld ? 4 : 8);
  if (device.handheld) return memory >= 6 ? 1_500_000 : memory >= 4 ? 800_000 : 300_000;
  return memory >= 8 ? 6_000_000 : memory >= 4 ? 2_500_000 : 800_000;
}

/**
 * The levels of detail to load, in this order: the coarsest, to be shown first, and the finest within the
 * budget, if that is another.
 */
export function loadingOrder(assets: Asset[], triangles: number, budget: number): Asset[] {
  const whole = assets.find((asset) => asset.kind === "mesh");
  if (!whole) return assets.filter((asset) => asset.kind === "cloud").slice(0, 1);
  const count = (asset: Asset): number => asset.triangleCount ?? (asset === whole ? triangles : Infinity);
  const levels = [whole, ...assets.filter((asset) => asset.kind === "lod")].sort((a, b) => count(a) - count(b));
  const coarsest = levels[0]!;
  const finest = levels.filter((asset) => count(asset) <= budget).at(-1) ?? coarsest;
  return finest === coarsest ? [coarsest] : [coarsest, finest];
}

/** The splats, where the space has any. */
export function splatsOf(assets: Asset[]): Asset | undefined {
  return assets.find((asset) => asset.kind === "splats");
}

/** The device of this browser. */
export function thisDevice(): Device {
  const known = navigator as Navigator & { deviceMemory?: number; connection?: { saveData?: boolean } };
  return {
    memory: known.deviceMemory ?? null,
    handheld: matchMedia("(pointer: coarse)").matches || Math.min(screen.width, screen.height) < 600,
    saveData: known.connection?.saveData === true,
  };
}
