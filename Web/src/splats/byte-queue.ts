/** Bytes that arrive in pieces and are taken in other pieces. */
export class ByteQueue {
  private readonly pieces: Uint8Array<ArrayBuffer>[] = [];
  private available = 0;
  private hasEnded = false;
  private wake: () => void = () => {};

  push(bytes: Uint8Array<ArrayBuffer>): void {
    this.pieces.push(bytes);
    this.available += bytes.length;
    this.wake();
  }

  end(): void {
    this.hasEnded = true;
    this.wake();
  }

  /** The first `count` bytes, which stay; fewer where the file ends before. */
  async peek(count: number): Promise<Uint8Array<ArrayBuffer>> {
    await this.arrived(count);
    return this.joined(Math.min(count, this.available));
  }

  /** Takes `count` bytes; fewer where the file ends before. */
  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    await this.arrived(count);
    const bytes = this.joined(Math.min(count, this.available));
    this.drop(bytes.length);
    return bytes;
  }

  /** Takes all bytes up to the end. */
  rest(): Promise<Uint8Array<ArrayBuffer>> {
    return this.take(Infinity);
  }

  private async arrived(count: number): Promise<void> {
    while (this.available < count && !this.hasEnded) await new Promise<void>((resolve) => this.wake = resolve);
  }

  private joined(count: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(count);
    let at = 0;
    for (const piece of this.pieces) {
      if (at === count) break;
      const part = piece.subarray(0, count - at);
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  private drop(count: number): void {
    this.available -= count;
    while (count > 0) {
      const [first] = this.pieces;
      if (!first) return;
      if (first.length > count) {
        this.pieces[0] = first.subarray(count);
        return;
      }
      count -= first.length;
      this.pieces.shift();
    }
  }
}
