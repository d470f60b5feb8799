import type { Space } from "../api/generated.ts";
import { api } from "../api/client.ts";
import { trashApi } from "../api/trash-api.ts";
import { t } from "../i18n/messages.ts";
import { announce } from "./announce.ts";
import { messageOf, notify } from "./notice.ts";
import { undoNotice } from "./undo-notice.ts";

/** Moves a space to the trash, with its memories, and offers to undo that. */
export async function moveToTrash(space: Space, removed: () => void, restored: () => void): Promise<void> {
  try {
    await api.delete(space.id);
  } catch (error) {
    return notify(t("Couldn't move {name} to the trash: {problem}", { name: space.name, problem: messageOf(error) }));
  }
  announce(t("{name} is in the trash.", { name: space.name }));
  removed();
  undoNotice(t("{name} is in the trash with its memories.", { name: space.name }), async () => {
    await trashApi.restore(space.id);
    announce(t("{name} is restored.", { name: space.name }));
    restored();
  });
}
