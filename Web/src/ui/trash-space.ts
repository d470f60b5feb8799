import type { Space } from "../api/generated.ts";
import { api } from "../api/client.ts";
import { trashApi } from "../api/trash-api.ts";
import { announce } from "./announce.ts";
import { messageOf, notify } from "./notice.ts";
import { undoNotice } from "./undo-notice.ts";

/** Moves a space to the trash, with its memories, and offers to undo that. */
export async function moveToTrash(space: Space, removed: () => void, restored: () => void): Promise<void> {
  try {
    await api.delete(space.id);
  } catch (error) {
    return notify(`Couldn't move ${space.name} to the trash: ${messageOf(error)}`);
  }
  announce(`${space.name} is in the trash.`);
  removed();
  undoNotice(`${space.name} is in the trash with its memories.`, async () => {
    await trashApi.restore(space.id);
    announce(`${space.name} is restored.`);
    restored();
  });
}
