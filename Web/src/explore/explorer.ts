/**
 * The sand table: a visitor walks through the place, seen from above, and finds its memories. The core knows how everything moves; this
 * ties it to input, drawing, sound and the panels.
 */

import type { Vec3 } from "../scene/rig.ts";
import type { GestureTarget } from "../scene/gestures.ts";
import type { Model } from "../scene/model.ts";
import type { SurfacePick } from "../scene/surface-pick.ts";
import type { Viewer } from "../scene/viewer.ts";
import { announce } from "../ui/announce.ts";
import { Controls } from "./controls.ts";
import { Discovered } from "./discovered.ts";
import { Flights } from "./flights.ts";
import { Ground } from "./ground.ts";
import { announceSandTable } from "./inspection.ts";
import type {
  Anchor,
  FloatingScreen,
  Pin,
  Placement,
  SandTable,
  SandTableHost,
  SceneObject,
  Viewpoint,
} from "./interface.ts";
import { Pictures } from "./pictures.ts";
import { Presses } from "./presses.ts";
import { Surroundings } from "./surroundings.ts";
import { TableScene } from "./table-scene.ts";
import { Tasks } from "./tasks.ts";
import { Visit } from "./visit.ts";

export interface Surrounding {
  area: HTMLElement;
  canvas: HTMLCanvasElement;
  space: string;
}

export interface Ways {
  /** Whether the visitor asked for little motion. */
  stillness(): boolean;
  /** Opens the sand table where it isn't. */
  show(): Promise<void>;
  /** Shows the keys. */
  help(): void;
}

export class Explorer implements SandTable {
  private readonly life = new AbortController();
  private readonly visit: Visit;
  private readonly scene: TableScene;
  private readonly ground: Ground;
  private readonly controls: Controls;
  private readonly surroundings: Surroundings;
  private readonly flights: Flights;
  private readonly tasks: Tasks;
  private readonly pictures: Pictures;
  private active = false;

  constructor(
    private readonly viewer: Viewer,
    model: Model,
    private readonly around: Surrounding,
    private readonly ways: Ways,
  ) {
    const { area, canvas, space } = around;
    const wake = viewer.invalidate;
    const visit = this.visit = new Visit(new Discovered(space));
    const scene = this.scene = new TableScene(wake);
    scene.object.visible = false;
    // From the beginning, though it cuts nothing yet: so the surface is compiled once.
    scene.cutaway.patch(model.object);
    this.ground = new Ground(model, visit, viewer, scene, this.life.signal);
    const flights = this.flights = new Flights(
      viewer,
      () => visit.exploration,
      () => !ways.stillness() ? false : this.active ? true : null,
    );
    const controls = this.controls = new Controls(area, canvas, {
      open: (id) => presses.open(id),
      openChosen: () => presses.openChosen(),
      back: () => presses.back(),
      tap: (x, y) => presses.tap(x, y),
      hover: (at) => presses.hover(at),
      highlight: (id) => this.highlight(id),
      changeLens: () => flights.changeLens(),
      reset: () => this.reset(),
      help: () => ways.help(),
      reachable: (count) => ({ nearest: this.reachable(count), total: visit.pins.length }),
      isActive: () => this.active,
      wake,
    }, this.life.signal);
    const { overlay, lower, input, list, sound } = controls;
    const surroundings = this.surroundings = new Surroundings(scene, () => visit.host, wake, (id) => presses.open(id));
    // Before the list in the order of the page.
    overlay.prepend(surroundings.labels.element);
    const tasks = this.tasks = new Tasks({ visit, scene, overlay, lower, surroundings, flights, wake });
    const presses = new Presses(visit, scene, surroundings, tasks, canvas, wake);
    const stillness = (): boolean => ways.stillness();
    const sights = { visit, scene, surroundings, tasks, flights };
    this.pictures = new Pictures({ ...sights, input, list, sound, area, stillness });
    announceSandTable({ table: this, visit, scene, tasks, pictures: this.pictures });
  }

  /** Labels, tools and the list, over the place. */
  get overlay(): HTMLElement {
    return this.controls.overlay;
  }

  get gestures(): GestureTarget {
    return this.controls.input.gestures;
  }

  get host(): SandTableHost | null {
    return this.visit.host;
  }

  set host(host: SandTableHost | null) {
    this.visit.host = host;
  }

  get strip(): HTMLElement {
    return this.controls.lower.strip;
  }

  get deck(): HTMLElement {
    return this.controls.lower.element;
  }

  // The way in and out

  async enter(): Promise<void> {
    this.active = true;
    this.controls.show(true);
    this.around.area.dataset.table = "starting";
    await this.ground.ready().catch((error) => {
      this.controls.show(false);
      this.active = false;
      throw error;
    });
    if (!this.active || this.life.signal.aborted) return;
    this.viewer.crossFade();
    this.scene.object.visible = true;
    this.viewer.direct(this.pictures);
    this.around.area.dataset.table = "ready";
    this.controls.list.refresh();
    const count = this.visit.pins.length;
    announce(count > 0 ? `Sand table. ${count} memories; Tab goes through them.` : "Sand table.");
  }

  leave(): void {
    this.active = false;
    this.tasks.cancel();
    this.controls.input.clear();
    this.controls.show(false);
    delete this.around.area.dataset.table;
    if (!this.visit.exploration) return;
    this.viewer.crossFade();
    this.scene.object.visible = false;
    this.scene.cutaway.rest();
    this.viewer.direct(null);
    this.flights.arrive();
  }

  /** A finer model took the place of the one before; how one walks stays as it was. */
  refined(model: Model): void {
    this.ground.model = model;
    this.scene.cutaway.patch(model.object);
  }

  tint(style: CSSStyleDeclaration): void {
    this.scene.tint(style);
    this.viewer.invalidate();
  }

  dispose(): void {
    this.life.abort();
    this.tasks.cancel();
    this.surroundings.dispose();
    this.scene.dispose();
    this.controls.sound.dispose();
    this.visit.end();
    this.flights.arrive();
  }

  /** What a ray meets of the place. Null: the page was left meanwhile. */
  surface(): Promise<SurfacePick | null> {
    return this.ground.surface();
  }

  // What the panels ask for

  setPins(pins: readonly Pin[]): void {
    const { visit } = this;
    visit.setPins(pins);
    this.surroundings.set(visit.pins);
    this.scene.cues.set(visit.pins, (id) => visit.found.has(id));
    this.controls.list.refresh();
    this.viewer.invalidate();
  }

  showObjects(objects: readonly SceneObject[]): void {
    this.visit.setObjects(objects);
    this.viewer.invalidate();
  }

  byDistance(count: number): readonly string[] {
    const from = this.visit.exploration?.state.avatar.position ?? [0, 0, 0];
    return this.surroundings.nearest(from, count).map((i) => this.visit.pins[i]!.id);
  }

  isDiscovered(id: string): boolean {
    return this.visit.found.has(id);
  }

  highlight(id: string | null): void {
    this.visit.marked = id === null ? -1 : this.visit.indexOf(id);
    this.viewer.invalidate();
  }

  goTo(id: string): void {
    const { exploration, pins } = this.visit;
    const pin = pins[this.visit.indexOf(id)];
    if (!pin || !exploration) return;
    if (this.active) this.viewer.crossFade();
    exploration.put(...pin.position);
    this.viewer.invalidate();
  }

  async openMemory(id: string, viewpoint: Viewpoint | null, fly = true): Promise<void> {
    await this.ways.show();
    const { visit } = this;
    const index = visit.indexOf(id);
    if (!visit.exploration) return;
    const another = visit.opened !== null && visit.opened !== id;
    visit.opened = id;
    this.pictures.air.turnTo(visit.moodOf(index));
    if (index >= 0) {
      visit.exploration.discover(index);
      this.scene.cues.markFound([index]);
      visit.discover([id]);
    }
    this.viewer.invalidate();
    if (!viewpoint || !fly) {
      if (another) await this.flights.back();
      return;
    }
    await this.flights.to(viewpoint, visit.frame);
  }

  async closeMemory(): Promise<void> {
    this.visit.opened = null;
    this.pictures.air.turnTo(null);
    this.viewer.invalidate();
    await this.flights.back();
  }

  async place(options: { label?: string; start?: Anchor } = {}): Promise<Placement | null> {
    await this.ways.show();
    return await this.tasks.place(options);
  }

  cancelPlacing(): void {
    this.tasks.cancel();
  }

  async adjustScreen(
    options: { picture: string | null; aspect: number; anchor: Anchor; start?: FloatingScreen },
  ): Promise<FloatingScreen | null> {
    await this.ways.show();
    return await this.tasks.hang(options);
  }

  // What the tools and the list ask for

  private reset(): void {
    const { exploration } = this.visit;
    if (!exploration) return;
    this.viewer.crossFade();
    const { start } = exploration.facts;
    if (start) exploration.put(...start, 0);
    this.viewer.invalidate();
  }

  private reachable(count: number): { id: string; words: string }[] {
    const { exploration, found } = this.visit;
    const avatar = exploration?.state.avatar ?? { position: [0, 0, 0] as Vec3, heading: 0 };
    return this.surroundings.reachable(avatar, count, (id) => found.has(id));
  }
}
