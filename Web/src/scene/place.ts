/** A place on the page: loads the model, draws it, lets people move, and keeps the address in step. All of three.js is behind this. */

import type { Asset } from "../api.ts";
import { seenFromQuery, seenToQuery } from "./address.ts";
import { listenToGestures } from "./gestures.ts";
import { listenToKeys } from "./keys.ts";
import { fetchBytes, type Model, readModel } from "./model.ts";
import { Navigator } from "./navigator.ts";
import { Viewer } from "./viewer.ts";

export interface PlaceParts {
  /** Holds the canvas and all controls: keys count inside it. */
  area: HTMLElement;
  canvas: HTMLCanvasElement;
  veil: HTMLCanvasElement;
}

export class Place {
  private readonly life = new AbortController();
  private readonly viewer: Viewer;
  private readonly lightTheme = matchMedia("(prefers-color-scheme: light)");
  private readonly stillness = matchMedia("(prefers-reduced-motion: reduce)");
  private writing = 0;
  navigator: Navigator | null = null;

  /** Throws where the browser has no WebGL. */
  constructor(private readonly parts: PlaceParts) {
    this.viewer = new Viewer(parts.canvas, parts.veil);
    this.lightTheme.addEventListener("change", () => this.takeColours(), { signal: this.life.signal });
    this.takeColours();
  }

  /** Fetches and shows the asset; resolves once it can be moved. */
  async load(
    asset: Asset,
    progress: (loaded: number, total: number) => void,
  ): Promise<{ model: Model; navigator: Navigator }> {
    const bytes = await fetchBytes(asset, progress, this.life.signal);
    const model = await readModel(bytes);
    if (this.life.signal.aborted) {
      model.dispose();
      throw this.life.signal.reason;
    }
    this.viewer.show(model);
    const navigator = new Navigator(this.viewer, model, () => this.stillness.matches);
    navigator.start(seenFromQuery(location.search));
    this.navigator = navigator;
    this.viewer.onView = (): void => this.writeAddress();
    listenToGestures(this.parts.canvas, navigator, this.life.signal);
    listenToKeys(this.parts.area, navigator, this.life.signal);
    return { model, navigator };
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
      const query = seenToQuery(this.navigator.seen);
      if (query !== location.search) history.replaceState(history.state, "", location.pathname + query);
    }, 250);
  }

  dispose(): void {
    clearTimeout(this.writing);
    this.life.abort();
    this.navigator?.dispose();
    this.viewer.dispose();
  }

  private takeColours(): void {
    const style = getComputedStyle(document.documentElement);
    this.viewer.setColours(style.getPropertyValue("--ground").trim(), style.getPropertyValue("--pool").trim());
  }
}
