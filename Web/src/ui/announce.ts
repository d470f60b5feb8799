/** Says things to screen readers through the page's one live region, and keeps progress from chattering. */

let clearing = 0;

export function announce(text: string): void {
  const region = document.getElementById("live");
  if (!region) return;
  region.textContent = text;
  // Left-over text would be read again by those who browse the page.
  clearTimeout(clearing);
  clearing = setTimeout(() => region.textContent = "", 6000);
}

/** Lets a piece of work be heard when it starts, at each quarter, and at its end. */
export class SparseProgress {
  private quarter = -1;

  /** The percentage to say now, or null to keep quiet. */
  step(fraction: number): number | null {
    const quarter = Math.floor(Math.min(1, Math.max(0, fraction)) * 4);
    if (quarter <= this.quarter) return null;
    this.quarter = quarter;
    return quarter * 25;
  }
}
