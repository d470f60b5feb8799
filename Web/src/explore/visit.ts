/** What the sand table holds at present, for all of its parts: the core's side of it, the memories, and which of them is pointed at, near, open. */

import type { Exploration } from "../core/core.ts";
import type { Frame } from "../scene/rig.ts";
import type { Discovered } from "./discovered.ts";
import type { Pin, SandTableHost, SceneObject } from "./interface.ts";
import { type Mood, moodIndex } from "./moods.ts";

export class Visit {
  /** Null until the core has the place. */
  exploration: Exploration | null = null;
  /** Who listens; null: nobody. */
  host: SandTableHost | null = null;
  frame: Frame = { width: 1, height: 1, top: 0, bottom: 0 };
  /** The id of the memory that is open. */
  opened: string | null = null;
  /** Numbers of pins, −1 for none: under the pointer, marked by the list or a panel, within the figure's reach. */
  hovered = -1;
  marked = -1;
  near = -1;
  private list: readonly Pin[] = [];
  private things: readonly SceneObject[] = [];
  private numbers = new Map<string, number>();

  constructor(readonly found: Discovered) {}

  get pins(): readonly Pin[] {
    return this.list;
  }

  get objects(): readonly SceneObject[] {
    return this.things;
  }

  /** What is marked goes before what is pointed at. */
  get chosen(): number {
    return this.marked >= 0 ? this.marked : this.hovered;
  }

  /** −1 where it isn't here. */
  indexOf(id: string): number {
    return this.numbers.get(id) ?? -1;
  }

  moodOf(index: number): Mood | null {
    return this.list[index]?.mood ?? null;
  }

  setPins(given: readonly Pin[]): void {
    // A copy: whoever gave them goes on changing theirs.
    this.list = [...given];
    this.numbers = new Map(this.list.map((pin, i) => [pin.id, i]));
    this.hovered = this.marked = this.near = -1;
    this.tellPins();
  }

  setObjects(objects: readonly SceneObject[]): void {
    this.things = objects;
    this.exploration?.setObjects([...objects]);
  }

  /** The core has the place: it hears what was set before. */
  begin(exploration: Exploration): void {
    this.exploration = exploration;
    exploration.setObjects([...this.things]);
    this.tellPins();
  }

  end(): void {
    this.exploration?.dispose();
    this.exploration = null;
  }

  /** Keeps them as found and tells of those that are new; returns these. */
  discover(ids: readonly string[]): string[] {
    const fresh = this.found.add(ids);
    if (fresh.length > 0) this.host?.discovered(fresh);
    return fresh;
  }

  private tellPins(): void {
    const { exploration, list } = this;
    if (!exploration) return;
    const places = new Float32Array(list.length * 3);
    list.forEach((pin, i) => places.set(pin.position, 3 * i));
    exploration.setPins(
      places,
      Int8Array.from(list, (pin) => moodIndex(pin.mood)),
      Uint8Array.from(list, (pin) => this.found.has(pin.id) ? 1 : 0),
    );
  }
}
