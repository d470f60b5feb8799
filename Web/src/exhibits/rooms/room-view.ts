/** A model in a scanned room of the library: it stands on the floor, is dragged and turned, in real or table scale. */

import { api } from "../../api/client.ts";
import type { ExhibitModel, Space } from "../../api/generated.ts";
import { loadExhibitCore } from "../../core/exhibit.ts";
import { t } from "../../i18n/messages.ts";
import { effect, signal } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el, setText } from "../../ui/dom.ts";
import { messageOf } from "../../ui/notice.ts";
import { type FloorPlacement, startPlacement } from "../ar/floor-placement.ts";
import { type ExhibitContext, type ExhibitView, modelOf } from "../exhibit-context.ts";
import { listenToPageKeys } from "../page-keys.ts";
import { dockButton } from "../viewer/dock.ts";
import { loadLevel } from "../viewer/model-levels.ts";
import { RoomStage } from "./room-stage.ts";
import { spaceList } from "./space-list.ts";
import { loadSpaceModel } from "./space-model.ts";

/** Radians of a turn by a key or button (15 degrees). */
const turnStep = Math.PI / 12;
/** Metres of a step by an arrow key. */
const moveStep = 0.1;

export function roomView(context: ExhibitContext): ExhibitView {
  const view = new RoomView(context, modelOf(context, context.address.peek().model)!);
  return { element: view.element, dispose: () => view.dispose() };
}

class RoomView {
  readonly element: HTMLElement;
  private readonly controller = new AbortController();
  private readonly owner = this.controller.signal;
  private readonly placement = signal<FloorPlacement>({ ...startPlacement, scale: "real" });
  private readonly status = el("p", { class: "exhibit-status", role: "status" });
  private stage: RoomStage | null = null;

  constructor(private readonly context: ExhibitContext, private readonly model: ExhibitModel) {
    this.element = el(
      "div",
      { class: "exhibit-room", "data-state": "choosing" },
      el(
        "div",
        { class: "exhibit-room-choice" },
        el("h2", { tabindex: -1 }, t("Place {name} in a room", { name: model.name })),
        el("p", { class: "quiet" }, t("Choose a scanned space of the library.")),
        spaceList((space) => void this.open(space), this.owner),
      ),
      this.status,
    );
    this.status.hidden = true;
  }

  dispose(): void {
    this.controller.abort();
    this.stage?.dispose();
  }

  private async open(chosen: Space): Promise<void> {
    this.element.dataset.state = "loading";
    this.status.hidden = false;
    setText(this.status, t("Loading {name} …", { name: chosen.name }));
    try {
      const space = await api.space(chosen.id, this.owner);
      const [core, room, model] = await Promise.all([
        loadExhibitCore(),
        loadSpaceModel(space, this.owner),
        loadLevel(this.context.detail, this.model, this.model.levels[0]?.file ?? this.model.file, () => {}, this.owner),
      ]);
      if (this.owner.aborted) return;
      const canvas = el("canvas", {
        class: "exhibit-canvas",
        tabindex: 0,
        role: "application",
        "aria-label": t("{name} in {name2}. Arrow keys move it, Q and E turn it", {
          name: this.model.name,
          name2: space.name,
        }),
      });
      this.element.replaceChildren(canvas, this.controls(), this.status);
      this.stage = new RoomStage(canvas, core, { room, model, tableScale: this.model.tableScale });
      this.follow(this.stage, space.name);
    } catch (error) {
      if (this.owner.aborted) return;
      this.element.dataset.state = "choosing";
      setText(this.status, t("Couldn't open {name}: {problem}", { name: chosen.name, problem: messageOf(error) }));
    }
  }

  private follow(stage: RoomStage, name: string): void {
    this.placement.value = { ...this.placement.peek(), position: stage.start, scale: stage.fits ? "real" : "table" };
    effect(() => stage.put(this.placement.value), this.owner);
    stage.listen({
      move: (position) => this.change({ position }),
      turn: (angle) => this.change({ yaw: this.placement.peek().yaw + angle }),
      canMove: () => !this.placement.peek().isConfirmed,
    }, this.owner);
    listenToPageKeys((event) => this.key(event), this.owner);
    effect(() => {
      const { isConfirmed, scale } = this.placement.value;
      const how = scale === "real"
        ? t("in real size")
        : t("at 1:{number}", { number: Math.round(1 / this.model.tableScale) });
      setText(
        this.status,
        isConfirmed
          ? t("{name} stands in {name2}, {how}.", { name: this.model.name, name2: name, how })
          : t("Drag the model over the floor of {name}. It is shown {how}.", { name, how }),
      );
      this.element.dataset.confirmed = String(isConfirmed);
    }, this.owner);
    this.element.dataset.state = "ready";
  }

  private controls(): HTMLElement {
    const element = el("div", { class: "exhibit-dock", role: "toolbar", "aria-label": t("Placement") });
    const confirm = el("button", { class: "button primary", type: "button", onclick: () => this.confirm() });
    const scale = el("button", { class: "button", type: "button", onclick: () => this.toggleScale() });
    effect(() => {
      setText(confirm, this.placement.value.isConfirmed ? t("Move again") : t("Place here"));
      setText(scale, this.placement.value.scale === "real" ? t("Table scale") : t("Real scale"));
    }, this.owner);
    element.append(
      dockButton({
        icon: "turn",
        label: t("Turn"),
        action: () => this.change({ yaw: this.placement.peek().yaw + turnStep }),
      }, this.owner),
      scale,
      confirm,
    );
    return el("div", { class: "exhibit-lower" }, element);
  }

  private confirm(): void {
    const { isConfirmed } = this.placement.peek();
    this.change({ isConfirmed: !isConfirmed });
    announce(isConfirmed ? t("The model can be moved.") : t("Placed."));
  }

  private toggleScale(): void {
    this.change({ scale: this.placement.peek().scale === "real" ? "table" : "real" });
  }

  private key({ key }: KeyboardEvent): boolean {
    const [x, , z] = this.placement.peek().position;
    const y = this.placement.peek().position[1];
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (step) this.change({ position: [x + moveStep * step[0]!, y, z + moveStep * step[1]!] });
    else if (key === "q" || key === "Q") this.change({ yaw: this.placement.peek().yaw + turnStep });
    else if (key === "e" || key === "E") this.change({ yaw: this.placement.peek().yaw - turnStep });
    else return false;
    return true;
  }

  private change(change: Partial<FloorPlacement>): void {
    this.placement.value = { ...this.placement.peek(), ...change };
  }
}
