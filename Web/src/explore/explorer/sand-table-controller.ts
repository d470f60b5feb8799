/** What the panels of memories do with the sand table: pins, highlights, opened memories, placing. */

import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import type { NearbyMemories } from "../cues/nearby-memories.ts";
import type { MemoryList } from "../panels/memory-list.ts";
import type { PlacementTasks } from "../placement/placement-tasks.ts";
import type { Pin, SandTable, SandTableHost, SceneObject, Viewpoint } from "../sand-table.ts";
import type { CameraFlights } from "../viewpoints/camera-flights.ts";
import type { ExplorerState } from "./explorer-state.ts";
import type { FrameLoop } from "./frame-loop.ts";

export interface SandTableParts {
  state: ExplorerState;
  scene: SandTableScene;
  /** The element for the list of memories in the lower panel. */
  strip: HTMLElement;
  list: MemoryList;
  nearby: NearbyMemories;
  flights: CameraFlights;
  tasks: PlacementTasks;
  frameLoop: FrameLoop;
  isActive(): boolean;
  /** Switches to the sand table. */
  show(): Promise<void>;
  crossFade(): void;
  /** Requests a frame. */
  invalidate(): void;
}

export class SandTableController implements SandTable {
  readonly strip: HTMLElement;
  readonly place: SandTable["place"];
  readonly adjustScreen: SandTable["adjustScreen"];

  constructor(private readonly parts: SandTableParts) {
    const { strip, show, tasks } = parts;
    this.strip = strip;
    this.place = async (options = {}) => {
      await show();
      return await tasks.place(options);
    };
    this.adjustScreen = async (options) => {
      await show();
      return await tasks.adjustScreen(options);
    };
  }

  get host(): SandTableHost | null {
    return this.parts.state.host;
  }

  set host(host: SandTableHost | null) {
    this.parts.state.host = host;
  }

  setPins(pins: readonly Pin[]): void {
    const { state, nearby, scene, list, invalidate } = this.parts;
    state.setPins(pins);
    nearby.reset();
    scene.cues.set(state.pins, (id) => state.found.has(id));
    list.refresh();
    invalidate();
  }

  showObjects(objects: readonly SceneObject[]): void {
    this.parts.state.setObjects(objects);
    this.parts.invalidate();
  }

  byDistance(count: number): readonly string[] {
    const { state } = this.parts;
    const from = state.exploration?.state.avatar.position ?? [0, 0, 0];
    return state.nearest(from, count).map((i) => state.pins[i]!.id);
  }

  isDiscovered(id: string): boolean {
    return this.parts.state.found.has(id);
  }

  highlight(id: string | null): void {
    const { state, invalidate } = this.parts;
    state.marked = id === null ? -1 : state.indexOf(id);
    invalidate();
  }

  goTo(id: string): void {
    const { state: { exploration, pins }, state, isActive, crossFade, invalidate } = this.parts;
    const pin = pins[state.indexOf(id)];
    if (!pin || !exploration) return;
    if (isActive()) crossFade();
    exploration.moveAvatar(pin.position);
    invalidate();
  }

  async openMemory(id: string, viewpoint: Viewpoint | null, fly = true): Promise<void> {
    const { state, scene, flights, frameLoop, show, invalidate } = this.parts;
    await show();
    if (!state.exploration) return;
    const isOther = state.opened !== null && state.opened !== id;
    const index = state.indexOf(id);
    state.opened = id;
    frameLoop.atmosphere.setMood(state.moodOf(index));
    if (index >= 0) {
      state.exploration.discover(index);
      scene.cues.markFound([index]);
      state.discover([id]);
    }
    invalidate();
    if (viewpoint && fly) await flights.to(viewpoint, state.frame);
    else if (isOther) await flights.back();
  }

  async closeMemory(): Promise<void> {
    const { state, frameLoop, flights, invalidate } = this.parts;
    state.opened = null;
    frameLoop.atmosphere.setMood(null);
    invalidate();
    await flights.back();
  }

  cancelPlacing(): void {
    this.parts.tasks.cancel();
  }
}
