/**
 * The state that all parts of the sand table share: the core's exploration, the pins, and which is hovered, marked,
 * near and open.
 */

import type { Exploration } from "../../core/core.ts";
import { type Mood, moodIndex } from "../../ui/moods.ts";
import type { Frame, Vec3 } from "../../scene/view.ts";
import type { DiscoveredMemories } from "../cues/discovered-memories.ts";
import type { Pin, SandTableHost, SceneObject } from "../sand-table.ts";

export class ExplorerState {
  /** Null until the core has the space. */
  exploration: Exploration | null = null;
  host: SandTableHost | null = null;
  frame: Frame = { width: 1, height: 1, top: 0, bottom: 0 };
  /** The id of the open memory. */
  opened: string | null = null;
  /** Indices of pins, −1 for none: under the pointer, marked by the list or a panel, near the avatar. */
  hovered = -1;
  marked = -1;
  near = -1;
  private pinList: readonly Pin[] = [];
  private objectList: readonly SceneObject[] = [];
  private indices = new Map<string, number>();

  constructor(readonly found: DiscoveredMemories) {}

  get pins(): readonly Pin[] {
    return this.pinList;
  }

  get objects(): readonly SceneObject[] {
    return this.objectList;
  }

  /** The marked pin, or else the hovered one. */
  get chosen(): number {
    return this.marked >= 0 ? this.marked : this.hovered;
  }

  /** The index of a pin; −1 where it is not in this space. */
  indexOf(id: string): number {
    return this.indices.get(id) ?? -1;
  }

  moodOf(index: number): Mood | null {
    return this.pinList[index]?.mood ?? null;
  }

  /** Indices of the pins nearest to a point, nearest first; in their given order until the core has the space. */
  nearest(point: Vec3, count: number): number[] {
    if (this.exploration) return this.exploration.nearestPins(point, count);
    return Array.from({ length: Math.min(count, this.pinList.length) }, (_, i) => i);
  }

  setPins(pins: readonly Pin[]): void {
    // A copy: the caller continues to change its list.
    this.pinList = [...pins];
    this.indices = new Map(this.pinList.map((pin, i) => [pin.id, i]));
    this.hovered = this.marked = this.near = -1;
    this.sendPins();
  }

  setObjects(objects: readonly SceneObject[]): void {
    this.objectList = objects;
    this.exploration?.setObjects([...objects]);
  }

  /** Connects the core's exploration and sends it the pins and objects that were set before. */
  begin(exploration: Exploration): void {
    this.exploration = exploration;
    exploration.setObjects([...this.objectList]);
    this.sendPins();
  }

  end(): void {
    this.exploration?.dispose();
    this.exploration = null;
  }

  /** Stores the memories as discovered and reports the new ones to the host; returns these. */
  discover(ids: readonly string[]): string[] {
    const fresh = this.found.add(ids);
    if (fresh.length > 0) this.host?.discovered(fresh);
    return fresh;
  }

  private sendPins(): void {
    const { exploration, pinList } = this;
    if (!exploration) return;
    const positions = new Float32Array(pinList.length * 3);
    pinList.forEach((pin, i) => positions.set(pin.position, 3 * i));
    exploration.setPins(
      positions,
      Int8Array.from(pinList, (pin) => moodIndex(pin.mood)),
      Uint8Array.from(pinList, (pin) => this.found.has(pin.id) ? 1 : 0),
    );
  }
}
