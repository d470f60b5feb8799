/** The requests about places. */

import { call, json, sending } from "../api/client.ts";
import type { Id, PlaceBody, PlaceItem } from "../api/generated.ts";
import { trashApi } from "../api/trash-api.ts";
import { thingsApi } from "../things/things-api.ts";

export const placesApi = {
  list: thingsApi.places,
  add: thingsApi.addPlace,

  edit(id: Id, change: PlaceBody): Promise<PlaceItem> {
    return json(`/places/${id}`, sending<"editPlace">("PATCH", change));
  },

  async trash(id: Id): Promise<void> {
    await call(`/places/${id}`, { method: "DELETE" });
  },

  async restore(id: Id): Promise<void> {
    await trashApi.restore(id);
  },
};
