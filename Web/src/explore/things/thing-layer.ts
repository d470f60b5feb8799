/**
 * The things on the sand table: which are there, which is under the pointer or selected, their pins and the labels of these
 * two; and the selected object, whose box stays.
 */

import { pickKinds, pickTargets } from "../../core/core.ts";
import type { Frame, Vec3 } from "../../scene/view.ts";
import { el, setText } from "../../ui/dom.ts";
import type { ExplorerState } from "../explorer/explorer-state.ts";
import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import type { SandTableThingsHost, SceneObject, ThingPin, Viewpoint } from "../sand-table.ts";
import { closeUp } from "./close-up.ts";

/** A finger reaches a pin within this distance, in pixels. */
const touchRadius = 24;

export class ThingLayer {
  host: SandTableThingsHost | null = null;
  /** Over the canvas. The list of things has the same names for screen readers. */
  readonly labels = el("div", { class: "thing-labels", "aria-hidden": "true" });
  private readonly hoveredLabel = el("span", { class: "thing-label", hidden: true });
  private readonly selectedLabel = el("span", { class: "thing-label selected", hidden: true });
  private things: readonly ThingPin[] = [];
  private hoveredIndex = -1;
  private selectedID: string | null = null;
  private objectID: string | null = null;

  constructor(private readonly state: ExplorerState, private readonly scene: SandTableScene) {
    this.labels.append(this.hoveredLabel, this.selectedLabel);
  }

  /** Something is selected, so that Escape closes it. */
  get hasSelection(): boolean {
    return this.selectedID !== null || this.objectID !== null;
  }

  get hovered(): ThingPin | null {
    return this.things[this.hoveredIndex] ?? null;
  }

  /** Replaces all things. */
  set(things: readonly ThingPin[]): void {
    this.things = [...things];
    this.hoveredIndex = -1;
    this.scene.things.set(this.things);
  }

  thing(id: string): ThingPin | null {
    return this.things.find((thing) => thing.id === id) ?? null;
  }

  /** Selects a thing, or none. */
  select(id: string | null): void {
    this.selectedID = id;
  }

  /** Selects an object, or none: its box stays. */
  selectObject(id: string | null): void {
    this.objectID = id;
    this.showBox(null);
  }

  /** Shows the box of the object under the pointer, or else of the selected one. */
  showBox(hovered: SceneObject | null): void {
    this.scene.markers.showBox(hovered ?? this.state.objects.find(({ id }) => id === this.objectID) ?? null);
  }

  hover(thing: { index: number } | null): void {
    this.hoveredIndex = thing?.index ?? -1;
  }

  /** The thing whose pin is nearest to a point of the image, within reach of a finger. */
  at({ x, y }: { x: number; y: number }): { index: number; id: string; distance: number } | null {
    let best: { index: number; id: string; distance: number } | null = null;
    this.things.forEach(({ id, position }, index) => {
      const spot = this.scene.project(position, this.state.frame);
      const distance = spot ? Math.hypot(spot.x - x, spot.y - y) : Infinity;
      if (distance < (best?.distance ?? touchRadius)) best = { index, id, distance };
    });
    return best;
  }

  /** Before each frame. `away`: the camera is not over the sand table. */
  advance(frame: Frame, away: boolean): void {
    const selected = this.things.findIndex(({ id }) => id === this.selectedID);
    this.scene.things.mark({ hovered: this.hoveredIndex, selected, faint: away ? 0.4 : 1 });
    // The avatar stands where the thing is, before it.
    if (away && selected >= 0) this.scene.avatar.show(false);
    this.place(this.selectedLabel, this.things[selected], frame);
    this.place(this.hoveredLabel, this.hoveredIndex === selected ? undefined : this.things[this.hoveredIndex], frame);
  }

  /** The viewpoint from which a point is shown; null until the core has the space. */
  viewpoint(point: Vec3): Viewpoint | null {
    const { exploration } = this.state;
    if (!exploration) return null;
    const targets = pickTargets.mesh | pickTargets.hidden;
    const room = (direction: Vec3): number => {
      // Away from the surface that it stands on.
      const origin = point.map((value, axis) => value + 0.06 * direction[axis]!) as unknown as Vec3;
      const hit = exploration.pick({ origin, direction }, targets);
      return hit.kind === pickKinds.none ? Infinity : hit.distance;
    };
    return closeUp(point, room, exploration.state.camera.position);
  }

  private place(label: HTMLElement, thing: ThingPin | undefined, frame: Frame): void {
    const spot = thing && this.scene.project(thing.position, frame);
    const isVisible = spot && spot.x > 0 && spot.x < frame.width && spot.y > 0 && spot.y < frame.height;
    label.hidden = !isVisible;
    if (!thing || !isVisible) return;
    setText(label, thing.name);
    label.style.setProperty("--at-x", `${spot.x.toFixed(1)}px`);
    label.style.setProperty("--at-y", `${spot.y.toFixed(1)}px`);
  }
}
