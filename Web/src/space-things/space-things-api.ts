/** The requests about things and objects in a space. */

import { json, sending } from "../api/client.ts";
import type {
  AddedThings,
  Id,
  ObjectList,
  SceneObject,
  SpaceThing,
  SpaceThings,
  Thing,
  ThingLocation,
} from "../api/generated.ts";
import { thingsApi } from "../things/things-api.ts";

export const spaceThingsApi = {
  /** The things that have a position in the space. */
  async things(space: Id, signal: AbortSignal): Promise<SpaceThing[]> {
    return (await json<SpaceThings>(`/spaces/${space}/things`, { signal })).things;
  },

  /** The objects of the space's plan, their names as titles; none where it has no plan. */
  async objects(space: Id, signal: AbortSignal): Promise<SceneObject[]> {
    const { objects } = await json<ObjectList>(`/spaces/${space}/objects`, { signal });
    return objects.map((object) => ({ ...object, name: object.name.replace(/^./u, (first) => first.toUpperCase()) }));
  },

  /** Adds a thing for each object that is none yet. `objects`: null for all. */
  addObjects(space: Id, objects: string[] | null): Promise<AddedThings> {
    return json(`/spaces/${space}/things`, sending<"addSpaceObjects">("POST", { objects }));
  },

  locate(thing: Id, location: ThingLocation): Promise<Thing> {
    return json(`/things/${thing}/location`, sending<"locateThing">("PUT", location));
  },

  thing: thingsApi.thing,
  undo: thingsApi.undo,
};

export type SpaceThingsSource = typeof spaceThingsApi;
