/** What the panels of memories do with the sand table: pins, highlights, opened memories, placing. */

import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import type { NearbyMemories } from "../cues/nearby-memories.ts";
import type { Vec3 } from "../../scene/view.ts";
import type { MemoryList } from "../panels/memory-list.ts";
import type { PlacementTasks } from "../placement/placement-tasks.ts";
import type {
  Pin,
  SandTable,
  SandTableHost,
  SandTableThingsHost,
  SceneObject,
  ThingPin,
  Viewpoint,
} from "../sand-table.ts";
import type { ThingLayer } from "../things/thing-layer.ts";
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
  things: ThingLayer;
  frameLoop: FrameLoop;
  isActive(): boolean;
  /** Switches to the sand table. */
  show(): Promise<void>;
  crossFade(): void;
  /** Requests a frame. */
  invalidate(): void;
  /** Resolves when the next frame is drawn. */
  nextFrame(): Promise<void>;
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

  get thingsHost(): SandTableThingsHost | null {
    return this.parts.things.host;
  }

  set thingsHost(host: SandTableThingsHost | null) {
    this.parts.things.host = host;
  }

  setThings(things: readonly ThingPin[]): void {
    this.parts.things.set(things);
    this.parts.invalidate();
  }

  async openThing(id: string, fly = true): Promise<void> {
    const { things, state, flights, show, nextFrame, invalidate } = this.parts;
    await show();
    const thing = things.thing(id);
    things.selectObject(null);
    things.select(id);
    invalidate();
    if (!thing || !fly) return;
    // The size of the image is known then.
    await nextFrame();
    this.moveTo(thing);
    const viewpoint = things.viewpoint(thing.position);
    if (viewpoint) await flights.to(viewpoint, state.frame);
  }

  async selectObject(id: string, go = false): Promise<void> {
    const { things, state, flights, show, invalidate } = this.parts;
    await show();
    things.select(null);
    things.selectObject(id);
    invalidate();
    await flights.back();
    const object = state.objects.find((each) => each.id === id);
    if (object && go) this.moveTo({ position: object.center });
  }

  async deselect(): Promise<void> {
    const { things, flights, invalidate } = this.parts;
    if (!things.hasSelection) return;
    things.select(null);
    things.selectObject(null);
    invalidate();
    await flights.back();
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
    const { state } = this.parts;
    const pin = state.pins[state.indexOf(id)];
    if (pin) this.moveTo(pin);
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

  private moveTo({ position }: { position: Vec3 }): void {
    const { state: { exploration }, isActive, crossFade, invalidate } = this.parts;
    if (!exploration) return;
    if (isActive()) crossFade();
    exploration.moveAvatar(position);
    invalidate();
  }
}
