/** Downloads an asset, with progress. */

import { ApiError, problemMessage, unreachableMessage } from "../api/client.ts";
import type { Asset } from "../api/generated.ts";

/** The model's file can't be had, with the server's reason. */
export class AssetError extends ApiError {}

/**
 * `progress` gets the bytes received so far and the total. A file that is only in the bucket arrives while the server
 * downloads it. Throws an `AssetError` where the server has no such file or the connection breaks.
 */
export async function downloadAsset(
  asset: Pick<Asset, "url" | "byteCount">,
  progress: (loaded: number, total: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const response = await reachable(() => fetch(asset.url, { signal }), 0, unreachableMessage, signal);
  if (!response.ok) throw new AssetError(response.status, problemMessage(response.status, await response.text()));
  if (!response.body) return await response.arrayBuffer();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let loaded = 0;
  while (true) {
    const { done, value } = await reachable(() => reader.read(), 503, "The download of the model was cut off.", signal);
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

/** What `request` gives; failures of the network become an `AssetError`. */
async function reachable<T>(
  request: () => Promise<T>,
  status: number,
  message: string,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AssetError(status, message);
  }
}
