/** How long JavaScript and Wasm worked for each of the last frames, in milliseconds. */

const capacity = 600;

export class FrameTimes {
  private readonly values = new Float32Array(capacity);
  private count = 0;

  add(milliseconds: number): void {
    this.values[this.count % capacity] = milliseconds;
    this.count += 1;
  }

  clear(): void {
    this.count = 0;
  }

  /** The frames since the last `clear`, at most 600. */
  get all(): number[] {
    return [...this.values.subarray(0, Math.min(this.count, capacity))];
  }
}
