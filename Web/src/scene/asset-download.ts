/** Downloads an asset, with progress. */

import { ApiError, problemMessage, unreachableMessage } from "../api/client.ts";
import type { Asset } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";

/** The model's file can't be had, with the server's reason. */
export class AssetError extends ApiError {}

/** `progress` gets the bytes received so far and the total. Throws as `downloadPieces`. */
export async function downloadAsset(
  asset: Pick<Asset, "url" | "byteCount">,
  progress: (loaded: number, total: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of downloadPieces(asset, progress, signal)) {
    chunks.push(chunk);
    size += chunk.length;
  }
  const [only] = chunks;
  if (only && chunks.length === 1 && only.byteLength === only.buffer.byteLength) return only.buffer as ArrayBuffer;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes.buffer;
}

/**
 * The bytes as they arrive. A file that is only in the bucket arrives while the server downloads it. Throws an
 * `AssetError` where the server has no such file or the connection breaks. Who stops reading ends the download.
 */
export async function* downloadPieces(
  asset: Pick<Asset, "url" | "byteCount">,
  progress: (loaded: number, total: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const response = await reachable(() => fetch(asset.url, { signal }), 0, unreachableMessage, signal);
  if (!response.ok) throw new AssetError(response.status, problemMessage(response.status, await response.text()));
  if (!response.body) return yield new Uint8Array(await response.arrayBuffer());
  const reader = response.body.getReader();
  let loaded = 0;
  try {
    while (true) {
      const { done, value } = await reachable(
        () => reader.read(),
        503,
        t("The download of the model was cut off."),
        signal,
      );
      if (done) return;
      loaded += value.length;
      progress(loaded, Math.max(loaded, asset.byteCount));
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {}); // does nothing at the end of the file
  }
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
