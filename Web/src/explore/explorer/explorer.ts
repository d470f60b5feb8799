/**
 * The sand table: a visitor walks an avatar through the space, seen from above, and discovers its memories. The core calculates all
 * movement; this connects it with input, drawing, sound and the panels.
 */

import type { Object3D } from "three";
import { t } from "../../i18n/messages.ts";
import { announce } from "../../ui/announce.ts";
import type { GestureTarget } from "../../scene/gestures.ts";
import type { Model } from "../../scene/model.ts";
import type { WalkMode, WalkModeContext } from "../../scene/walk-mode.ts";
import type { SurfacePick } from "../../scene/surface-pick.ts";
import type { Vec3 } from "../../scene/view.ts";
import { plural } from "../../ui/format.ts";
import { DiscoveredMemories } from "../cues/discovered-memories.ts";
import { NearbyMemories } from "../cues/nearby-memories.ts";
import { PointerEvents } from "../input/pointer-events.ts";
import { Controls } from "../panels/controls.ts";
import type { ListedMemory } from "../panels/memory-list.ts";
import { PlacementTasks } from "../placement/placement-tasks.ts";
import { SandTableScene } from "../rendering/sand-table-scene.ts";
import type { Pin, SandTable } from "../sand-table.ts";
import { CameraFlights } from "../viewpoints/camera-flights.ts";
import { ThingLayer } from "../things/thing-layer.ts";
import { ExplorerState } from "./explorer-state.ts";
import { FrameLoop } from "./frame-loop.ts";
import { announceSandTable } from "./inspection.ts";
import { SandTableController } from "./sand-table-controller.ts";
import { SurfaceLoader } from "./surface-loader.ts";

export class Explorer implements WalkMode {
  private readonly controller = new AbortController();
  private readonly state: ExplorerState;
  private readonly scene: SandTableScene;
  private readonly surfaceLoader: SurfaceLoader;
  private readonly controls: Controls;
  private readonly nearby: NearbyMemories;
  private readonly flights: CameraFlights;
  private readonly tasks: PlacementTasks;
  private readonly pointer: PointerEvents;
  private readonly frameLoop: FrameLoop;
  private isActive = false;

  /** For the panels of memories. */
  readonly table: SandTable;

  constructor(private readonly context: WalkModeContext) {
    const { viewer, model, area, canvas, reducedMotion, show } = context;
    const { invalidate } = viewer;
    const { signal } = this.controller;
    const state = this.state = new ExplorerState(new DiscoveredMemories(context.space));
    const scene = this.scene = new SandTableScene(invalidate);
    scene.object.visible = false;
    // From the beginning, though nothing is cut yet, so that the model's shaders are compiled once.
    scene.cutaway.patch(model.object);
    this.surfaceLoader = new SurfaceLoader({ model, state, viewer, scene, signal });
    const flights = this.flights = new CameraFlights(
      viewer,
      () => state.exploration,
      () => !reducedMotion() ? "fly" : this.isActive ? "fade" : "jump",
    );
    this.controls = this.makeControls(signal);
    const { overlay, lowerPanel, input, list, feedback } = this.controls;
    const things = new ThingLayer(state, scene);
    const nearby = this.nearby = new NearbyMemories(state, scene, invalidate, (id) => this.pointer.open(id));
    // Before the list in the order of the page.
    overlay.prepend(things.labels, nearby.labels.element);
    const parts = { state, scene, nearby, flights, things };
    const tasks = this.tasks = new PlacementTasks({ ...parts, overlay, lowerPanel, invalidate });
    this.pointer = new PointerEvents({ state, scene, tasks, things, canvas, invalidate });
    const frameLoop = this.frameLoop = new FrameLoop({ ...parts, tasks, input, list, feedback, area, reducedMotion });
    this.table = new SandTableController({
      ...parts,
      ...{ tasks, frameLoop, list, show, invalidate },
      strip: lowerPanel.strip,
      isActive: () => this.isActive,
      crossFade: () => viewer.crossFade(),
      nextFrame: () => viewer.nextFrame(),
    });
    announceSandTable({ table: this.table, state, scene, tasks, frameLoop, feedback });
  }

  /** Labels, tools and the list, over the space. */
  get overlay(): HTMLElement {
    return this.controls.overlay;
  }

  get gestures(): GestureTarget {
    return this.controls.input.gestures;
  }

  get lowerPanel(): HTMLElement {
    return this.controls.lowerPanel.element;
  }

  get visitor(): { position: Vec3; heading: number } | null {
    const { exploration } = this.state;
    return this.isActive && exploration ? exploration.state.avatar : null;
  }

  get pins(): readonly Pin[] {
    return this.state.pins;
  }

  openPin(id: string): void {
    this.state.host?.opened(id);
  }

  async enter(): Promise<void> {
    const { area, viewer } = this.context;
    this.isActive = true;
    this.controls.show(true);
    area.dataset.table = "starting";
    await this.surfaceLoader.ready().catch((error) => {
      this.controls.show(false);
      this.isActive = false;
      throw error;
    });
    if (!this.isActive || this.controller.signal.aborted) return;
    viewer.crossFade();
    this.scene.object.visible = true;
    viewer.direct(this.frameLoop);
    area.dataset.table = "ready";
    this.controls.list.refresh();
    const count = this.state.pins.length;
    announce(
      count > 0
        ? plural(count, {
          one: "Sand table. {count} memories; press Tab to go through them.",
          other: "Sand table. {count} memories; press Tab to go through them.",
        })
        : t("Sand table."),
    );
  }

  leave(): void {
    this.isActive = false;
    this.tasks.cancel();
    this.controls.input.clear();
    this.controls.feedback.rest();
    this.controls.show(false);
    delete this.context.area.dataset.table;
    if (!this.state.exploration) return;
    this.context.viewer.crossFade();
    this.scene.object.visible = false;
    this.scene.cutaway.reset();
    this.context.viewer.direct(null);
    this.flights.arrive();
  }

  /** A finer model replaces the previous one; the surface that the avatar walks on stays. */
  refined(model: Model): void {
    this.surfaceLoader.model = model;
    this.scene.cutaway.patch(model.object);
  }

  joined(splats: Object3D): void {
    this.scene.cutaway.patch(splats);
  }

  tint(style: CSSStyleDeclaration): void {
    this.scene.tint(style);
    this.context.viewer.invalidate();
  }

  dispose(): void {
    this.controller.abort();
    this.tasks.cancel();
    this.nearby.dispose();
    this.scene.dispose();
    this.controls.feedback.dispose();
    this.state.end();
    this.flights.arrive();
  }

  /** Picks on the surface of the space. Null: the page was left meanwhile. */
  surface(): Promise<SurfacePick | null> {
    return this.surfaceLoader.surface();
  }

  private makeControls(signal: AbortSignal): Controls {
    const { area, canvas, viewer, help } = this.context;
    return new Controls(
      { area, canvas, signal },
      {
        open: (id) => this.pointer.open(id),
        openChosen: () => this.pointer.openChosen(),
        back: () => this.pointer.back(),
        tap: (x, y) => this.pointer.tap({ x, y }),
        hover: (point) => this.pointer.hover(point),
        highlight: (id) => this.table.highlight(id),
        changeLens: () => this.flights.changeLens(),
        reset: () => this.reset(),
        help,
        listed: (count) => ({ nearest: this.listed(count), total: this.state.pins.length }),
        isActive: () => this.isActive,
        invalidate: viewer.invalidate,
      },
    );
  }

  private reset(): void {
    const { exploration } = this.state;
    if (!exploration) return;
    this.context.viewer.crossFade();
    const { start } = exploration.facts;
    if (start) exploration.moveAvatar(start, 0);
    this.context.viewer.invalidate();
  }

  private listed(count: number): ListedMemory[] {
    const avatar = this.state.exploration?.state.avatar ?? { position: [0, 0, 0] as Vec3, heading: 0 };
    return this.nearby.listed(avatar, count);
  }
}
