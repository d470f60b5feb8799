/** Hovering and activating: memories, things and objects of the space, or the current placement task. */

import type { ExplorerState } from "../explorer/explorer-state.ts";
import type { PlacementTasks } from "../placement/placement-tasks.ts";
import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import type { ThingLayer } from "../things/thing-layer.ts";
import { HitTest, type Point2 } from "./hit-test.ts";

export interface PointerEventsProps {
  state: ExplorerState;
  scene: SandTableScene;
  tasks: PlacementTasks;
  things: ThingLayer;
  canvas: HTMLCanvasElement;
  invalidate(): void;
}

export class PointerEvents {
  private readonly hitTest: HitTest;

  constructor(private readonly props: PointerEventsProps) {
    this.hitTest = new HitTest(props.state, props.scene);
  }

  open(id: string): void {
    this.props.state.host?.opened(id);
  }

  /** Opens the marked memory, or else the near one. */
  openChosen(): void {
    const { state: { marked, near, pins }, tasks } = this.props;
    const pin = pins[marked >= 0 ? marked : near];
    if (pin && !tasks.current) this.open(pin.id);
  }

  /** Cancels the current task, or else closes the open memory, or what is selected. */
  back(): void {
    const { state: { opened, host }, tasks, things } = this.props;
    if (tasks.current) tasks.cancel();
    else if (opened !== null) host?.closing(opened);
    else if (things.hasSelection) things.host?.closing();
  }

  tap(point: Point2): void {
    const { state, tasks, things } = this.props;
    if (tasks.current) return tasks.current.tap(point.x, point.y);
    const { index, thing } = this.under(point);
    const pin = state.pins[index];
    if (thing) return things.host?.thingOpened(thing.id);
    if (pin) return this.open(pin.id);
    const object = things.host && this.hitTest.object(point);
    if (object) things.host?.objectOpened(object.id);
  }

  /** Null: the pointer has left the canvas. */
  hover(point: Point2 | null): void {
    const { state, tasks, things, canvas, invalidate } = this.props;
    if (tasks.current) return tasks.current.hover(point);
    const { index, thing } = point ? this.under(point) : { index: -1, thing: null };
    const object = point && index < 0 && !thing ? this.hitTest.object(point) : null;
    things.hover(thing);
    things.showBox(object);
    canvas.style.cursor = index >= 0 || thing || (object && things.host) ? "pointer" : "";
    canvas.title = object?.name ?? "";
    if (index !== state.hovered) {
      state.hovered = index;
      state.host?.hovered(state.pins[index]?.id ?? null);
    }
    invalidate();
  }

  /** The memory or the thing at a point: the nearer of both. */
  private under(point: Point2): { index: number; thing: { index: number; id: string } | null } {
    const index = this.hitTest.pin(point);
    const thing = this.props.things.at(point);
    if (thing && index >= 0 && this.hitTest.distance(point, index) <= thing.distance) return { index, thing: null };
    return { index: thing ? -1 : index, thing };
  }
}
