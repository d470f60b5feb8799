/** The places, which are expanded, and which is selected. State and requests, no DOM. */

import type { Id, PlaceBody, PlaceItem } from "../api/generated.ts";
import { batch, computed, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { type StoredSetting, storedSetting } from "../ui/stored-setting.ts";
import { ancestorsOf, canMove, type TreeRow, visibleRows } from "./place-tree.ts";
import { placesApi } from "./places-api.ts";

export type PlacesPhase = { state: "loading" } | { state: "ready" } | { state: "failed"; message: string };

/** The ids of expanded places, on this device. */
export function expandedSetting(): StoredSetting<ReadonlySet<Id>> {
  return storedSetting<ReadonlySet<Id>>("diorama.places-expanded", {
    initial: new Set(),
    parse: (text) => new Set(text.split(" ").filter((id) => id !== "")),
    format: (ids) => [...ids].join(" "),
  });
}

export class PlacesStore {
  private readonly currentPhase = signal<PlacesPhase>({ state: "loading" });
  private readonly currentPlaces = signal<readonly PlaceItem[]>([]);
  private readonly currentSelection = signal<Id | null>(null);

  readonly phase: ReadonlySignal<PlacesPhase> = this.currentPhase;
  readonly places: ReadonlySignal<readonly PlaceItem[]> = this.currentPlaces;
  readonly rows: ReadonlySignal<readonly TreeRow[]> = computed(() =>
    visibleRows(this.currentPlaces.value, this.expanded.value)
  );
  readonly selected: ReadonlySignal<PlaceItem | null> = computed(() => this.place(this.currentSelection.value));

  constructor(
    private readonly owner: AbortSignal,
    private readonly source: typeof placesApi = placesApi,
    private readonly expanded: StoredSetting<ReadonlySet<Id>> = expandedSetting(),
  ) {}

  /** Fetches the places; counts and values are the server's. */
  async load(): Promise<void> {
    try {
      const places = await this.source.list();
      if (this.owner.aborted) return;
      batch(() => {
        this.currentPlaces.value = places;
        this.currentPhase.value = { state: "ready" };
      });
    } catch (error) {
      if (this.owner.aborted) return;
      // A failed refresh keeps the list.
      if (this.currentPhase.peek().state === "ready") return;
      this.currentPhase.value = { state: "failed", message: messageOf(error) };
    }
  }

  /** Selects a place and expands those that contain it; null: none. */
  select(id: Id | null): void {
    batch(() => {
      this.currentSelection.value = id;
      if (id !== null) this.expand(ancestorsOf(this.currentPlaces.peek(), id));
    });
  }

  expand(ids: readonly Id[]): void {
    const before = this.expanded.peek();
    if (ids.every((id) => before.has(id))) return;
    this.expanded.set(new Set([...before, ...ids]));
  }

  /** Collapses a place; a selection within it moves to it. */
  collapse(id: Id): void {
    const selected = this.currentSelection.peek();
    batch(() => {
      this.expanded.set(new Set([...this.expanded.peek()].filter((each) => each !== id)));
      const isWithin = selected !== null && ancestorsOf(this.currentPlaces.peek(), selected).includes(id);
      if (isWithin) this.currentSelection.value = id;
    });
  }

  canMove(id: Id, into: Id | null): boolean {
    return canMove(this.currentPlaces.peek(), id, into);
  }

  /** Adds a place in another, null for none, and selects it. */
  async add(name: string, parent: Id | null): Promise<PlaceItem> {
    const place = await this.source.add(parent === null ? { name } : { name, parent });
    await this.load();
    this.select(place.id);
    return place;
  }

  async rename(id: Id, name: string): Promise<void> {
    await this.change(id, { name });
  }

  /** Moves a place with all that is in it into another, null for none. Resolves with the place where it was. */
  async move(id: Id, into: Id | null): Promise<Id | null> {
    const before = this.place(id)?.parent ?? null;
    await this.change(id, { parent: into });
    this.select(id);
    return before;
  }

  /** Puts a place into the trash. Its things stay, without this place. */
  async trash(id: Id): Promise<void> {
    const parent = this.place(id)?.parent ?? null;
    await this.source.trash(id);
    if (this.currentSelection.peek() === id) this.currentSelection.value = parent;
    await this.load();
  }

  async restore(id: Id): Promise<void> {
    await this.source.restore(id);
    await this.load();
    this.select(id);
  }

  private place(id: Id | null): PlaceItem | null {
    return this.currentPlaces.value.find((place) => place.id === id) ?? null;
  }

  private async change(id: Id, change: PlaceBody): Promise<void> {
    await this.source.edit(id, change);
    await this.load();
  }
}
