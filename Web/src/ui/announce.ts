/** Announces messages to screen readers through the page's live region, with progress at intervals. */

let clearing = 0;

export function announce(text: string): void {
  const region = document.getElementById("live");
  if (!region) return;
  region.textContent = text;
  // Text that remains would be read again when browsing the page.
  clearTimeout(clearing);
  clearing = setTimeout(() => region.textContent = "", 6000);
}

/** Announces progress at the start, at each quarter, and at the end. */
export class SparseProgress {
  private quarter = -1;

  /** The percentage to announce now; null: nothing. */
  step(fraction: number): number | null {
    const quarter = Math.floor(Math.min(1, Math.max(0, fraction)) * 4);
    if (quarter <= this.quarter) return null;
    this.quarter = quarter;
    return quarter * 25;
  }
}
