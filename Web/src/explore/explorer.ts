/**
 * The sand table: a visitor walks through the place, seen from above, and finds its memories. The core knows how everything moves; this
 * ties it to input, drawing, sound and the panels.
 */

import type { OrthographicCamera, PerspectiveCamera } from "three";
import { type Core, type Exploration, loadCore, type State } from "../core/core.ts";
import { nextTask } from "../next-task.ts";
import type { GestureTarget } from "../scene/gestures.ts";
import type { Model } from "../scene/model.ts";
import type { Frame, Vec3 } from "../scene/rig.ts";
import { SurfacePick } from "../scene/surface-pick.ts";
import type { Director, Viewer } from "../scene/viewer.ts";
import { announce } from "../ui/announce.ts";
import { el } from "../ui/dom.ts";
import { Air } from "./air-mix.ts";
import { type Deck, deck, type Tools, tools } from "./deck.ts";
import { Discovered } from "./discovered.ts";
import { Flights } from "./flights.ts";
import { Hanging, hangingID } from "./hanging.ts";
import { Input } from "./input.ts";
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
import { joystick } from "./joystick.ts";
import { surfaceOf } from "./mesh-parts.ts";
import { moodIndex } from "./moods.ts";
import { Placing } from "./placing.ts";
import { objectAt, pinAt, type Scenery } from "./pointing.ts";
import { ReachList } from "./reach-list.ts";
import { Sound } from "./sound.ts";
import { Surroundings } from "./surroundings.ts";
import { TableScene } from "./table-scene.ts";
import type { Task, World } from "./world.ts";

/** Between pictures while only cues breathe, and while a gamepad is listened to. Milliseconds. */
const breath = 33;

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

export class Explorer implements SandTable, Director {
  host: SandTableHost | null = null;
  /** Labels, tools and the list, over the place. */
  readonly overlay = el("div", { class: "explore-overlay", hidden: true });
  readonly gestures: GestureTarget;
  private readonly life = new AbortController();
  private readonly scene: TableScene;
  private readonly input: Input;
  private readonly lower: Deck;
  private readonly tools: Tools;
  private readonly list: ReachList;
  private readonly surroundings: Surroundings;
  private readonly sound = new Sound();
  private readonly air = new Air();
  private readonly found: Discovered;
  private exploration: Exploration | null = null;
  /** The model that the core holds: a finer one may be drawn by now. */
  private picked: Model | null = null;
  private starting: Promise<void> | null = null;

  private frame: Frame = { width: 1, height: 1, top: 0, bottom: 0 };
  private pins: readonly Pin[] = [];
  private indexOf = new Map<string, number>();
  private objects: readonly SceneObject[] = [];
  private active = false;
  private opened: string | null = null;
  private hovered = -1;
  private marked = -1;
  private near = -1;
  private task: Task | null = null;
  private readonly flights: Flights;
  private moved = true;

  constructor(
    private readonly viewer: Viewer,
    private model: Model,
    private readonly around: Surrounding,
    private readonly ways: Ways,
  ) {
    this.found = new Discovered(around.space);
    this.scene = new TableScene(viewer.invalidate);
    this.scene.object.visible = false;
    // From the beginning, though it cuts nothing yet: so the surface is compiled once.
    this.scene.cutaway.patch(model.object);
    this.flights = new Flights(
      viewer,
      () => this.exploration,
      () => !ways.stillness() ? false : this.active ? true : null,
    );
    const stick = joystick(viewer.invalidate);
    this.lower = deck(stick.element);
    this.input = new Input(
      around.area,
      stick,
      {
        open: () => this.openChosen(),
        back: () => this.back(),
        step: (way) => this.list.step(way),
        tap: (x, y) => this.tap(x, y),
        hover: (at) => this.hover(at),
        sound: () => this.setSound(!this.sound.on),
        lens: () => this.flights.changeLens(),
        reset: () => this.reset(),
      },
      viewer.invalidate,
      () => this.active,
      this.life.signal,
    );
    this.gestures = this.input.gestures;
    this.surroundings = new Surroundings(this.scene, () => this.host, viewer.invalidate, (id) => this.open(id));
    this.tools = tools({
      zoom: (factor) => this.input.zoomBy(factor),
      reset: () => this.reset(),
      sound: () => this.setSound(!this.sound.on),
      help: () => ways.help(),
    });
    this.tools.showSound(this.sound.on);
    this.list = new ReachList(
      (count) => ({ nearest: this.reachable(count), total: this.pins.length }),
      (id) => this.open(id),
      (id) => this.highlight(id),
      () => around.canvas.focus(),
    );
    this.overlay.append(this.surroundings.labels.element, this.list.element, this.tools.element);
    // Sound that was left on may be heard after the first press.
    for (const kind of ["pointerdown", "keydown"]) {
      around.area.addEventListener(kind, () => this.sound.wake(), { once: true, signal: this.life.signal });
    }
  }

  get strip(): HTMLElement {
    return this.lower.strip;
  }

  get deck(): HTMLElement {
    return this.lower.element;
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.scene.camera;
  }

  // The way in and out

  async enter(): Promise<void> {
    this.active = true;
    this.lower.element.hidden = this.overlay.hidden = false;
    this.around.area.dataset.table = "starting";
    await this.ready().catch((error) => {
      this.lower.element.hidden = this.overlay.hidden = true;
      this.active = false;
      throw error;
    });
    if (!this.active || this.life.signal.aborted) return;
    this.viewer.crossFade();
    this.scene.object.visible = true;
    this.viewer.direct(this);
    this.around.area.dataset.table = "ready";
    this.list.refresh();
    const count = this.pins.length;
    announce(count > 0 ? `Sand table. ${count} memories; Tab goes through them.` : "Sand table.");
  }

  leave(): void {
    this.active = false;
    this.task?.cancel();
    this.input.clear();
    this.lower.element.hidden = this.overlay.hidden = true;
    delete this.around.area.dataset.table;
    if (!this.exploration) return;
    this.viewer.crossFade();
    this.scene.object.visible = false;
    this.scene.cutaway.rest();
    this.viewer.direct(null);
    this.flights.arrive();
  }

  /** A finer model took the place of the one before; how one walks stays as it was. */
  refined(model: Model): void {
    this.model = model;
    this.scene.cutaway.patch(model.object);
  }

  tint(style: CSSStyleDeclaration): void {
    this.scene.tint(style);
    this.viewer.invalidate();
  }

  dispose(): void {
    this.life.abort();
    this.task?.cancel();
    this.surroundings.dispose();
    this.scene.dispose();
    this.sound.dispose();
    this.exploration?.dispose();
    this.exploration = null;
    this.flights.arrive();
  }

  /** Once, whoever asks first. */
  private ready(): Promise<void> {
    return this.starting ??= this.start().catch((error) => {
      this.starting = null;
      throw error;
    });
  }

  /** The core's answers to what a ray meets, also where the sand table was never opened. Null: the page was left meanwhile. */
  async surface(): Promise<SurfacePick | null> {
    await this.ready();
    const { exploration } = this;
    return exploration && this.picked ? new SurfacePick(exploration, this.picked) : null;
  }

  private async start(): Promise<void> {
    const core: Core = await loadCore();
    const { model } = this;
    const { positions, indices } = surfaceOf(model.object, model.box, model.levels);
    await nextTask();
    const exploration = await core.open(positions, indices, { signal: this.life.signal });
    if (this.life.signal.aborted) return exploration.dispose();
    this.exploration = exploration;
    this.picked = model;
    exploration.setObjects([...this.objects]);
    this.givePins();
    exploration.step(0);
    this.viewer.add(this.scene.object);
    await this.viewer.prepare();
  }

  // Each picture

  advance(seconds: number, frame: Frame): number {
    const { exploration } = this;
    if (!exploration) return Infinity;
    this.frame = frame;
    const calm = this.ways.stillness();
    const state = exploration.step(seconds, this.input.read(seconds));
    this.scene.apply(exploration, frame, seconds, calm, this.marked >= 0 ? this.marked : this.hovered);
    this.notice(state);
    this.scene.cutaway.breathe(this.air.advance(calm ? 10 : seconds, state.atmosphere));
    this.ripple(exploration, calm);
    const away = state.away || this.task !== null;
    this.scene.cues.fade(away ? 0.35 : 1);
    this.surroundings.advance(
      state.avatar.position,
      frame,
      this.marked >= 0 ? this.marked : this.hovered,
      away || this.opened !== null,
    );
    this.task?.advance();
    this.flights.follow(state);
    const moving = state.moving || this.input.busy || this.air.moving;
    if (!moving && this.moved) this.rest(state);
    this.moved = moving;
    if (moving) return 0;
    return (this.pins.length > 0 && !calm) || this.input.hasPad ? breath : Infinity;
  }

  /** What was found, and what is near. */
  private notice(state: State): void {
    if (state.discovered.length > 0) {
      this.scene.cues.markFound(state.discovered);
      const pins = [...state.discovered].flatMap((i) => this.pins[i] ?? []);
      const fresh = this.found.add(pins.map((pin) => pin.id));
      if (fresh.length > 0) {
        this.sound.play(pins.at(-1)?.mood ?? null);
        this.host?.discovered(fresh);
        announce(`Found: ${pins.map((pin) => pin.title || pin.kind).join(", ")}.`);
      }
    }
    const near = state.near[0]?.index ?? -1;
    if (near !== this.near) {
      this.near = near;
      this.host?.near(this.pins[near]?.id ?? null);
    }
  }

  private ripple({ cues, state }: Exploration, calm: boolean): void {
    const phase = this.near < 0 ? 0 : cues[4 * this.near + 3] ?? 0;
    const strength = phase > 0 ? Math.min(1, Math.max(0.25, 2 - (state.near[0]?.distance ?? 2))) : 0;
    this.scene.avatar.setRipple(
      strength,
      calm ? 0.6 : phase,
      this.scene.hueOf(moodIndex(this.pins[this.near]?.mood ?? null)),
    );
  }

  /** Nothing moves any more: the list may follow, and where the visitor is can be told. */
  private rest(state: State): void {
    this.list.refresh();
    const { camera, avatar } = state;
    this.around.area.dataset.pose = [...camera.position, ...camera.rotation, camera.fov].join(" ");
    this.around.area.dataset.avatar = [...avatar.position, avatar.heading].map((value) => value.toFixed(3)).join(" ");
  }

  // What the panels ask for

  setPins(given: readonly Pin[]): void {
    // A copy: whoever gave them goes on changing theirs.
    const pins = [...given];
    this.pins = pins;
    this.indexOf = new Map(pins.map((pin, i) => [pin.id, i]));
    this.hovered = this.marked = this.near = -1;
    this.surroundings.set(pins);
    this.scene.cues.set(pins, (id) => this.found.has(id));
    this.givePins();
    this.list.refresh();
    this.viewer.invalidate();
  }

  private givePins(): void {
    const { exploration, pins } = this;
    if (!exploration) return;
    const places = new Float32Array(pins.length * 3);
    pins.forEach((pin, i) => places.set(pin.position, 3 * i));
    exploration.setPins(
      places,
      Int8Array.from(pins, (pin) => moodIndex(pin.mood)),
      Uint8Array.from(pins, (pin) => this.found.has(pin.id) ? 1 : 0),
    );
  }

  showObjects(objects: readonly SceneObject[]): void {
    this.objects = objects;
    this.exploration?.setObjects([...objects]);
    this.viewer.invalidate();
  }

  byDistance(count: number): readonly string[] {
    const from = this.exploration?.state.avatar.position ?? [0, 0, 0];
    return this.surroundings.nearest(from, count).map((i) => this.pins[i]!.id);
  }

  isDiscovered(id: string): boolean {
    return this.found.has(id);
  }

  highlight(id: string | null): void {
    this.marked = id === null ? -1 : this.indexOf.get(id) ?? -1;
    this.viewer.invalidate();
  }

  goTo(id: string): void {
    const pin = this.pins[this.indexOf.get(id) ?? -1];
    if (!pin || !this.exploration) return;
    if (this.active) this.viewer.crossFade();
    this.exploration.put(...pin.position);
    this.viewer.invalidate();
  }

  async openMemory(id: string, viewpoint: Viewpoint | null, fly = true): Promise<void> {
    await this.ways.show();
    const { exploration } = this;
    const index = this.indexOf.get(id) ?? -1;
    if (!exploration) return;
    const another = this.opened !== null && this.opened !== id;
    this.opened = id;
    this.air.turnTo(this.pins[index]?.mood ?? null);
    if (index >= 0) {
      exploration.discover(index);
      this.scene.cues.markFound([index]);
      const fresh = this.found.add([id]);
      if (fresh.length > 0) this.host?.discovered(fresh);
    }
    this.viewer.invalidate();
    if (!viewpoint || !fly) {
      if (another) await this.flights.back();
      return;
    }
    await this.flights.to(viewpoint, this.frame);
  }

  async closeMemory(): Promise<void> {
    this.opened = null;
    this.air.turnTo(null);
    this.viewer.invalidate();
    await this.flights.back();
  }

  async place(options: { label?: string; start?: Anchor } = {}): Promise<Placement | null> {
    await this.ways.show();
    return await this.take((world, end) => new Placing(world, options, end));
  }

  cancelPlacing(): void {
    this.task?.cancel();
  }

  async adjustScreen(
    options: { picture: string | null; aspect: number; anchor: Anchor; start?: FloatingScreen },
  ): Promise<
    FloatingScreen | null
  > {
    await this.ways.show();
    const { exploration } = this;
    if (!exploration) return null;
    const { anchor, picture } = options;
    const surface = { kind: 1, index: -1, point: anchor.point, normal: anchor.normal } as const;
    const screen = options.start ?? exploration.place(surface, anchor.height, { aspect: options.aspect })?.screen;
    if (!screen) return null;
    const hang = (now: FloatingScreen): void => this.surroundings.hang({ id: hangingID, screen: now, picture });
    const hung = await this.take<FloatingScreen>((world, end) => new Hanging(world, screen, hang, end));
    this.surroundings.hang(null);
    return hung;
  }

  /** One task at a time: a new one ends the one before. */
  private take<Result>(begin: (world: World, end: (result: Result | null) => void) => Task): Promise<Result | null> {
    this.task?.cancel();
    const world = this.world();
    if (!world) return Promise.resolve(null);
    return new Promise((resolve) => {
      const task = begin(world, (result) => {
        if (this.task === task) {
          this.task = null;
          this.lower.show(null);
        }
        resolve(result);
      });
      this.task = task;
      this.lower.show(task.element);
      this.viewer.invalidate();
    });
  }

  private world(): World | null {
    const { exploration, scene, overlay } = this;
    if (!exploration) return null;
    const [frame, objects] = [(): Frame => this.frame, (): readonly SceneObject[] => this.objects];
    return {
      exploration,
      scene,
      overlay,
      get state(): State {
        return exploration.state;
      },
      get frame(): Frame {
        return frame();
      },
      get objects(): readonly SceneObject[] {
        return objects();
      },
      wake: this.viewer.invalidate,
      look: (from, target) => this.flights.look(from, target),
    };
  }

  private reset(): void {
    const { exploration } = this;
    if (!exploration) return;
    this.viewer.crossFade();
    const { start } = exploration.facts;
    if (start) exploration.put(...start, 0);
    this.viewer.invalidate();
  }

  // What the visitor does

  private open(id: string): void {
    this.host?.opened(id);
  }

  private openChosen(): void {
    const pin = this.pins[this.marked >= 0 ? this.marked : this.near];
    if (pin && !this.task) this.open(pin.id);
  }

  private back(): void {
    if (this.task) this.task.cancel();
    else if (this.opened !== null) this.host?.closing(this.opened);
  }

  private tap(x: number, y: number): void {
    if (this.task) return this.task.tap(x, y);
    const scenery = this.scenery();
    const index = scenery ? pinAt(scenery, x, y) : -1;
    if (index >= 0) this.open(this.pins[index]!.id);
  }

  private hover(at: { x: number; y: number } | null): void {
    if (this.task) return this.task.hover(at);
    const scenery = this.scenery();
    const index = at && scenery ? pinAt(scenery, at.x, at.y) : -1;
    const object = at && scenery && index < 0 ? objectAt(scenery, at.x, at.y) : null;
    this.scene.markers.showBox(object);
    this.around.canvas.style.cursor = index >= 0 ? "pointer" : "";
    this.around.canvas.title = object?.name ?? "";
    if (index !== this.hovered) {
      this.hovered = index;
      this.host?.hovered(this.pins[index]?.id ?? null);
    }
    this.viewer.invalidate();
  }

  private scenery(): Scenery | null {
    const { exploration, scene, surroundings, frame, pins, objects } = this;
    return exploration ? { exploration, scene, surroundings, frame, pins, objects } : null;
  }

  private reachable(count: number): { id: string; words: string }[] {
    const avatar = this.exploration?.state.avatar ?? { position: [0, 0, 0] as Vec3, heading: 0 };
    return this.surroundings.reachable(avatar, count, (id) => this.found.has(id));
  }

  private setSound(on: boolean): void {
    this.sound.set(on);
    this.tools.showSound(on);
    announce(on ? "Sound is on." : "Sound is off.");
  }
}
