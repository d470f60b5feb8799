import type { Space } from "../api/generated.ts";
import { api } from "../api/client.ts";
import { formatBytes } from "./format.ts";
import { announce } from "./announce.ts";
import { ask } from "./dialog.ts";
import { messageOf, notify } from "./notice.ts";

/** Asks for confirmation, naming what is deleted, then deletes. */
export async function deleteAfterAsking(space: Space, deleted: () => void): Promise<void> {
  const bytes = space.assets.reduce((sum, asset) => sum + asset.byteCount, 0);
  const original = space.assets.some((asset) => asset.kind === "source")
    ? ", its thumbnail and the original scan"
    : " and its thumbnail";
  const sure = await ask({
    title: `Delete ${space.name}?`,
    body: `The model${original} are deleted from this library: ${formatBytes(bytes)}. This can't be undone.`,
    confirm: "Delete",
  });
  if (!sure) return;
  try {
    await api.delete(space.id);
    announce(`${space.name} is deleted.`);
    deleted();
  } catch (error) {
    notify(`Couldn't delete ${space.name}: ${messageOf(error)}`);
  }
}
