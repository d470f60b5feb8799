/** The heights of the rows of a long list, of which most were never laid out: these count with the mean of the others. */

/** Pixels of a row until one was measured. */
const firstEstimate = 160;

export class RowHeights {
  private heights: (number | null)[] = [];
  /** The distance of each row from the first, and the total at the end; calculated up to `valid`. */
  private tops: number[] = [0];
  private valid = 0;
  private measuredSum = 0;
  private measuredCount = 0;

  get count(): number {
    return this.heights.length;
  }

  get total(): number {
    return this.top(this.heights.length);
  }

  /** Of rows that were never measured. It is rounded, so that it seldom changes. */
  get estimate(): number {
    return this.measuredCount === 0 ? firstEstimate : Math.round(this.measuredSum / this.measuredCount / 16) * 16;
  }

  append(count: number): void {
    for (let added = 0; added < count; added += 1) this.heights.push(null);
  }

  /** Adds rows before the first. */
  prepend(count: number): void {
    this.heights = [...new Array<null>(count).fill(null), ...this.heights];
    this.valid = 0;
  }

  /** Removes rows from the end. */
  truncate(count: number): void {
    const { estimate } = this;
    for (const height of this.heights.splice(count)) {
      if (height === null) continue;
      this.measuredSum -= height;
      this.measuredCount -= 1;
    }
    this.valid = this.estimate === estimate ? Math.min(this.valid, count) : 0;
  }

  /** Whether the height is another one than before. */
  measure(index: number, height: number): boolean {
    const before = this.heights[index] ?? null;
    if (before === height || index >= this.heights.length) return false;
    const estimate = this.estimate;
    this.heights[index] = height;
    this.measuredSum += height - (before ?? 0);
    if (before === null) this.measuredCount += 1;
    this.valid = this.estimate === estimate ? Math.min(this.valid, index) : 0;
    return true;
  }

  /** The distance of a row from the first one, in pixels. */
  top(index: number): number {
    const wanted = Math.min(index, this.heights.length);
    const { estimate } = this;
    for (let at = this.valid; at < wanted; at += 1) this.tops[at + 1] = this.tops[at]! + (this.heights[at] ?? estimate);
    this.valid = Math.max(this.valid, wanted);
    return this.tops[wanted]!;
  }

  /** The row at a distance from the first one. */
  at(distance: number): number {
    if (this.heights.length === 0) return 0;
    this.top(this.heights.length);
    let low = 0;
    let high = this.heights.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle]! <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
