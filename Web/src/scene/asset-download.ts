/** Downloads an asset, with progress. */

import type { Asset } from "../api/generated.ts";

/** `progress` gets the bytes received so far and the total. Throws where the server refuses. */
export async function downloadAsset(
  asset: Asset,
  progress: (loaded: number, total: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const response = await fetch(asset.url, { signal });
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
  if (!response.body) return await response.arrayBuffer();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let loaded = 0;
  while (true) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    loaded += value.length;
    progress(loaded, Math.max(loaded, asset.byteCount));
  }
  const bytes = new Uint8Array(loaded);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes.buffer;
}
