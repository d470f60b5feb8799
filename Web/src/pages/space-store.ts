/** The state of a space's page: the space, its visitor, how far loading is. The 3D view is passed in. No DOM. */

import { api, ApiError } from "../api/client.ts";
import type { Asset, Me, Space } from "../api/generated.ts";
import { me } from "../api/me.ts";
import { t } from "../i18n/messages.ts";
import { batch, computed, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { AssetError } from "../scene/asset-download.ts";
import { loadingOrder, splatsOf, thisDevice, triangleBudget } from "../scene/level-of-detail.ts";
import { formatBytes } from "../ui/format.ts";
import { messageOf, notify } from "../ui/notice.ts";

export type Phase =
  /** A null fraction: unknown. */
  | { state: "loading"; fraction: number | null; text: string }
  | { state: "ready" }
  | { state: "failed"; title: string; remedy: string; canRetry: boolean };

/** The finer level of detail, which is loaded when the space can already be used. */
export type Detail =
  | { state: "none" | "coarse" | "finest" }
  | { state: "failed"; reason: string }
  /** A null fraction: unknown. */
  | { state: "loading"; fraction: number | null; text: string };

export type LoadProgress = (loaded: number, total: number) => void;

/** The 3D view that shows the space. */
export interface ModelView {
  /** Shows a first level of detail. Throws `UnsupportedError` where the browser can't draw. */
  show(space: Space, asset: Asset, progress: LoadProgress): Promise<void>;
  /** Replaces it by a finer level of detail. */
  refine(space: Space, asset: Asset, progress: LoadProgress): Promise<void>;
  /** Shows the splats of the space, too; resolves when all have arrived. */
  showSplats(asset: Asset, progress: LoadProgress): Promise<void>;
}

/** The browser has no WebGL. */
export class UnsupportedError extends Error {}

const defaultServices = {
  space: api.space,
  rename: api.rename,
  me,
  maxTriangles: (): number => triangleBudget(thisDevice()),
};

export class SpaceStore {
  private readonly currentSpace = signal<Space | null>(null);
  private readonly currentVisitor = signal<Me | null>(null);
  private readonly currentPhase = signal<Phase>({ state: "loading", fraction: null, text: t("Opening") });
  private readonly currentDetail = signal<Detail>({ state: "none" });

  readonly space: ReadonlySignal<Space | null> = this.currentSpace;
  /** Null when the server could not be asked. */
  readonly visitor: ReadonlySignal<Me | null> = this.currentVisitor;
  readonly phase: ReadonlySignal<Phase> = this.currentPhase;
  readonly detail: ReadonlySignal<Detail> = this.currentDetail;
  readonly isOwner = computed(() => this.currentVisitor.value?.kind === "owner");

  constructor(
    readonly id: string,
    private readonly view: ModelView,
    private readonly owner: AbortSignal,
    private readonly services: typeof defaultServices = defaultServices,
  ) {}

  async load(): Promise<void> {
    this.report(null, t("Opening"));
    try {
      const [space, visitor] = await Promise.all([this.services.space(this.id, this.owner), this.askVisitor()]);
      batch(() => {
        this.currentSpace.value = space;
        this.currentVisitor.value = visitor;
      });
      const [first, finest] = this.levels(space);
      if (!first) {
        return this.fail(t("This space has no model"), t("Only its record exists. Import the scan again."), false);
      }
      this.report(0, t("Loading the space"));
      await this.view.show(space, first, (loaded, total) => this.reportModel(loaded, total));
      if (this.owner.aborted) return;
      const splats = splatsOf(space.assets);
      batch(() => {
        this.currentPhase.value = { state: "ready" };
        this.currentDetail.value = { state: finest || splats ? "coarse" : "finest" };
      });
      await this.addDetail(splats, finest);
    } catch (error) {
      if (!this.owner.aborted) this.explain(error);
    }
  }

  async rename(name: string): Promise<void> {
    const { name: saved, modified } = await this.services.rename(this.id, name);
    const space = this.currentSpace.peek();
    if (space) this.currentSpace.value = { ...space, name: saved, modified };
  }

  /** Shows what was changed of the space. */
  update({ description, cover, modified }: Pick<Space, "description" | "cover" | "modified">): void {
    const space = this.currentSpace.peek();
    if (space) this.currentSpace.value = { ...space, description, cover, modified };
  }

  /** Loads the splats and the finest level of detail; what is shown already stays when that fails. */
  private async addDetail(splats: Asset | undefined, finest: Asset | undefined): Promise<void> {
    const space = this.currentSpace.peek();
    if (!space || !(splats || finest)) return;
    const progress = (what: string): LoadProgress => (loaded, total) => {
      const text = t("{what}, {size} of {size2}", { what, size: formatBytes(loaded), size2: formatBytes(total) });
      this.currentDetail.value = { state: "loading", fraction: loaded / total, text };
    };
    this.currentDetail.value = { state: "loading", fraction: null, text: t("Loading finer detail") };
    try {
      if (splats) await this.view.showSplats(splats, progress(t("Splats")));
      if (finest) await this.view.refine(space, finest, progress(t("Finer detail")));
      this.currentDetail.value = { state: "finest" };
    } catch (error) {
      const reason = error instanceof AssetError ? error.message : "";
      if (!this.owner.aborted) this.currentDetail.value = { state: "failed", reason };
    }
  }

  async retryRefining(): Promise<void> {
    const space = this.currentSpace.peek();
    if (!space) return;
    const [, finest] = this.levels(space);
    await this.addDetail(splatsOf(space.assets), finest);
  }

  /** The levels of detail to load, the coarser one first. */
  private levels(space: Space): Asset[] {
    const splats = splatsOf(space.assets);
    const hasSurface = space.assets.some(({ kind }) => kind === "mesh");
    if (splats && !hasSurface) return [splats];
    return loadingOrder(space.assets, space.triangleCount, this.services.maxTriangles());
  }

  private async askVisitor(): Promise<Me | null> {
    try {
      return await this.services.me();
    } catch (error) {
      // Offline, the stored copy is shown without what needs permissions.
      const isOffline = error instanceof ApiError && error.unreachable;
      if (!isOffline) notify(t("Couldn't check your permissions: {problem}", { problem: messageOf(error) }));
      return null;
    }
  }

  private report(fraction: number | null, text: string): void {
    this.currentPhase.value = { state: "loading", fraction, text };
  }

  private reportModel(loaded: number, total: number): void {
    if (loaded >= total) this.report(null, t("Preparing the 3D view"));
    else {this.report(
        loaded / total,
        t("Loading the space, {size} of {size2}", { size: formatBytes(loaded), size2: formatBytes(total) }),
      );}
  }

  private explain(error: unknown): void {
    if (error instanceof UnsupportedError) {
      const remedy = t("WebGL is missing or disabled. Use another browser, or download the model from the menu.");
      return this.fail(t("This browser can't draw in 3D"), remedy, false);
    }
    if (error instanceof AssetError && !error.unreachable) {
      return this.fail(t("The model can't be loaded at the moment"), error.message, true);
    }
    if (error instanceof ApiError && error.status === 404) {
      const remedy = t("It may have been deleted, or the address belongs to another library.");
      return this.fail(t("This space doesn't exist"), remedy, false);
    }
    const remedy = error instanceof ApiError && error.unreachable
      ? t("Is it still running? Start it again with diorama serve.")
      : t("Try again. If it still fails, import the scan again.");
    this.fail(messageOf(error), remedy, true);
  }

  private fail(title: string, remedy: string, canRetry: boolean): void {
    this.currentPhase.value = { state: "failed", title, remedy, canRetry };
  }
}
