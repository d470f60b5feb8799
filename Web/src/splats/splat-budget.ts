/** How many splats a device draws smoothly. Pure. */

export interface SplatDevice {
  /** Gigabytes of memory as the browser reports it (at most 8); null where it doesn't. */
  memory: number | null;
  handheld: boolean;
  saveData: boolean;
}

/** Files are in the order of importance: the rest isn't downloaded. */
export function splatBudget({ memory, handheld, saveData }: SplatDevice): number {
  if (saveData) return 150_000;
  if (handheld) return (memory ?? 4) >= 6 ? 1_000_000 : 500_000;
  return (memory ?? 8) >= 8 ? 4_000_000 : 1_500_000;
}
