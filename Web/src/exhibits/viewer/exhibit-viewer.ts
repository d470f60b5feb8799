/** The 3D view of a model: stage, labels, parts, exploded view, scale reference, augmented reality. */

import { type ExhibitCore, loadExhibitCore } from "../../core/exhibit.ts";
import type { ExhibitModel } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { computed, effect, signal } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { explain } from "../../ui/dialog.ts";
import { el } from "../../ui/dom.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { Sheets } from "../../ui/sheet.ts";
import { arButton } from "../ar/ar-button.ts";
import { addressLink } from "./chooser.ts";
import { type ExhibitContext, type ExhibitView, modelOf } from "../exhibit-context.ts";
import { startAddress } from "../exhibit-address.ts";
import type { ExhibitStage } from "../stage/exhibit-stage.ts";
import { flightTime, insetsOf } from "../stage/frame.ts";
import type { StageModel } from "../stage/stage-model.ts";
import { dock, type DockItem, explosionSlider } from "./dock.ts";
import type { PartLabels } from "./labels.ts";
import { downloadLevel, loadingOrder, savesData } from "./level-files.ts";
import { partCaption } from "./part-caption.ts";
import { partTree } from "./part-sheet.ts";
import { Poster } from "./poster.ts";
import type { ScaleStore } from "./scale-store.ts";
import { viewerKeyHelp } from "./viewer-keys.ts";
import { icon } from "../../ui/icons.ts";

export function exhibitViewer(context: ExhibitContext): ExhibitView {
  const model = modelOf(context, context.address.peek().model)!;
  const viewer = new ExhibitViewer(context, model);
  return { element: viewer.element, shown: () => void viewer.open(), dispose: () => viewer.dispose() };
}

/** What needs three.js. */
type Tools = typeof import("./viewer-stage.ts");

class ExhibitViewer {
  readonly element: HTMLElement;
  private readonly controller = new AbortController();
  private readonly owner = this.controller.signal;
  private readonly canvas: HTMLCanvasElement;
  private readonly veil = el("canvas", { class: "place-veil", "aria-hidden": "true" });
  private readonly status = el("p", { class: "exhibit-status", role: "status" }, t("Loading the model …"));
  private readonly lower = el("div", { class: "exhibit-lower" });
  private readonly caption = partCaption(() => this.select(null));
  private readonly sheets: Sheets;
  private readonly labelsAreOn = signal(true);
  private readonly explosion = signal(0);
  private readonly selected = signal<string | null>(null);
  private readonly hasExplosion = signal(false);
  private readonly isExploded = computed(() => this.explosion.value > 0);
  private readonly cannotExplode = computed(() => !this.hasExplosion.value);
  private readonly poster: Poster;
  private scale: ScaleStore | null = null;
  private tools: Tools | null = null;
  private stage: ExhibitStage | null = null;
  private labels: PartLabels | null = null;
  private firstDistance = 1;

  constructor(private readonly context: ExhibitContext, private readonly model: ExhibitModel) {
    this.canvas = el("canvas", {
      class: "exhibit-canvas",
      tabindex: 0,
      role: "application",
      "aria-label": t(
        "{name} in 3D. Arrow keys turn, plus and minus zoom, L labels, E exploded view, P parts, R resets.",
        { name: model.name },
      ),
    });
    this.poster = new Poster(context, model);
    this.element = el(
      "div",
      { class: "exhibit-view", "data-state": "loading" },
      this.poster.element,
      this.canvas,
      this.veil,
      this.lower,
      this.status,
    );
    this.lower.append(
      this.caption.element,
      explosionSlider(this.explosion, (value) => this.setExplosion(value, false), this.owner),
      this.dock(),
    );
    this.sheets = new Sheets(this.element);
    this.selected.value = context.address.peek().part;
  }

  /**
   * Shows the poster, and then the model. All that the first frame needs is requested at once; but files that the server makes when
   * they are requested, after the poster, since making them keeps the computer busy.
   */
  async open(): Promise<void> {
    const [coarsest, ...finer] = loadingOrder(this.model, savesData());
    const isMade = this.context.detail.files.find(({ path }) => path === coarsest)?.byteCount !== 0;
    const bytes = isMade ? this.download(coarsest!, true) : null;
    const tools = import("./viewer-stage.ts");
    for (const each of [bytes, tools]) each?.catch(() => {}); // is reported where it is awaited
    this.followSize();
    try {
      const core = await loadExhibitCore();
      if (this.owner.aborted) return;
      await this.poster.start(core);
      this.start(core, this.tools = await tools);
      if (this.owner.aborted) return;
      await this.show(await (bytes ?? this.download(coarsest!, true)), true);
      for (const file of finer) await this.show(await this.download(file, false), false);
      this.element.dataset.level = "finest";
    } catch (error) {
      if (!this.owner.aborted) this.fail(messageOf(error));
    }
  }

  dispose(): void {
    this.controller.abort();
    this.sheets.close();
    this.labels?.dispose();
    this.stage?.dispose();
    this.scale?.dispose();
  }

  private start(core: ExhibitCore, tools: Tools): void {
    if (this.owner.aborted) return;
    const stage = new tools.ExhibitStage(this.canvas, this.veil, core);
    this.stage = stage;
    const scale = this.scale = new tools.ScaleStore();
    const labels = new tools.PartLabels(stage, core, (id) => this.select(id));
    this.labels = labels;
    this.veil.after(labels.element);
    stage.onFrame = () => labels.update(this.firstDistance);
    tools.listenToStageGestures(stage, (x, y) => this.pick(x, y), this.owner);
    const commands = {
      reset: () => this.reset(),
      toggleLabels: () => this.toggleLabels(),
      toggleExploded: () => this.setExplosion(this.explosion.peek() > 0 ? 0 : 1, true),
      toggleParts: () => this.showParts(),
    };
    tools.listenToViewerKeys(stage, commands, this.owner);
    stage.setInsets(insetsOf(this.element, this.lower));
    this.follow({ stage, labels, scale });
    tools.inspect({ stage, labels });
  }

  /** Keeps the poster and the stage at the part of the view that no control covers. */
  private followSize(): void {
    const observer = new ResizeObserver(() => {
      const insets = insetsOf(this.element, this.lower);
      this.poster.resize(this.element, insets);
      this.stage?.setInsets(insets);
      this.labels?.measure();
    });
    observer.observe(this.lower);
    observer.observe(this.element);
    this.owner.addEventListener("abort", () => observer.disconnect(), { once: true });
  }

  /** Keeps labels, highlight, caption and address at the selected part. */
  private follow({ stage, labels, scale }: { stage: ExhibitStage; labels: PartLabels; scale: ScaleStore }): void {
    effect(() => {
      labels.isOn = this.labelsAreOn.value;
      labels.selected = this.selected.value;
      stage.invalidate();
    }, this.owner);
    effect(() => {
      const object = scale.object.value;
      if (stage.model) scale.put(stage.model.box);
      stage.setCompanion(object);
    }, this.owner);
    effect(() => {
      const id = this.selected.value;
      const found = id === null ? null : stage.model?.find(id) ?? null;
      stage.model?.highlight(found);
      this.caption.show(found?.part ?? null);
      const address = this.context.address.peek();
      if (address.part !== id) this.context.go({ ...address, part: id }, true);
      stage.invalidate();
    }, this.owner);
  }

  private dock(): HTMLElement {
    const items: DockItem[] = [
      { icon: "labels", label: t("Labels"), action: () => this.toggleLabels(), isOn: this.labelsAreOn },
      {
        icon: "explode",
        label: t("Explode"),
        action: () => this.setExplosion(this.explosion.peek() > 0 ? 0 : 1, true),
        isOn: this.isExploded,
        isHidden: this.cannotExplode,
      },
      { icon: "list", label: t("Parts"), action: () => this.showParts() },
      { icon: "person", label: t("Scale"), action: () => this.showScale() },
      { icon: "reset", label: t("Reset"), action: () => this.reset() },
      { icon: "keys", label: t("Keys"), action: showKeys },
    ];
    const element = dock(items, this.owner);
    element.append(arButton(this.context, this.model, this.owner));
    return element;
  }

  private download(file: string, isFirst: boolean): Promise<ArrayBuffer> {
    return downloadLevel(this.context.detail, file, (done) => this.progress(done, isFirst), this.owner);
  }

  private async show(bytes: ArrayBuffer, isFirst: boolean): Promise<void> {
    const { stage, labels, tools } = this;
    if (!stage || !labels || !tools || this.owner.aborted) return;
    const loaded: StageModel = await tools.parseLevel(bytes, this.model);
    if (this.owner.aborted) return loaded.dispose();
    await stage.show(loaded, !isFirst);
    loaded.highlight(this.selected.peek() === null ? null : loaded.find(this.selected.peek()!));
    labels.setParts(loaded.parts);
    if (isFirst) this.ready();
  }

  private ready(): void {
    const { stage, tools } = this;
    if (!stage?.model || !tools) return;
    this.firstDistance = stage.view.distance;
    this.hasExplosion.value = tools.canExplode(stage.model.parts);
    this.status.hidden = true;
    this.element.dataset.state = "ready";
    const part = this.selected.peek();
    if (part === null) return;
    this.caption.show(stage.model.find(part)?.part ?? null);
    this.flyTo(part);
  }

  private progress(done: number, isFirst: boolean): void {
    if (isFirst) {
      this.status.textContent = done < 1
        ? t("Loading the model … {number} %", { number: Math.round(100 * done) })
        : t("Preparing the model …");
    }
  }

  private fail(message: string): void {
    this.element.dataset.state = "failed";
    this.status.textContent = t("Couldn't show {name}: {message}", { name: this.model.name, message });
    if (this.stage?.model) notify(message);
  }

  // Commands

  private pick(x: number, y: number): void {
    const object = this.stage?.pick(x, y) ?? null;
    const part = object ? this.stage?.model?.partOf(object) ?? null : null;
    this.select(part?.part.id ?? null);
  }

  private select(id: string | null): void {
    if (id === this.selected.peek()) return;
    this.selected.value = id;
    if (id === null) return;
    const part = this.stage?.model?.find(id)?.part;
    if (part) announce(part.description ? `${part.name}. ${part.description}` : part.name);
    this.flyTo(id);
  }

  private flyTo(id: string): void {
    if (this.stage) this.tools?.flyToPart(this.stage, id, this.explosion.peek());
  }

  private reset(): void {
    this.selected.value = null;
    this.setExplosion(0, true);
    this.stage?.reset(flightTime);
  }

  private toggleLabels(): void {
    this.labelsAreOn.value = !this.labelsAreOn.peek();
    announce(this.labelsAreOn.peek() ? t("Labels are shown.") : t("Labels are hidden."));
  }

  private setExplosion(amount: number, isAnimated: boolean): void {
    if (!this.hasExplosion.peek() || this.explosion.peek() === amount) return;
    this.explosion.value = amount;
    this.stage?.explode(amount, isAnimated);
    if (isAnimated) announce(amount > 0 ? t("Exploded view.") : t("Assembled."));
  }

  private showParts(): void {
    if (this.sheets.current.peek()?.element.classList.contains("sheet-parts")) return this.sheets.close();
    const owner = new AbortController();
    const props = { parts: this.model.parts, selected: this.selected, select: (id: string | null) => this.select(id) };
    this.sheets.show({
      kind: "parts",
      title: t("Parts of {name}", { name: this.model.name }),
      content: [
        this.model.parts.length > 0
          ? partTree(props, owner.signal)
          : el("p", { class: "quiet" }, t("No parts are named.")),
      ],
      owner,
    });
  }

  private showScale(): void {
    const owner = new AbortController();
    const { scale, tools } = this;
    const box = this.stage?.model?.box;
    if (!box || !scale || !tools) return;
    this.sheets.show({
      kind: "scale",
      title: t("True scale"),
      content: [
        tools.scaleSheet({ store: scale, box, hasLibrary: !this.context.isAlone }, owner.signal),
        !this.context.isAlone && addressLink(
          this.context,
          { ...startAddress, mode: "room", model: this.model.id },
          "button",
          icon("place"),
          t("Place it in a scanned room"),
        ),
      ],
      owner,
    });
  }
}

function showKeys(): void {
  const rows = viewerKeyHelp.flatMap(([key, does]) => [el("dt", {}, key), el("dd", {}, does)]);
  const gestures: [string, string][] = [
    [t("One finger, or drag"), t("turn|what a key does")],
    [t("Two fingers, or right button"), t("move|what a key does")],
    [t("Pinch, or wheel"), t("zoom|what a key does")],
    [t("Tap a part"), t("select it")],
  ];
  const fingers = gestures.flatMap(([gesture, does]) => [el("dt", {}, gesture), el("dd", {}, does)]);
  explain(
    t("Keys and gestures"),
    el("dl", { class: "key-list" }, ...fingers),
    el("dl", { class: "key-list" }, ...rows),
  );
}
