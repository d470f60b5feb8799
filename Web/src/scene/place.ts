/**
 * A space on the page: loads the model, draws it, navigates in two modes, and keeps the address synchronized. All of
 * three.js is behind this.
 */

import type { Asset } from "../api/generated.ts";
import { loadCore } from "../core/core.ts";
import { nextTask } from "../core/next-task.ts";
import { type Mode, seenFromQuery, seenToQuery } from "./address.ts";
import { type GestureTarget, listenToGestures } from "./gestures.ts";
import { listenToKeys } from "./keys.ts";
import { fetchBytes, type Model, readModel } from "./model.ts";
import type { Vec3 } from "./view.ts";
import { makeUnseenEdges, type UnseenEdges } from "./unseen-edges.ts";
import { Navigator } from "./navigator.ts";
import type { SurfaceHit, SurfacePick } from "./surface-pick.ts";
import { Viewer } from "./viewer.ts";

export interface PlaceParts {
  /** Holds the canvas and all controls: keys count inside it. */
  area: HTMLElement;
  canvas: HTMLCanvasElement;
  veil: HTMLCanvasElement;
  /** The space's id: what a visitor has found in it is kept under it. */
  space: string;
}

/** A tool that lies over the place and is told of what is pointed at; places are in pixels from the picture's top left. */
export interface Watcher {
  hover?(at: { x: number; y: number } | null): void;
  /** True: it was meant for the tool, and for nothing below it. */
  tap?(x: number, y: number): boolean;
}

/** The mode in which a visitor walks: the sand table. A feature above this layer implements it. */
export interface WalkMode {
  readonly gestures: GestureTarget;
  /** Throws where it can't start. */
  enter(): Promise<void>;
  leave(): void;
  /** A finer model replaces the previous one. */
  refined(model: Model): void;
  /** Sets the colours of the page's theme. */
  tint(style: CSSStyleDeclaration): void;
  /** Picks on the surface of the space. Null: the page was left meanwhile. */
  surface(): Promise<SurfacePick | null>;
  dispose(): void;
}

/** What a walk mode is made of. */
export interface WalkModeContext {
  viewer: Viewer;
  model: Model;
  area: HTMLElement;
  canvas: HTMLCanvasElement;
  space: string;
  reducedMotion(): boolean;
  /** Switches to the walk mode. */
  show(): Promise<void>;
  /** Shows the keys. */
  help(): void;
}

export class Place<Walk extends WalkMode = WalkMode> {
  private readonly controller = new AbortController();
  readonly viewer: Viewer;
  private readonly lightTheme = matchMedia("(prefers-color-scheme: light)");
  private readonly reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  private writing = 0;
  private rims: UnseenEdges | null = null;
  private model: Model | null = null;
  private current: Mode = "look";
  private changing: Promise<void> = Promise.resolve();
  private readonly watchers = new Set<Watcher>();
  private picking: Promise<SurfacePick | null> | null = null;
  navigator: Navigator | null = null;
  /** The sand table; it is there once the place can be moved in. */
  explorer: Walk | null = null;

  /** Called when the way of looking changed. */
  onMode: () => void = () => {};
  /** Called when the visitor wants to know keys and gestures. */
  onHelp: () => void = () => {};

  /** Throws where the browser has no WebGL. */
  constructor(private readonly parts: PlaceParts, private readonly makeWalkMode: (context: WalkModeContext) => Walk) {
    this.viewer = new Viewer(parts.canvas, parts.veil);
    this.lightTheme.addEventListener("change", () => this.applyTheme(), { signal: this.controller.signal });
    this.applyTheme();
  }

  /** Fetches and shows the asset; resolves once it can be moved. `unlit`: its pictures are shown as they are. */
  async load(
    asset: Asset,
    unlit: boolean,
    progress: (loaded: number, total: number) => void,
  ): Promise<{ model: Model; navigator: Navigator }> {
    // Reading the model needs the core: both are downloaded at once. `readModel` reports a failure.
    loadCore().catch(() => {});
    const bytes = await fetchBytes(asset, progress, this.controller.signal);
    const model = this.unlessLeft(await readModel(bytes, { unlit }));
    this.model = model;
    await nextTask();
    this.controller.signal.throwIfAborted();
    const explorer = this.makeWalkMode({
      ...this.parts,
      viewer: this.viewer,
      model,
      reducedMotion: () => this.reducedMotion.matches,
      show: () => this.setMode("explore"),
      help: () => this.onHelp(),
    });
    this.explorer = explorer;
    await this.viewer.show(model);
    this.controller.signal.throwIfAborted();
    const navigator = new Navigator(this.viewer, model, () => this.reducedMotion.matches);
    const seen = seenFromQuery(location.search);
    navigator.start(seen);
    this.navigator = navigator;
    this.viewer.onView = (): void => this.writeAddress();
    this.applyTheme();
    const exploring = (): boolean => this.current === "explore";
    const [free, table] = [this.watched(navigator), this.watched(explorer.gestures)];
    listenToGestures(this.parts.canvas, () => exploring() ? table : free, this.controller.signal);
    listenToKeys(this.parts.area, navigator, () => !exploring(), this.controller.signal);
    return { model, navigator };
  }

  get mode(): Mode {
    return this.current;
  }

  /** A thing can be looked at, but not walked through. */
  get canExplore(): boolean {
    return this.model?.shape.isWalkable ?? false;
  }

  /** Resolves when it is there; throws where the sand table can't be had, and stays in the free look. */
  setMode(mode: Mode): Promise<void> {
    // Who asks while it is on its way waits for it as well.
    if (mode !== this.current && this.explorer) this.changing = this.change(mode, this.explorer);
    return this.changing;
  }

  private async change(mode: Mode, explorer: Walk): Promise<void> {
    this.current = mode;
    this.onMode();
    try {
      if (mode === "explore") await explorer.enter();
      else explorer.leave();
    } catch (error) {
      if (this.controller.signal.aborted) return;
      this.current = "look";
      this.onMode();
      throw error;
    } finally {
      this.writeAddress();
    }
  }

  /** Shows a finer level of detail in place of the one that `load` showed; the view stays. */
  async refine(asset: Asset, unlit: boolean, progress: (loaded: number, total: number) => void): Promise<void> {
    if (!this.model) return;
    const { box, shape, outline } = this.model;
    const bytes = await fetchBytes(asset, progress, this.controller.signal);
    await nextTask();
    const model = this.unlessLeft(await readModel(bytes, { unlit, shape: { box, shape, outline } }));
    this.explorer?.refined(model);
    this.model = model;
    await this.viewer.show(model);
  }

  /** Shows or hides the edges beyond which nothing was seen; fetches them the first time. */
  async showUnseenEdges(asset: Asset, visible: boolean): Promise<void> {
    if (!this.rims && visible) {
      const bytes = await fetchBytes(asset, () => {}, this.controller.signal);
      this.rims ??= makeUnseenEdges(JSON.parse(new TextDecoder().decode(bytes)));
      this.viewer.setUnseenEdges(this.rims);
      this.applyTheme();
    }
    if (this.rims) this.rims.object.visible = visible;
    this.viewer.invalidate();
  }

  /** Tells a tool of what is pointed at until the signal aborts. */
  watch(watcher: Watcher, signal: AbortSignal): void {
    this.watchers.add(watcher);
    signal.addEventListener("abort", () => this.watchers.delete(watcher));
  }

  private watched(target: GestureTarget): GestureTarget {
    return {
      turn: (dx, dy) => target.turn(dx, dy),
      move: (dx, dy) => target.move(dx, dy),
      zoom: (factor, x, y) => target.zoom(factor, x, y),
      twist: (angle) => target.twist(angle),
      hold: () => target.hold(),
      release: (vx, vy) => target.release(vx, vy),
      ended: () => target.ended?.(),
      tap: (x, y) => {
        for (const watcher of this.watchers) if (watcher.tap?.(x, y)) return;
        target.tap?.(x, y);
      },
      hover: (at) => {
        for (const watcher of this.watchers) watcher.hover?.(at);
        target.hover?.(at);
      },
    };
  }

  /** Makes ready to pick, which takes a second in a large place the first time. */
  preparePicking(): Promise<SurfacePick | null> {
    this.picking ??= this.explorer?.surface() ?? Promise.resolve(null);
    this.picking.catch(() => this.picking = null);
    return this.picking;
  }

  /** What lies under a point of the picture, in the picture's own coordinates (see `origin`). */
  async pick(x: number, y: number): Promise<SurfaceHit | null> {
    const surface = await this.preparePicking();
    const { eye, cutHeight, looksFreely } = this.viewer;
    return surface?.hit(eye.ray(x, y), { cut: cutHeight, frontOnly: looksFreely }) ?? null;
  }

  /** What the picture's coordinates lack of the world's. */
  get origin(): Vec3 {
    return this.model?.origin ?? [0, 0, 0];
  }

  private unlessLeft(model: Model): Model {
    if (!this.controller.signal.aborted) return model;
    model.dispose();
    throw this.controller.signal.reason;
  }

  /** What the controls cover at the top and bottom, in pixels. */
  setInsets(top: number, bottom: number): void {
    this.viewer.setInsets(top, bottom);
    this.viewer.onResize();
  }

  /** A little later, because browsers allow only so many changes of the address. */
  writeAddress(): void {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      if (!this.navigator) return;
      const looking = this.current === "look" ? this.navigator.looking : { view: null, cut: null };
      const query = seenToQuery({ mode: this.current, ...looking }, location.search);
      if (query !== location.search) history.replaceState(history.state, "", location.pathname + query);
    }, 250);
  }

  dispose(): void {
    clearTimeout(this.writing);
    this.controller.abort();
    this.navigator?.dispose();
    this.explorer?.dispose();
    this.viewer.dispose();
  }

  private applyTheme(): void {
    const style = getComputedStyle(document.documentElement);
    this.viewer.setColours(style.getPropertyValue("--ground").trim(), style.getPropertyValue("--pool").trim());
    this.rims?.tint(style.getPropertyValue("--rim").trim());
    this.explorer?.tint(style);
  }
}
