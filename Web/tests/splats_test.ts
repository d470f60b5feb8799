import { ByteQueue } from "../src/splats/byte-queue.ts";
import { splatBudget } from "../src/splats/splat-budget.ts";
import { SplatCore, type SplatExports, spzHeader } from "../src/splats/splat-core.ts";
import { readHeader, readPart, readWhole } from "../src/splats/splat-file.ts";
import type { SplatPiece } from "../src/splats/messages.ts";
import { appearanceFromQuery, appearanceToQuery } from "../src/scene/appearance.ts";
import { instantiate } from "../src/core/wasm.ts";
import { deepStrictEqual as equal, ok, throws } from "./assert.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** That `body` fails with a message that contains `part`. */
async function rejects(body: () => Promise<unknown>, part: string): Promise<void> {
  const failure = await body().then(() => null, (error) => error);
  throws(() => {
    if (failure) throw failure;
  }, part);
}

/** A decompressed SPZ file of opaque splats of 1.8 cm at these heights of the z axis. */
function spz(depths: readonly number[]): Bytes {
  const n = depths.length;
  const bytes = new Uint8Array(16 + 20 * n);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x5053474e, true);
  view.setUint32(4, 3, true);
  view.setUint32(8, n, true);
  view.setUint32(12, 12 << 8, true);
  depths.forEach((z, i) => {
    const fixed = Math.round(z * 4096);
    for (let k = 0; k < 3; k += 1) bytes[16 + 9 * i + 6 + k] = fixed >> (8 * k);
  });
  bytes.fill(255, 16 + 9 * n, 16 + 10 * n);
  bytes.fill(96, 16 + 13 * n, 16 + 16 * n);
  for (let i = 0; i < n; i += 1) bytes[16 + 16 * n + 4 * i + 3] = 0xc0;
  return bytes;
}

async function gzip(bytes: Bytes): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A stream of these files, as Swift's `SplatStream` writes it. */
async function stream(files: readonly Bytes[], count: number): Promise<Bytes> {
  const parts = await Promise.all(files.map(gzip));
  const header = new DataView(new ArrayBuffer(64));
  header.setUint32(0, 0x4c505344, true);
  header.setUint32(4, 1, true);
  header.setUint32(8, count, true);
  header.setFloat64(16, 512_345, true);
  header.setFloat32(60, 2.5, true);
  const lengths = parts.map((part) => new Uint8Array(new Uint32Array([part.length]).buffer));
  const pieces = [new Uint8Array(header.buffer), ...parts.flatMap((part, i) => [lengths[i]!, part])];
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function queueOf(bytes: Bytes, step = bytes.length): ByteQueue {
  const queue = new ByteQueue();
  for (let at = 0; at < bytes.length; at += step) queue.push(bytes.slice(at, at + step));
  queue.end();
  return queue;
}

async function wasm(): Promise<Awaited<ReturnType<typeof instantiate<SplatExports>>>> {
  return await instantiate<SplatExports>(
    Deno.readFileSync(new URL("../../.build-wasm/splats.wasm", import.meta.url)),
  );
}

Deno.test("bytes are taken in other pieces than they arrive in", async () => {
  const queue = new ByteQueue();
  const taken = queue.take(3);
  queue.push(new Uint8Array([1, 2]));
  queue.push(new Uint8Array([3, 4, 5]));
  equal([...await taken], [1, 2, 3]);
  equal([...await queue.peek(1)], [4]);
  queue.push(new Uint8Array([6]));
  queue.end();
  equal([...await queue.rest()], [4, 5, 6]);
  equal((await queue.take(2)).length, 0);
});

Deno.test("a stream is read part by part, however its bytes arrive", async () => {
  const bytes = await stream([spz([-1, -2]), spz([-3])], 3);
  for (const step of [1, 7, bytes.length]) {
    const queue = queueOf(bytes, step);
    const header = await readHeader(queue);
    equal(header, {
      count: 3,
      degree: 0,
      origin: [512_345, 0, 0],
      box: { min: [0, 0, 0], max: [0, 0, 2.5] },
    });
    equal(await readPart(queue), spz([-1, -2]));
    equal(await readPart(queue), spz([-3]));
    equal(await readPart(queue), null);
  }
});

Deno.test("a single SPZ file is read whole", async () => {
  const queue = queueOf(await gzip(spz([-1])));
  equal(await readHeader(queue), null);
  equal(await readWhole(queue), spz([-1]));
});

Deno.test("damaged files are refused with a sentence", async () => {
  const good = await stream([spz([-1, -2])], 2);
  await rejects(() => readHeader(queueOf(good.slice(0, 30))), "ends too early");
  await rejects(() => readHeader(queueOf(new Uint8Array(64))), "not a file of splats");
  const newer = good.slice();
  newer[4] = 2;
  await rejects(() => readHeader(queueOf(newer)), "version 2");
  const cut = queueOf(good.slice(0, -5));
  await readHeader(cut);
  await rejects(() => readPart(cut), "ends too early");
  const flipped = good.slice();
  flipped[90]! ^= 255;
  const damaged = queueOf(flipped);
  await readHeader(damaged);
  await rejects(() => readPart(damaged), "damaged");
  const huge = good.slice();
  huge.set([255, 255, 255, 255], 64);
  const endless = queueOf(huge);
  await readHeader(endless);
  await rejects(() => readPart(endless), "damaged");
});

Deno.test("the worker's Swift decodes, sorts from far to near, and picks", async () => {
  const module = await wasm();
  const file = spz([-1, -5, 2, -3]);
  equal(spzHeader(module, file), { count: 4, degree: 0 });
  const core = new SplatCore(module, 4, 0);
  const pieces: SplatPiece[] = [];
  core.add(file, (piece) => pieces.push(piece));
  equal(core.count, 4);
  equal(core.box, { min: [0, 0, -5], max: [0, 0, 2] });
  equal(pieces.map(({ first, count }) => [first, count]), [[0, 4]]);
  equal([...new Float32Array(pieces[0]!.places.buffer)].filter((_, i) => i % 4 === 2), [-1, -5, 2, -3]);
  equal([...core.sort({ depth: [0, 0, -1, 0], near: 0.1, isPerspective: true })], [1, 3, 0]);
  equal([...core.sort({ depth: [0, 0, 1, 0], near: -100, isPerspective: false })], [2, 0, 3, 1]);
  const ray = { origin: [0, 0, 0], direction: [0, 0, -1], pixel: 0, cut: Infinity } as const;
  ok(Math.abs(core.pick(ray)!.distance - 1) < 1e-3);
  equal(core.pick({ ...ray, cut: -1 }), null);
  throws(() => spzHeader(module, file.slice(0, 60)), "ends too early");
});

Deno.test("how many splats are read depends on the device", () => {
  equal(splatBudget({ memory: null, handheld: false, saveData: false }), 4_000_000);
  equal(splatBudget({ memory: null, handheld: true, saveData: false }), 500_000);
  equal(splatBudget({ memory: 8, handheld: true, saveData: false }), 1_000_000);
  equal(splatBudget({ memory: 8, handheld: false, saveData: true }), 150_000);
});

Deno.test("the address says what is shown, but not what is shown anyway", () => {
  equal(appearanceFromQuery("?show=mesh&cut=2"), "mesh");
  equal(appearanceFromQuery("?show=nothing"), null);
  equal(appearanceFromQuery(""), null);
  equal(appearanceToQuery("both", "?cut=2"), "?cut=2&show=both");
  equal(appearanceToQuery("splats", "?cut=2&show=both"), "?cut=2");
  equal(appearanceToQuery("splats", "?show=both"), "");
});
