/**
 * The 3D view of a space: loads the model, draws it, navigates in two modes, and keeps the address synchronized. All
 * of three.js is behind this.
 */

import type { Asset } from "../api/generated.ts";
import { loadCore } from "../core/core.ts";
import { nextTask } from "../core/next-task.ts";
import { effect, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { type Appearance, appearanceFromQuery, appearanceToQuery } from "./appearance.ts";
import { AddressWriter } from "./address-writer.ts";
import { type Mode, seenFromQuery } from "./address.ts";
import { downloadAsset } from "./asset-download.ts";
import { type DefaultView, readDefaultView } from "./default-view.ts";
import { listenToGestures } from "./gestures.ts";
import { listenToKeys } from "./keys.ts";
import { type Model, readModel } from "./model.ts";
import { Navigator } from "./navigator.ts";
import { PointerTools } from "./pointer-tools.ts";
import { SplatScene } from "./splat-scene.ts";
import type { SurfaceHit, SurfacePick } from "./surface-pick.ts";
import { makeUnseenEdges, type UnseenEdges } from "./unseen-edges.ts";
import type { Vec3 } from "./view.ts";
import { Viewer } from "./viewer.ts";
import type { WalkMode, WalkModeContext } from "./walk-mode.ts";

export interface PlaceParts {
  /** Contains the canvas and all controls; keys work while the focus is in it. */
  area: HTMLElement;
  canvas: HTMLCanvasElement;
  veil: HTMLCanvasElement;
  /** The id of the space. */
  space: string;
}

type Progress = (loaded: number, total: number) => void;

export class Place<Walk extends WalkMode = WalkMode> {
  private readonly controller = new AbortController();
  private readonly lightTheme = matchMedia("(prefers-color-scheme: light)");
  private readonly reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly currentMode = signal<Mode>("look");
  private readonly address = new AddressWriter(() =>
    this.navigator && {
      mode: this.mode.peek(),
      ...(this.mode.peek() === "look" ? this.navigator.looking : { view: null, cut: null }),
    }
  );
  private edges: UnseenEdges | null = null;
  private model: Model | null = null;
  private splats: SplatScene | null = null;
  private readonly currentAppearance = signal<Appearance>("mesh");
  private readonly isMixed = signal(false);
  /** Settles when the last change of the mode is finished. */
  private modeChange: Promise<void> = Promise.resolve();
  private surface: Promise<SurfacePick | null> | null = null;
  readonly viewer: Viewer;
  /** Tools that get taps and hovers first. */
  readonly tools = new PointerTools();
  readonly mode: ReadonlySignal<Mode> = this.currentMode;
  /** What is shown of a space that has a surface and splats. */
  readonly appearance: ReadonlySignal<Appearance> = this.currentAppearance;
  /** Whether the space has both, and its splats can be drawn. */
  readonly hasBoth: ReadonlySignal<boolean> = this.isMixed;
  /** Null until a model is shown. */
  navigator: Navigator | null = null;
  /** The sand table; null until a model is shown. */
  explorer: Walk | null = null;

  /** Called when the visitor asks for keys and gestures. */
  onHelp: () => void = () => {};

  /** Throws where the browser has no WebGL. */
  constructor(private readonly parts: PlaceParts, private readonly makeWalkMode: (context: WalkModeContext) => Walk) {
    this.viewer = new Viewer(parts.canvas, parts.veil);
    this.lightTheme.addEventListener("change", () => this.applyTheme(), { signal: this.controller.signal });
    this.applyTheme();
  }

  /**
   * Downloads and shows a model, or the first splats; resolves when the visitor can navigate. `unlit`: textures without shading;
   * `view`: the view in which the space is first shown, where it has one.
   */
  async load(
    asset: Asset,
    view: Asset | undefined,
    unlit: boolean,
    progress: Progress,
  ): Promise<{ model: Model; navigator: Navigator }> {
    // Reading the model needs the core: both are downloaded at once. `readModel` reports a failure.
    loadCore().catch(() => {});
    const firstView = this.loadView(view);
    const model = asset.kind === "splats"
      ? await this.readSplats(asset, progress)
      : await this.readMesh(asset, unlit, progress);
    const defaultView = await firstView;
    this.model = model;
    await nextTask();
    this.controller.signal.throwIfAborted();
    const explorer = this.explorer = this.makeExplorer(model);
    await this.viewer.show(model);
    if (this.splats) await this.viewer.setSplats(this.splats);
    this.controller.signal.throwIfAborted();
    const navigator = this.navigator = new Navigator(
      this.viewer,
      model,
      () => this.reducedMotion.matches,
      defaultView,
    );
    navigator.start(seenFromQuery(location.search));
    this.viewer.onView = (): void => this.address.schedule();
    effect(() => {
      void navigator.cut.value;
      this.address.schedule();
    }, this.controller.signal);
    this.applyTheme();
    this.listen(navigator, explorer);
    this.startAnimation(model);
    return { model, navigator };
  }

  /** Shows a finer level of detail in place of the one that `load` showed; the view stays. */
  async refine(asset: Asset, unlit: boolean, progress: Progress): Promise<Model | null> {
    if (!this.model) return null;
    const { box, shape, outline } = this.model;
    const bytes = await downloadAsset(asset, progress, this.controller.signal);
    await nextTask();
    const model = this.unlessDisposed(await readModel(bytes, { unlit, whole: true, shape: { box, shape, outline } }));
    this.explorer?.refined(model);
    this.model = model;
    await this.viewer.show(model);
    this.show(this.currentAppearance.peek());
    this.startAnimation(model);
    return model;
  }

  /**
   * Shows the splats of the space beside its model, or goes on reading those that `load` began with; resolves when all
   * have arrived.
   */
  async showSplats(asset: Asset, progress: Progress): Promise<void> {
    if (!this.model) return;
    const isNew = this.splats === null;
    const splats = this.splats ??= this.beginSplats(asset);
    splats.progress = progress;
    try {
      if (isNew) {
        await splats.first(this.origin);
        this.explorer?.joined(splats.object);
        await this.viewer.setSplats(splats);
        this.isMixed.value = true;
        this.show(appearanceFromQuery(location.search) ?? "splats");
      }
      await splats.finished;
    } catch (error) {
      // Those that have arrived stay; without any, trying again begins anew.
      if (!this.isMixed.peek() && isNew) {
        splats.dispose();
        this.splats = null;
      }
      throw error;
    }
  }

  /** Chooses what is shown of a space that has a surface and splats. */
  show(appearance: Appearance): void {
    if (!this.isMixed.peek()) return;
    this.currentAppearance.value = appearance;
    this.viewer.showParts({ model: appearance !== "splats", splats: appearance !== "mesh" });
    const query = appearanceToQuery(appearance, location.search);
    if (query !== location.search) history.replaceState(history.state, "", location.pathname + query);
  }

  /** An object can be looked at, but not walked through. */
  get canExplore(): boolean {
    return this.model?.shape.isWalkable ?? false;
  }

  /** Resolves when the mode has changed; throws where the sand table can't start, and stays in the free look. */
  setMode(mode: Mode): Promise<void> {
    // A second call during a change waits for the same change.
    if (mode !== this.mode.peek() && this.explorer) this.modeChange = this.changeMode(mode, this.explorer);
    return this.modeChange;
  }

  /** Shows or hides the edges of the scanned region; downloads them the first time. */
  async showUnseenEdges(asset: Asset, visible: boolean): Promise<void> {
    if (!this.edges && visible) {
      const bytes = await downloadAsset(asset, () => {}, this.controller.signal);
      this.edges ??= makeUnseenEdges(JSON.parse(new TextDecoder().decode(bytes)));
      this.viewer.setUnseenEdges(this.edges);
      this.applyTheme();
    }
    if (this.edges) this.edges.object.visible = visible;
    this.viewer.invalidate();
  }

  /** Prepares `pick`, which takes a second in a large space the first time. */
  preparePicking(): Promise<SurfacePick | null> {
    this.surface ??= this.explorer?.surface() ?? Promise.resolve(null);
    this.surface.catch(() => this.surface = null);
    return this.surface;
  }

  /** The surface at a pixel of the image, in the model's coordinates (see `origin`). */
  async pick(x: number, y: number): Promise<SurfaceHit | null> {
    const { drawsModel, drawsSplats } = this;
    const splat = drawsSplats ? await this.pickSplat(x, y) : null;
    if (!drawsModel) return splat;
    const surface = await this.preparePicking();
    const { eye, cutHeight, looksFreely } = this.viewer;
    const hit = surface?.hit(eye.ray(x, y), { cut: cutHeight, frontOnly: looksFreely }) ?? null;
    return splat && (!hit || splat.distance < hit.distance) ? splat : hit;
  }

  /** World coordinates minus the model's coordinates. */
  get origin(): Vec3 {
    return this.model?.origin ?? [0, 0, 0];
  }

  /** Pixels that the controls cover at the top and bottom. */
  setInsets(top: number, bottom: number): void {
    this.viewer.setInsets(top, bottom);
    this.viewer.onResize();
  }

  /** Writes mode, camera and cut into the address, a little later. */
  writeAddress(): void {
    this.address.schedule();
  }

  dispose(): void {
    this.address.cancel();
    this.controller.abort();
    this.navigator?.dispose();
    this.explorer?.dispose();
    this.splats?.dispose();
    this.viewer.dispose();
  }

  private get drawsSplats(): boolean {
    return this.splats !== null && (!this.isMixed.peek() || this.appearance.peek() !== "mesh");
  }

  private get drawsModel(): boolean {
    return !this.drawsSplats || (this.isMixed.peek() && this.appearance.peek() === "both");
  }

  private async pickSplat(x: number, y: number): Promise<SurfaceHit | null> {
    const { eye, cutHeight } = this.viewer;
    const ray = eye.ray(x, y);
    const ahead = ray.origin.map((value, axis) => value + ray.direction[axis]!) as unknown as Vec3;
    const hit = await this.splats?.pick(ray, eye.pixelSize(ahead), Math.min(cutHeight, 1e9));
    return hit ? { ...hit, mesh: null } : null;
  }

  private async readMesh(asset: Asset, unlit: boolean, progress: Progress): Promise<Model> {
    const bytes = await downloadAsset(asset, progress, this.controller.signal);
    return this.unlessDisposed(await readModel(bytes, { unlit, whole: true }));
  }

  /** The model of a space that has nothing but splats, once the first have arrived. */
  private async readSplats(asset: Asset, progress: Progress): Promise<Model> {
    this.splats?.dispose();
    const splats = this.splats = this.beginSplats(asset);
    splats.progress = progress;
    await splats.first();
    return await splats.model();
  }

  private beginSplats(asset: Asset): SplatScene {
    return new SplatScene(asset, this.viewer.invalidate, this.controller.signal);
  }

  /** Null where the space has no view of its own, or it can't be downloaded: then all of the model is shown. */
  private async loadView(asset: Asset | undefined): Promise<DefaultView | null> {
    if (!asset) return null;
    try {
      const bytes = await downloadAsset(asset, () => {}, this.controller.signal);
      return readDefaultView(new TextDecoder().decode(bytes));
    } catch {
      return null;
    }
  }

  private makeExplorer(model: Model): Walk {
    return this.makeWalkMode({
      ...this.parts,
      viewer: this.viewer,
      model,
      reducedMotion: () => this.reducedMotion.matches,
      show: () => this.setMode("explore"),
      help: () => this.onHelp(),
    });
  }

  private listen(navigator: Navigator, explorer: Walk): void {
    const isExploring = (): boolean => this.mode.peek() === "explore";
    const look = this.tools.before(navigator);
    const walk = this.tools.before(explorer.gestures);
    listenToGestures(this.parts.canvas, () => isExploring() ? walk : look, this.controller.signal);
    listenToKeys(this.parts.area, navigator, () => !isExploring(), this.controller.signal);
  }

  /** Animations begin to play, unless the visitor wants less motion: then they wait for their button. */
  private startAnimation({ player }: Model): void {
    player?.seek(0);
    if (!this.reducedMotion.matches) player?.play();
  }

  private async changeMode(mode: Mode, explorer: Walk): Promise<void> {
    this.currentMode.value = mode;
    try {
      if (mode === "explore") await explorer.enter();
      else explorer.leave();
    } catch (error) {
      if (this.controller.signal.aborted) return;
      this.currentMode.value = "look";
      throw error;
    } finally {
      this.address.schedule();
    }
  }

  private unlessDisposed(model: Model): Model {
    if (!this.controller.signal.aborted) return model;
    model.dispose();
    throw this.controller.signal.reason;
  }

  private applyTheme(): void {
    const style = getComputedStyle(document.documentElement);
    this.viewer.setColours(style.getPropertyValue("--ground").trim(), style.getPropertyValue("--pool").trim());
    this.edges?.tint(style.getPropertyValue("--rim").trim());
    this.explorer?.tint(style);
  }
}
