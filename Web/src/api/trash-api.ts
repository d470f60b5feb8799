/** The trash and how long permanently deleted data stays in the bucket and in backups. */

import { call, json, sending } from "./client.ts";
import type { Purged, Retention, Trash, TrashItem } from "./generated.ts";

export const trashApi = {
  async items(): Promise<TrashItem[]> {
    return (await json<Trash>("/trash")).items;
  },

  restore(id: string): Promise<TrashItem> {
    return json(`/trash/${id}/restore`, { method: "POST" });
  },

  async purge(id: string): Promise<void> {
    await call(`/trash/${id}`, { method: "DELETE" });
  },

  async purgeAll(): Promise<number> {
    return (await json<Purged>("/trash", { method: "DELETE" })).purged;
  },

  retention(): Promise<Retention> {
    return json("/retention");
  },

  setRetention(retention: Retention): Promise<Retention> {
    return json("/retention", sending<"setRetention">("PUT", retention));
  },
};
