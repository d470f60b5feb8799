/**
 * Setting a pin: first where, on the sand table, then from where it is seen, through the visitor's eyes. Without a
 * pointer it goes where the figure faces.
 */

import { type Hit, pickKinds, pickTargets, type Placement as CorePlacement } from "../../core/core.ts";
import { announce } from "../../ui/announce.ts";
import { el, freshID, setText } from "../../ui/dom.ts";
import type { Anchor, Placement } from "../sand-table.ts";
import { matrixOf, openFieldOfView } from "../viewpoints/viewpoint.ts";
import type { PlacementContext, PlacementTask } from "./placement-task.ts";

const eyeHeight = 1.4; // metres above the feet
const reach = 3;
/** What a pin can be set to: surfaces and objects, but no pins. */
const surfaces = pickTargets.mesh | pickTargets.objects;

export interface PinPlacementOptions {
  label?: string;
  start?: Anchor;
}

export class PinPlacement implements PlacementTask {
  readonly element: HTMLElement;
  private readonly words = el("p", { class: "task-words", role: "status" });
  private readonly slider: HTMLInputElement;
  private readonly height = el("output", { class: "task-height" });
  private readonly heightRow: HTMLElement;
  private readonly confirm: HTMLButtonElement;
  private readonly giveUp: HTMLButtonElement;
  private step: "where" | "view" = "where";
  /** What the pointer chose; null: where the figure faces. */
  private chosen: Hit | null = null;
  private hovered: Hit | null = null;
  private placed: CorePlacement | null = null;
  private wanted: number | null = null;
  private facing = "";
  private ended = false;

  constructor(
    private readonly context: PlacementContext,
    private readonly options: PinPlacementOptions,
    private readonly end: (placement: Placement | null) => void,
  ) {
    const id = freshID("height");
    this.slider = el("input", {
      id,
      type: "range",
      min: 0,
      max: 2,
      step: 0.05,
      value: 0.3,
      oninput: () => {
        this.wanted = Number(this.slider.value);
        this.update();
      },
    });
    this.heightRow = el("div", { class: "task-slider" }, el("label", { for: id }, "Height"), this.slider, this.height);
    this.confirm = el("button", { class: "button primary", type: "button", onclick: () => this.next() });
    this.giveUp = el("button", { class: "button", type: "button", onclick: () => this.back() });
    this.element = el(
      "div",
      { class: "task", role: "group", "aria-label": "Set a pin" },
      this.words,
      this.heightRow,
      el("div", { class: "task-actions" }, this.giveUp, this.confirm),
    );
    const { start } = options;
    if (start) {
      this.chosen = { kind: pickKinds.mesh, index: -1, point: start.point, normal: start.normal, distance: 0 };
      this.wanted = start.height;
    }
    this.say();
    this.update();
  }

  tap(x: number, y: number): void {
    if (this.step !== "where") return;
    const hit = this.pick(x, y);
    if (!hit) return;
    this.chosen = hit;
    this.hovered = null;
    this.update();
    announce(this.whereWords());
  }

  hover(at: { x: number; y: number } | null): void {
    if (this.step !== "where" || this.chosen) return;
    this.hovered = at ? this.pick(at.x, at.y) : null;
    this.update();
  }

  advance(): void {
    if (this.step !== "where" || this.chosen || this.hovered) return;
    const { position, heading } = this.context.state.avatar;
    const facing = `${position.map((value) => value.toFixed(2))} ${heading.toFixed(2)}`;
    if (facing === this.facing) return;
    this.facing = facing;
    this.update();
  }

  cancel(): void {
    this.finish(null);
  }

  private back(): void {
    if (this.step === "where") return this.finish(null);
    this.step = "where";
    this.context.look("sandtable");
    this.say();
    this.update();
  }

  private next(): void {
    if (!this.placed) return;
    if (this.step === "where") {
      this.step = "view";
      this.context.scene.markers.showBox(null);
      this.context.look("eyes", this.placed.cue);
      this.say();
      return;
    }
    const { camera } = this.context.state;
    const object = this.context.objects[this.placed.object];
    this.finish({
      anchor: {
        point: this.placed.point,
        normal: this.placed.normal,
        object: object ? { id: object.id, name: object.name } : null,
        offset: [0, 0, 0],
        height: this.placed.height,
      },
      viewpoint: {
        matrix: matrixOf(camera.position, camera.rotation),
        ...openFieldOfView(camera.fov, this.context.frame),
      },
    });
  }

  private finish(placement: Placement | null): void {
    if (this.ended) return;
    this.ended = true;
    this.context.scene.markers.showGhost(null);
    this.context.scene.markers.showBox(null);
    if (this.step === "view") this.context.look("sandtable");
    this.end(placement);
    this.context.invalidate();
  }

  private say(): void {
    const where = this.step === "where";
    setText(
      this.words,
      where
        ? "Press where it belongs, or walk there: it goes where you face."
        : "This is how others will see it. Turn or walk until it is right.",
    );
    setText(this.confirm, where ? this.options.label ?? "Pin it here" : "Use this view");
    setText(this.giveUp, where ? "Cancel" : "Back");
    this.heightRow.hidden = !where;
  }

  private pick(x: number, y: number): Hit | null {
    const hit = this.context.exploration.pick(this.context.scene.ray(x, y, this.context.frame), surfaces);
    return hit.kind === pickKinds.none ? null : hit;
  }

  /** What lies before the figure: within reach ahead and a little down, else the floor a step away. */
  private ahead(): Hit | null {
    const { position: [x, y, z], heading } = this.context.state.avatar;
    const [dx, dz] = [-Math.sin(heading), -Math.cos(heading)];
    const { exploration } = this.context;
    const forward = exploration.pick(
      { origin: [x, y + eyeHeight, z], direction: [dx * 0.93, -0.37, dz * 0.93] },
      surfaces,
    );
    if (forward.kind !== pickKinds.none && forward.distance < reach) return forward;
    const down = exploration.pick({ origin: [x + dx, y + eyeHeight, z + dz], direction: [0, -1, 0] }, surfaces);
    return down.kind === pickKinds.none ? null : down;
  }

  private update(): void {
    const hit = this.chosen ?? this.hovered ?? this.ahead();
    // On a wall it hangs where it was pressed, over a floor or table it hovers.
    const usual = hit && hit.normal[1] > 0.6 ? 0.3 : 0;
    this.placed = hit && this.context.exploration.place(hit, this.wanted ?? usual);
    this.confirm.disabled = this.placed === null;
    if (this.placed) {
      this.slider.max = Math.max(0.05, this.placed.headroom).toFixed(2);
      this.slider.value = this.placed.height.toFixed(2);
      const words = `${this.placed.height.toFixed(2)} m`;
      this.slider.setAttribute("aria-valuetext", `${words} above the surface`);
      setText(this.height, words);
      const { point, normal, cue } = this.placed;
      this.context.scene.markers.showGhost({ point, normal, head: cue });
    } else this.context.scene.markers.showGhost(null);
    this.context.scene.markers.showBox(this.placed ? this.context.objects[this.placed.object] ?? null : null);
    this.context.invalidate();
  }

  private whereWords(): string {
    if (!this.placed) return "";
    const object = this.context.objects[this.placed.object];
    const above = this.placed.aboveFloor;
    const on = object
      ? `on ${object.name}`
      : above < 0.08
      ? "on the floor"
      : `${above.toFixed(1)} metres above the floor`;
    return `The pin is ${on}.`;
  }
}
