/**
 * Reads a file of splats while it arrives: a stream of SPZ files in the order in which they are to be drawn (the writer is
 * Sources/ModelFormats/Splats/SplatStream.swift), or a single SPZ file. docs/splats-viewer.md describes both.
 */

import type { Box, Vec3 } from "../core/vectors.ts";
import type { ByteQueue } from "./byte-queue.ts";

/** The file can't be shown, with the reason for users. */
export class SplatFileError extends Error {
  override name = "SplatFileError";
}

/** The beginning of a stream. */
export interface StreamHeader {
  count: number;
  degree: number;
  origin: Vec3;
  box: Box;
}

const magic = 0x4c505344; // "DSPL"
const version = 1;
const headerSize = 64;
/** The most bytes that a file of a stream may have: 65,536 splats with all harmonics, not compressed. */
const maxPartBytes = 65_536 * 65 + 16;
/** The most bytes that a single SPZ file may have after decompression: 16 million splats. */
const maxFileBytes = 1 << 30;

/** Null: it is a single SPZ file. Throws where it is neither. */
export async function readHeader(queue: ByteQueue): Promise<StreamHeader | null> {
  const start = await queue.peek(2);
  if (start[0] === 0x1f && start[1] === 0x8b) return null;
  const bytes = await queue.take(headerSize);
  const view = new DataView(bytes.buffer);
  if (bytes.length < headerSize) throw new SplatFileError(truncated);
  if (view.getUint32(0, true) !== magic) throw new SplatFileError("This is not a file of splats.");
  const found = view.getUint32(4, true);
  if (found !== version) throw new SplatFileError(`The splats have version ${found}; reload the page.`);
  const numbers = (at: number): Vec3 => [0, 4, 8].map((by) => view.getFloat32(at + by, true)) as unknown as Vec3;
  const origin = [0, 8, 16].map((by) => view.getFloat64(16 + by, true)) as unknown as Vec3;
  const header = {
    count: view.getUint32(8, true),
    degree: view.getUint32(12, true),
    origin,
    box: { min: numbers(40), max: numbers(52) },
  };
  const isFinite = [...origin, ...header.box.min, ...header.box.max].every(Number.isFinite);
  if (header.count === 0 || header.degree > 3 || !isFinite) throw new SplatFileError(damaged);
  return header;
}

/** The next SPZ file of a stream, decompressed; null at the end. */
export async function readPart(queue: ByteQueue): Promise<Uint8Array<ArrayBuffer> | null> {
  const size = await queue.take(4);
  if (size.length === 0) return null;
  const bytes = size.length < 4 ? 0 : new DataView(size.buffer).getUint32(0, true);
  if (bytes === 0 || bytes > maxPartBytes) throw new SplatFileError(size.length < 4 ? truncated : damaged);
  const packed = await queue.take(bytes);
  if (packed.length < bytes) throw new SplatFileError(truncated);
  return await inflated(packed, maxPartBytes);
}

/** A single SPZ file, decompressed. */
export async function readWhole(queue: ByteQueue): Promise<Uint8Array<ArrayBuffer>> {
  return await inflated(await queue.rest(), maxFileBytes);
}

const truncated = "The file of splats ends too early.";
const damaged = "The file of splats is damaged.";

/** Decompresses gzip, up to a size. */
async function inflated(packed: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      size += value.length;
      if (size > maxBytes) throw new SplatFileError("The file of splats is too large for a browser.");
    }
  } catch (error) {
    if (error instanceof SplatFileError) throw error;
    throw new SplatFileError(damaged);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
