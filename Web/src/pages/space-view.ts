/** The 3D view of a space's page: canvas, controls, tools, and how much of it the panels cover. */

import { assetOf } from "../api/client.ts";
import type { Asset, Space } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { computed, effect, type ReadonlySignal, signal, untracked } from "../reactive/signal.ts";
import { type Mode, seenFromQuery } from "../scene/address.ts";
import { animationControls } from "../scene/animation-controls.ts";
import type { Model } from "../scene/model.ts";
import type { Navigator } from "../scene/navigator.ts";
import { Explorer } from "../explore/explorer/explorer.ts";
import type { SandTable } from "../explore/sand-table.ts";
import { appearanceSwitch } from "../scene/appearance-switch.ts";
import { Place } from "../scene/place.ts";
import { announce } from "../ui/announce.ts";
import { el, setText } from "../ui/dom.ts";
import { messageOf, notify } from "../ui/notice.ts";
import { type PlaceControls, placeControls } from "../scene/place-controls.ts";
import type { ScanPanel } from "../ui/scan-panel.ts";
import type { Sheets } from "../ui/sheet.ts";
import { handleShortcuts, keyHints, showKeys } from "./space-keys.ts";
import { type LoadProgress, type ModelView, UnsupportedError } from "./space-store.ts";
import { SpaceTools } from "./space-tools.ts";

export interface SpaceViewProps {
  id: string;
  area: HTMLElement;
  stage: HTMLElement;
  sheets: Sheets;
  bar: () => HTMLElement;
  isOwner(): boolean;
  mayPin(): boolean;
  /** The live session of the page's address. */
  liveCode: string | null;
  scanPanel(): ScanPanel | null;
}

export class SpaceView implements ModelView {
  readonly canvas = el("canvas", {
    class: "place-canvas",
    tabindex: 0,
    role: "application",
    "aria-label": t("The space"),
    "aria-describedby": "place-hint",
  });
  private readonly veil = el("canvas", { class: "place-veil", "aria-hidden": "true" });
  private readonly hint = el("p", { id: "place-hint", class: "visually-hidden" }, keyHints.look);
  private readonly shownModel = signal<Model | null>(null);
  readonly model: ReadonlySignal<Model | null> = this.shownModel;
  private place: Place<Explorer> | null = null;
  private dock: HTMLElement | null = null;

  constructor(private readonly props: SpaceViewProps, private readonly owner: AbortSignal) {
    owner.addEventListener("abort", () => {
      document.documentElement.style.removeProperty("--notice-gap");
      this.place?.dispose();
    }, { once: true });
  }

  /** The elements of the stage. */
  get elements(): HTMLElement[] {
    return [this.canvas, this.veil, this.hint];
  }

  /** The sand table, once a model is shown. */
  get table(): SandTable {
    return this.place!.explorer!.table;
  }

  async show(space: Space, asset: Asset, progress: LoadProgress): Promise<void> {
    this.canvas.setAttribute("aria-label", t("{name}, the space", { name: space.name }));
    const place = this.place ??= this.makePlace();
    const { model, navigator } = await place.load(asset, assetOf(space, "view"), isScan(space), progress);
    this.shownModel.value = model;
    this.addControls(space, place, navigator);
    // Whatever else the page requests comes after the first image.
    await place.viewer.nextFrame();
    if (place.canExplore && seenFromQuery(location.search).mode === "explore") await this.changeMode("explore");
  }

  async refine(space: Space, asset: Asset, progress: LoadProgress): Promise<void> {
    const model = await this.place?.refine(asset, isScan(space), progress);
    if (model) this.shownModel.value = model;
  }

  async showSplats(asset: Asset, progress: LoadProgress): Promise<void> {
    await this.place?.showSplats(asset, progress);
  }

  /**
   * Focuses the canvas, so that keys work at once. The focus ring is hidden until the first key, except after
   * keyboard navigation.
   */
  focus(): void {
    const { area } = this.props;
    if (document.activeElement !== document.body && document.activeElement !== area) return;
    this.canvas.classList.toggle("ringless", !area.matches(":focus-visible"));
    const showRing = (): void => this.canvas.classList.remove("ringless");
    addEventListener("keydown", showRing, { once: true, signal: this.owner });
    this.canvas.focus({ preventScroll: true });
  }

  /** Draws the model again after a part of it was shown or hidden. */
  redraw(): void {
    this.place?.viewer.invalidate();
  }

  /** Centres the space between the bars and panels. */
  updateInsets(): void {
    const { area } = this.props;
    const bar = this.props.bar();
    if (this.owner.aborted || !this.dock?.isConnected) return;
    area.style.setProperty("--dock", `${this.dock.offsetHeight}px`);
    // Messages are above the controls.
    document.documentElement.style.setProperty("--notice-gap", `${this.dock.offsetHeight}px`);
    area.style.setProperty("--bar", `${bar.offsetHeight}px`);
    // On narrow pages a panel is below the space, on wide pages beside it.
    const heightBelow = (panel: HTMLElement | null | undefined): number =>
      panel && !panel.hidden && panel.offsetWidth > 0.9 * area.offsetWidth ? panel.offsetHeight : 0;
    // The panel of the scan is above the controls, those of measuring and live sessions cover them.
    const covered = this.dock.offsetHeight + heightBelow(this.props.scanPanel()?.panel);
    const panels = [...area.querySelectorAll<HTMLElement>(".measure-panel, .live-panel")].map(heightBelow);
    this.place?.setInsets(bar.offsetHeight, Math.max(covered, ...panels));
  }

  private makePlace(): Place<Explorer> {
    try {
      const parts = { area: this.props.area, canvas: this.canvas, veil: this.veil, space: this.props.id };
      return new Place(parts, (context) => new Explorer(context));
    } catch {
      this.canvas.hidden = true;
      throw new UnsupportedError();
    }
  }

  private changeMode(mode: Mode): Promise<void> {
    return this.place!.setMode(mode).catch((error) =>
      notify(t("The sand table didn't start. {problem}", { problem: messageOf(error) }))
    );
  }

  /** Replays a recorded session. Throws with a text for users where it can't be loaded. */
  async replay(address: string, title: string): Promise<void> {
    const { area, stage } = this.props;
    const { openReplay } = await import("../live/replay/open-replay.ts");
    await openReplay(address, title, { area, stage, place: this.place!, signal: this.owner });
  }

  private addControls(space: Space, place: Place<Explorer>, navigator: Navigator): void {
    const { area, stage, sheets, id, isOwner, mayPin, liveCode } = this.props;
    const changed = (): void => this.updateInsets();
    const tools = new SpaceTools({
      ...{ space: id, area, stage, place, sheets, liveCode, changed },
      isOwner: isOwner(),
      mayPin: mayPin(),
      signal: this.owner,
    });
    const controls = placeControls({
      mode: place.mode,
      canExplore: place.canExplore,
      setMode: (mode) => void this.changeMode(mode),
      navigator,
      showKeys: () => showKeys(place.mode.peek()),
      showUnseenEdges: this.unseenEdgesSwitch(space),
      tools: [tools.element, this.appearanceSwitch(place)],
    }, this.owner);
    const { overlay, lowerPanel } = place.explorer!;
    stage.append(overlay, controls.slider);
    controls.dock.prepend(lowerPanel);
    this.addAnimation(controls.dock);
    area.append(controls.dock);
    this.dock = controls.dock;
    handleShortcuts(area, (key) => this.shortcut(key, controls, tools), this.owner);
    place.onHelp = (): void => showKeys(place.mode.peek());
    effect(() => {
      area.dataset.mode = place.mode.value;
      setText(this.hint, keyHints[place.mode.value]);
      untracked(changed);
    }, this.owner);
    const observer = new ResizeObserver(changed);
    for (const element of [this.props.bar(), controls.dock]) observer.observe(element);
    this.owner.addEventListener("abort", () => observer.disconnect(), { once: true });
  }

  private appearanceSwitch(place: Place): HTMLElement {
    const { appearance, hasBoth } = place;
    return appearanceSwitch({ appearance, hasBoth, show: (one) => place.show(one) }, this.owner);
  }

  /** The controls of the animations of the model that is shown. */
  private addAnimation(dock: HTMLElement): void {
    effect(() => {
      const player = this.shownModel.value?.player;
      if (!player) return;
      const shown = new AbortController();
      const controls = untracked(() => animationControls(player, shown.signal));
      dock.prepend(controls);
      return () => {
        shown.abort();
        controls.remove();
      };
    }, this.owner);
  }

  private shortcut(key: string, controls: PlaceControls, tools: SpaceTools): (() => void) | null {
    const mode = this.place!.mode.peek();
    if (key === "t") return () => void this.changeMode(mode === "look" ? "explore" : "look");
    if (key === "l") return () => void tools.live.toggle();
    if (key === "u") return controls.toggleUnseenEdges;
    if (key === "i") return this.props.scanPanel()?.toggle ?? null;
    if (mode !== "look") return null; // the sand table uses these keys
    if (key === "p") return () => void tools.plan.toggle();
    return key === "m" ? (): void => void tools.measure.toggle() : null;
  }

  /** Shows and hides the unseen edges; null where the scan has none. */
  private unseenEdgesSwitch(space: Space): ((visible: boolean) => Promise<void>) | null {
    const asset = assetOf(space, "rims");
    if (!asset) return null;
    return async (visible) => {
      await this.place?.showUnseenEdges(asset, visible);
      this.props.area.dataset.unseenEdges = String(visible);
      announce(visible ? t("Edges of unscanned regions are marked.") : t("The marks are hidden."));
    };
  }
}

/** Scans have lighting in their textures; other models are lit. */
function isScan(space: Space): boolean {
  return space.capture !== null;
}

/** The thumbnail behind the canvas until the model is drawn. */
export function backdrop(space: ReadonlySignal<Space | null>, owner: AbortSignal): HTMLElement {
  const element = el("div", { class: "place-backdrop" });
  const address = computed(() => space.value && (assetOf(space.value, "thumbnail")?.url ?? null));
  effect(() => {
    element.replaceChildren(...(address.value ? [el("img", { src: address.value, alt: "" })] : []));
  }, owner);
  return element;
}
