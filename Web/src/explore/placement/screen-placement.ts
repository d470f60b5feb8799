/** Places a photo or video in the space: handles to move, turn and scale it by pointer, finger or arrow keys. */

import type { Handle, Ray, Screen } from "../../core/core.ts";
import { t } from "../../i18n/messages.ts";
import type { Vec3 } from "../../scene/view.ts";
import { el, setText } from "../../ui/dom.ts";
import { icon, type IconName } from "../../ui/icons.ts";
import { turned } from "../rendering/markers.ts";
import type { FloatingScreen } from "../sand-table.ts";
import type { PlacementContext, PlacementTask } from "./placement-task.ts";

/** The id of the screen that is being placed. */
export const editedScreenID = "·";

/** The core's handles, the position of each on the screen (in half sizes from its centre), and the effect of arrow keys. */
const handles: {
  handle: Handle;
  name: string;
  icon: IconName;
  at: readonly [number, number];
  keys: "both" | "across" | "up";
}[] = [
  { handle: "move", name: t("Move"), icon: "move", at: [0, 0], keys: "both" },
  { handle: "turnY", name: t("Turn"), icon: "turn", at: [1.25, 0], keys: "across" },
  { handle: "scale", name: t("Size"), icon: "size", at: [1, 1], keys: "up" },
  { handle: "moveZ", name: t("Nearer or farther"), icon: "depth", at: [-1.25, 0], keys: "up" },
];

/** The minimum distance of a knob from the centre, so that fingers can hit each. Pixels. */
const knobRoom = 54;

/** The position of a handle: on the screen, or farther out where the screen is small on the canvas. */
export function apart(
  middle: { x: number; y: number },
  spot: { x: number; y: number } | null,
  way: readonly [number, number],
): { x: number; y: number } | null {
  if (!spot || (way[0] === 0 && way[1] === 0)) return spot;
  const dx = spot.x - middle.x;
  const dy = spot.y - middle.y;
  const far = Math.hypot(dx, dy);
  if (far >= knobRoom) return spot;
  // Seen from the edge it has no extent: then to where it would be seen from the front.
  const [x, y] = far > 4 ? [dx / far, dy / far] : [way[0] / Math.hypot(...way), -way[1] / Math.hypot(...way)];
  return { x: middle.x + x * knobRoom, y: middle.y + y * knobRoom };
}

const keyStep = 14; // pixels
const turnStep = Math.PI / 36;

export class ScreenPlacement implements PlacementTask {
  readonly element: HTMLElement;
  private readonly knobs: HTMLButtonElement[];
  private readonly words = el("p", { class: "task-words", role: "status" });
  private readonly snaps: HTMLInputElement;
  private ended = false;

  constructor(
    private readonly context: PlacementContext,
    public screen: Screen,
    private readonly changed: (screen: Screen) => void,
    private readonly end: (screen: FloatingScreen | null) => void,
  ) {
    this.knobs = handles.map((handle) => this.knob(handle));
    context.overlay.append(...this.knobs);
    this.snaps = el("input", { type: "checkbox", checked: true });
    this.element = el(
      "div",
      { class: "task", role: "group", "aria-label": t("Place the screen") },
      this.words,
      el("label", { class: "task-check" }, this.snaps, t("Snap to walls and floors")),
      el(
        "div",
        { class: "task-actions" },
        el("button", { class: "button", type: "button", onclick: () => this.finish(null) }, t("Cancel")),
        el(
          "button",
          { class: "button primary", type: "button", onclick: () => this.finish(this.screen) },
          t("Place it here"),
        ),
      ),
    );
    setText(this.words, t("Drag the handles, or use the arrow keys on them."));
    changed(screen);
  }

  tap(): void {}
  hover(): void {}

  advance(): void {
    const middle = this.spot([0, 0]);
    handles.forEach((handle, i) => {
      const spot = middle && apart(middle, this.spot(handle.at), handle.at);
      const knob = this.knobs[i]!;
      knob.hidden = spot === null;
      if (spot) knob.style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px)`;
    });
  }

  cancel(): void {
    this.finish(null);
  }

  private finish(screen: Screen | null): void {
    if (this.ended) return;
    this.ended = true;
    for (const knob of this.knobs) knob.remove();
    this.end(screen);
    this.context.invalidate();
  }

  private spot(at: readonly [number, number]): { x: number; y: number } | null {
    const { position, rotation, size } = this.screen;
    const [x, y, z] = turned([at[0] * size[0] / 2, at[1] * size[1] / 2, 0], rotation);
    const point: Vec3 = [position[0] + x, position[1] + y, position[2] + z];
    return this.context.scene.project(point, this.context.frame);
  }

  private knob(handle: (typeof handles)[number]): HTMLButtonElement {
    let from: { x: number; y: number; spot: { x: number; y: number } } | null = null;
    const knob = el("button", {
      class: "screen-knob",
      type: "button",
      "aria-label": t("{name}, with arrow keys", { name: handle.name }),
      title: handle.name,
      onpointerdown: (event: PointerEvent) => {
        const spot = this.spot(handle.at);
        if (!spot) return;
        knob.setPointerCapture(event.pointerId);
        from = { x: event.clientX, y: event.clientY, spot };
        this.begin(handle.handle, spot);
      },
      onpointermove: (event: PointerEvent) => {
        if (!from) return;
        const to = { x: from.spot.x + event.clientX - from.x, y: from.spot.y + event.clientY - from.y };
        this.drag(to, event.shiftKey ? 0 : turnStep, !event.shiftKey);
      },
      onpointerup: () => from = null,
      onpointercancel: () => from = null,
      onkeydown: (event: KeyboardEvent) => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        const spot = this.spot(handle.at);
        if (!way || !spot) return;
        event.preventDefault();
        event.stopPropagation();
        const [x = 0, y = 0] = way;
        // A handle with one axis reacts to both pairs of arrows.
        const step = handle.keys === "both" ? [x, y] : handle.keys === "across" ? [x - y, 0] : [x - y, y - x];
        this.begin(handle.handle, spot);
        // The step of a key is smaller than the snapping angle.
        this.drag({ x: spot.x + step[0]! * keyStep, y: spot.y + step[1]! * keyStep }, 0, !event.shiftKey);
      },
    }, icon(handle.icon));
    return knob;
  }

  private begin(handle: Handle, at: { x: number; y: number }): void {
    this.context.exploration.beginDrag(this.screen, handle, this.ray(at));
  }

  private drag(to: { x: number; y: number }, angleStep: number, isSnapping: boolean): void {
    const snap = { surface: this.snaps.checked && isSnapping, upright: true, angleStep };
    this.screen = this.context.exploration.drag(this.ray(to), snap) ?? this.screen;
    this.changed(this.screen);
    this.context.invalidate();
  }

  private ray(at: { x: number; y: number }): Ray {
    return this.context.scene.ray(at.x, at.y, this.context.frame);
  }
}
