/** The 3D view of the selected model with the markers of its labels. One for all sections: it moves to the one that is shown. */

import { t } from "../../i18n/messages.ts";
import { batch, computed, effect, type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { downloadAsset } from "../../scene/asset-download.ts";
import { announce } from "../../ui/announce.ts";
import { el, setText } from "../../ui/dom.ts";
import { iconButton } from "../../ui/icon-button.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { progressBar } from "../../ui/progress.ts";
import type { Part, Vec3 } from "../document.ts";
import { fileURL } from "../exhibit-context.ts";
import type { EditorStore } from "./editor-store.ts";
import type { ModelNode } from "./model-nodes.ts";
import { ModelStage, type StageHit, type StagePoint } from "./model-stage.ts";
import { findPart } from "./part-tree.ts";
import { stageMarkers } from "./stage-markers.ts";

/** What a press on the model does. */
export type StageTool = "select" | "place" | "node";

type StageState = { state: "empty" | "ready" } | { state: "loading"; fraction: number } | {
  state: "failed";
  message: string;
};

const toolTexts: Record<StageTool, string> = {
  select: "",
  place: t("Press on the model where the label belongs. Keys: turn with the arrows, then Enter at the cross."),
  node: t("Press on the piece that belongs to the part. Keys: turn with the arrows, then Enter at the cross."),
};

export class StageView {
  private readonly canvas = el("canvas", {
    class: "stage-canvas",
    tabindex: 0,
    role: "application",
    "aria-label": t("The model. Arrows turn it, plus and minus zoom, R resets the view."),
  });
  readonly element: HTMLElement;
  readonly tool = signal<StageTool>("select");
  /** How far the parts are apart, 0 to 1. */
  readonly exploded = signal(0);
  /** Nothing is loaded until it is set. */
  readonly isWanted = signal(false);
  private readonly state = signal<StageState>({ state: "empty" });
  private readonly nodeList = signal<readonly ModelNode[]>([]);
  readonly nodes: ReadonlySignal<readonly ModelNode[]> = this.nodeList;
  readonly isReady = computed(() => this.state.value.state === "ready");
  private stage: ModelStage | null = null;
  /** Called with what was pressed while placing a label or choosing a node. */
  onHit: (hit: StageHit, tool: StageTool) => void = () => {};

  constructor(private readonly store: EditorStore, private readonly owner: AbortSignal) {
    const veil = el("canvas", { class: "place-veil", "aria-hidden": "true" });
    const buttons = el(
      "div",
      { class: "stage-buttons" },
      iconButton("reset", t("Reset the view"), () => this.stage?.reset()),
    );
    this.element = el(
      "div",
      { class: "stage" },
      this.canvas,
      veil,
      this.markers(),
      el("div", { class: "stage-cross", "aria-hidden": "true" }),
      this.hint(),
      buttons,
      this.statusElement(),
    );
    effect(() => void (this.element.dataset.tool = this.tool.value), owner);
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.follow(veil);
    owner.addEventListener("abort", () => this.stage?.dispose(), { once: true });
  }

  /** Gives it the keys; on narrow pages it may be outside of the window. */
  focus(): void {
    this.element.scrollIntoView({ block: "nearest" });
    this.canvas.focus({ preventScroll: true });
  }

  /** The view as a JPEG. */
  async snapshot(): Promise<Blob> {
    if (!this.stage || !this.isReady.peek()) throw new Error(t("The model isn't shown yet."));
    this.stage.highlight(null);
    try {
      return await this.stage.snapshot();
    } finally {
      this.highlightSelected();
    }
  }

  /** The diagonal of the model in metres. */
  get size(): number {
    return this.stage?.size ?? 1;
  }

  /** The direction in which a part leaves the model. */
  outward(part: Part): Vec3 {
    return this.stage?.outward(part) ?? [0, 1, 0];
  }

  /** Loads the selected model, and keeps parts and selection synchronized. */
  private follow(veil: HTMLCanvasElement): void {
    const address = computed(() => {
      const model = this.store.document.value.models.find(({ id }) => id === this.store.selectedModel.value);
      return model ? fileURL({ files: this.store.files.value }, model.file) : null;
    });
    effect(() => {
      const url = address.value;
      if (!this.isWanted.value) return;
      if (url === null) {
        this.state.value = { state: "empty" };
        return;
      }
      const controller = new AbortController();
      void this.load(url, veil, controller.signal);
      return () => controller.abort();
    }, this.owner);
    effect(() => {
      if (!this.isReady.value) return;
      this.stage?.explode(this.selected.value?.parts ?? [], this.exploded.value);
    }, this.owner);
    effect(() => {
      void [this.isReady.value, this.selected.value, this.store.selectedPart.value];
      this.highlightSelected();
    }, this.owner);
  }

  private readonly selected = computed(() =>
    this.store.document.value.models.find(({ id }) => id === this.store.selectedModel.value) ?? null
  );

  private highlightSelected(): void {
    const part = findPart(this.selected.peek()?.parts ?? [], this.store.selectedPart.peek() ?? "");
    this.stage?.highlight(part?.part.node ?? null);
  }

  private async load(url: string, veil: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
    this.state.value = { state: "loading", fraction: 0 };
    const file = this.store.files.peek().find((each) => each.url === url);
    try {
      const bytes = await downloadAsset(
        { url, byteCount: file?.byteCount ?? 0 },
        (loaded, total) => this.state.value = { state: "loading", fraction: loaded / Math.max(1, total) },
        signal,
      );
      this.stage ??= this.makeStage(veil);
      await this.stage.show(bytes, signal);
      if (signal.aborted) return;
      const { nodeList } = this.stage;
      batch(() => {
        this.exploded.value = 0;
        this.nodeList.value = nodeList;
        this.state.value = { state: "ready" };
      });
    } catch (error) {
      if (signal.aborted || this.owner.aborted) return;
      this.state.value = { state: "failed", message: messageOf(error) };
    }
  }

  private makeStage(veil: HTMLCanvasElement): ModelStage {
    let stage: ModelStage;
    try {
      stage = new ModelStage(this.canvas, veil);
    } catch {
      this.canvas.hidden = true;
      throw new Error(t("This browser can't draw in 3D. Labels can be placed by typing their coordinates."));
    }
    stage.onTap = (at): void => void this.press(at);
    return stage;
  }

  private async press(at: StagePoint): Promise<void> {
    const tool = this.tool.peek();
    try {
      const hit = await this.stage?.pick(at);
      if (hit) this.onHit(hit, tool);
      else if (tool !== "select") announce(t("There is no surface there."));
    } catch (error) {
      notify(t("Couldn't find the surface: {problem}", { problem: messageOf(error) }));
    }
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.stage) return;
    const turn = Math.PI / 24;
    const steps: Record<string, Parameters<ModelStage["step"]>[0]> = event.shiftKey
      ? { ArrowLeft: { right: 0.08 }, ArrowRight: { right: -0.08 }, ArrowUp: { up: -0.08 }, ArrowDown: { up: 0.08 } }
      : { ArrowLeft: { turn: -turn }, ArrowRight: { turn }, ArrowUp: { tilt: turn }, ArrowDown: { tilt: -turn } };
    const zoom = { "+": 0.85, "=": 0.85, "-": 1 / 0.85 }[event.key];
    const step = steps[event.key] ?? (zoom ? { factor: zoom } : undefined);
    if (step) this.stage.step(step);
    else if (event.key === "r" || event.key === "R") this.stage.reset();
    else if (event.key === "Enter") void this.press(this.stage.centre);
    else if (event.key === "Escape" && this.tool.peek() !== "select") this.tool.value = "select";
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private markers(): HTMLElement {
    const stage = (): ModelStage | null => this.isReady.value ? this.stage : null;
    return stageMarkers(this.store, { stage, model: () => this.selected.value, canvas: this.canvas }, this.owner);
  }

  private hint(): HTMLElement {
    const text = el("p", {});
    const cancel = el(
      "button",
      { class: "button small", type: "button", onclick: () => this.tool.value = "select" },
      t("Cancel"),
    );
    const element = el("div", { class: "stage-hint", hidden: true }, text, cancel);
    effect(() => {
      const words = toolTexts[this.tool.value];
      element.hidden = words === "" || !this.isReady.value;
      setText(text, words);
      if (words !== "") announce(words);
    }, this.owner);
    return element;
  }

  private statusElement(): HTMLElement {
    const bar = progressBar(t("Loading the model"));
    const text = el("p", {});
    const element = el("div", { class: "stage-status" }, bar.element, text);
    effect(() => {
      const state = this.state.value;
      element.hidden = state.state === "ready";
      bar.element.hidden = state.state !== "loading";
      if (state.state === "loading") bar.set(state.fraction, t("Loading the model"));
      const isOnlySelected = state.state === "empty" ? t("Add a model first: section Models.") : "";
      setText(
        text,
        state.state === "failed" ? t("Couldn't show the model: {problem}", { problem: state.message }) : isOnlySelected,
      );
    }, this.owner);
    return element;
  }
}
