/** The worker that holds the splats of a space: a file of its own, which the page starts. It decodes, sorts and picks. */

import { CoreError, instantiate, type Wasm } from "../core/wasm.ts";
import { ByteQueue } from "./byte-queue.ts";
import type { SplatAnswer, SplatRequest } from "./messages.ts";
import { SplatCore, type SplatExports, spzHeader } from "./splat-core.ts";
import { readHeader, readPart, readWhole, SplatFileError } from "./splat-file.ts";

// The scope of workers is not among the types of pages.
declare const self: {
  onmessage: ((event: MessageEvent<SplatRequest>) => void) | null;
  postMessage(answer: SplatAnswer, transfer?: Transferable[]): void;
};

const queue = new ByteQueue();
let core: SplatCore | null = null;

self.onmessage = ({ data }): void => {
  switch (data.kind) {
    case "open":
      return void read(data.wasm, data.maxSplats).catch(fail);
    case "bytes":
      return queue.push(data.bytes);
    case "end":
      return queue.end();
    case "sort": {
      const start = performance.now();
      const order = core?.sort(data.view) ?? new Uint32Array();
      return self.postMessage({ kind: "sorted", order, milliseconds: performance.now() - start }, [order.buffer]);
    }
    case "pick":
      return self.postMessage({ kind: "picked", id: data.id, hit: core?.pick(data.ray) ?? null });
  }
};

async function read(address: string, maxSplats: number): Promise<void> {
  const wasm = await instantiate<SplatExports>(await fetch(address));
  const header = await readHeader(queue);
  if (header) {
    const { count, degree, origin, box } = header;
    const opened = core = open(wasm, { count, degree, maxSplats, origin, box });
    for (let part = await readPart(queue); part && opened.count < maxSplats; part = await readPart(queue)) {
      add(opened, part);
    }
    if (opened.count < Math.min(count, maxSplats)) throw new SplatFileError("The file of splats ends too early.");
  } else {
    const file = await readWhole(queue);
    core = open(wasm, { ...spzHeader(wasm, file), maxSplats, origin: [0, 0, 0], box: null });
    add(core, file);
  }
  self.postMessage({ kind: "finished", count: core.count, box: core.box });
}

interface Opening {
  count: number;
  degree: number;
  maxSplats: number;
  origin: readonly [number, number, number];
  box: SplatCore["box"] | null;
}

function open(wasm: Wasm<SplatExports>, { count, degree, maxSplats, origin, box }: Opening): SplatCore {
  const capacity = Math.min(count, maxSplats);
  if (capacity === 0) throw new SplatFileError("The file contains no splats.");
  const opened = new SplatCore(wasm, capacity, degree);
  self.postMessage({ kind: "opened", info: { capacity, total: count, degree, origin, box } });
  return opened;
}

function add(target: SplatCore, file: Uint8Array): void {
  target.add(file, (piece) => {
    self.postMessage({ kind: "piece", piece }, [piece.places.buffer, piece.pairs.buffer, piece.bands.buffer]);
  });
}

function fail(error: unknown): void {
  const isKnown = error instanceof SplatFileError || error instanceof CoreError;
  self.postMessage({ kind: "failed", reason: isKnown ? error.message : `The splats can't be read: ${String(error)}` });
}
