/** The page's end of the worker that holds the splats. */

import { assetURL } from "../core/assets.ts";
import type { SortView, SplatAnswer, SplatHit, SplatInfo, SplatPiece, SplatRay, SplatRequest } from "./messages.ts";
import { SplatFileError } from "./splat-file.ts";

export interface SplatListener {
  opened(info: SplatInfo): void;
  added(piece: SplatPiece): void;
  /** The farthest splat first. `milliseconds`: what sorting took. */
  sorted(order: Uint32Array, milliseconds: number): void;
}

export class SplatClient {
  private readonly worker = new Worker(assetURL("splat-worker.js"), { type: "module" });
  private readonly picks = new Map<number, (hit: SplatHit | null) => void>();
  private nextPick = 0;
  private isFinished = false;
  private readonly finished = Promise.withResolvers<void>();

  constructor(private readonly listener: SplatListener, maxSplats: number) {
    this.worker.onmessage = ({ data }: MessageEvent<SplatAnswer>): void => this.receive(data);
    this.worker.onerror = (): void => this.fail("The part of the page that draws splats didn't load.");
    this.send({ kind: "open", wasm: assetURL("splats.wasm"), maxSplats });
  }

  /** Reads a file; resolves when all its splats have arrived, or as many as the device draws. */
  async read(file: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void> {
    this.finished.promise.catch(() => {}); // reported below
    const forward = async (): Promise<void> => {
      for await (const bytes of file) {
        // Enough splats, or a file that can't be read: the rest isn't downloaded.
        if (this.isFinished) return;
        this.send({ kind: "bytes", bytes });
      }
      this.send({ kind: "end" });
    };
    await Promise.all([forward(), this.finished.promise]);
  }

  sort(view: SortView): void {
    this.send({ kind: "sort", view });
  }

  pick(ray: SplatRay): Promise<SplatHit | null> {
    const id = this.nextPick++;
    this.send({ kind: "pick", id, ray });
    return new Promise((resolve) => this.picks.set(id, resolve));
  }

  dispose(): void {
    this.worker.terminate();
    this.fail("The page was left.");
    for (const resolve of this.picks.values()) resolve(null);
  }

  private send(request: SplatRequest): void {
    this.worker.postMessage(request);
  }

  private receive(answer: SplatAnswer): void {
    switch (answer.kind) {
      case "opened":
        return this.listener.opened(answer.info);
      case "piece":
        return this.listener.added(answer.piece);
      case "sorted":
        return this.listener.sorted(answer.order, answer.milliseconds);
      case "picked":
        this.picks.get(answer.id)?.(answer.hit);
        return void this.picks.delete(answer.id);
      case "finished":
        this.isFinished = true;
        return this.finished.resolve();
      case "failed":
        return this.fail(answer.reason);
    }
  }

  private fail(reason: string): void {
    this.isFinished = true;
    this.finished.reject(new SplatFileError(reason));
  }
}
