/** The things and objects of an open space. State and requests, no DOM. */

import type { AddedThings, Id, SceneObject, SpaceThing, Thing, ThingLocation } from "../api/generated.ts";
import { batch, computed, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { spaceThingsApi, type SpaceThingsSource } from "./space-things-api.ts";

export type SpaceThingsPhase = { state: "loading" } | { state: "ready" } | { state: "failed"; message: string };

/** Where a thing was before it was located anew. */
export type FormerLocation = ThingLocation;

export class SpaceThingsStore {
  private readonly currentPhase = signal<SpaceThingsPhase>({ state: "loading" });
  private readonly currentThings = signal<readonly SpaceThing[]>([]);
  private readonly currentObjects = signal<readonly SceneObject[]>([]);

  readonly phase: ReadonlySignal<SpaceThingsPhase> = this.currentPhase;
  /** By name. */
  readonly things: ReadonlySignal<readonly SpaceThing[]> = this.currentThings;
  readonly objects: ReadonlySignal<readonly SceneObject[]> = this.currentObjects;
  /** Objects that are no things yet. */
  readonly newObjects: ReadonlySignal<readonly SceneObject[]> = computed(() => {
    const known = new Set(this.currentThings.value.map(({ object }) => object));
    return this.currentObjects.value.filter(({ id }) => !known.has(id));
  });

  /** `hasThings`: whether the visitor may see things; others get objects only. */
  constructor(
    readonly space: Id,
    private readonly hasThings: boolean,
    private readonly owner: AbortSignal,
    private readonly source: SpaceThingsSource = spaceThingsApi,
  ) {}

  /** Offline, the service worker answers for objects alone: they are shown then. */
  async load(): Promise<void> {
    const { space, owner, source } = this;
    const [things, objects] = await Promise.allSettled([
      this.hasThings ? source.things(space, owner) : [],
      source.objects(space, owner),
    ]);
    if (owner.aborted) return;
    const failed = [things, objects].find((result) => result.status === "rejected");
    batch(() => {
      if (things.status === "fulfilled") {
        this.currentThings.value = things.value.toSorted((a, b) => a.name.localeCompare(b.name));
      }
      if (objects.status === "fulfilled") this.currentObjects.value = objects.value;
      if (!failed) this.currentPhase.value = { state: "ready" };
      // A failed refresh keeps what is there.
      else if (this.currentPhase.peek().state !== "ready") {
        this.currentPhase.value = { state: "failed", message: messageOf(failed.reason) };
      }
    });
  }

  thing(id: Id): SpaceThing | null {
    return this.currentThings.value.find((thing) => thing.id === id) ?? null;
  }

  object(id: string): SceneObject | null {
    return this.currentObjects.value.find((object) => object.id === id) ?? null;
  }

  /** The thing that an object is. */
  thingOf(object: string): SpaceThing | null {
    return this.currentThings.value.find((thing) => thing.object === object) ?? null;
  }

  /** Adds objects as things, all that are none yet where `objects` is null. */
  async addObjects(objects: string[] | null): Promise<AddedThings> {
    const added = await this.source.addObjects(this.space, objects);
    await this.load();
    return added;
  }

  async undo(action: Id): Promise<void> {
    await this.source.undo(action);
    await this.load();
  }

  /** Sets where a thing is. Resolves with it and where it was before. */
  async locate(id: Id, location: ThingLocation): Promise<{ thing: Thing; before: FormerLocation }> {
    const { space, position, object } = await this.source.thing(id);
    const thing = await this.source.locate(id, location);
    await this.load();
    return { thing, before: { space, ...(space === null ? {} : { position, object }) } };
  }

  /** Takes a thing out of the space. Resolves with where it was. */
  async remove(id: Id): Promise<FormerLocation> {
    return (await this.locate(id, { space: null })).before;
  }
}

/** What the location of a thing is from a chosen position: the cue's point, above the surface. */
export function locationOf(
  space: Id,
  anchor: {
    point: readonly [number, number, number];
    normal: readonly [number, number, number];
    height: number;
    object: { id: string } | null;
  },
): ThingLocation {
  const { point: [x, y, z], height, object } = anchor;
  return { space, position: [x, y + height, z], object: object?.id ?? null };
}
