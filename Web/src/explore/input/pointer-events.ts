/** Hovering and activating: memories and objects of the space, or the current placement task. */

import type { ExplorerState } from "../explorer/explorer-state.ts";
import type { PlacementTasks } from "../placement/placement-tasks.ts";
import type { SandTableScene } from "../rendering/sand-table-scene.ts";
import { HitTest, type Point2 } from "./hit-test.ts";

export interface PointerEventsProps {
  state: ExplorerState;
  scene: SandTableScene;
  tasks: PlacementTasks;
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

  /** Cancels the current task, or else closes the open memory. */
  back(): void {
    const { state: { opened, host }, tasks } = this.props;
    if (tasks.current) tasks.cancel();
    else if (opened !== null) host?.closing(opened);
  }

  tap(point: Point2): void {
    const { state, tasks } = this.props;
    if (tasks.current) return tasks.current.tap(point.x, point.y);
    const pin = state.pins[this.hitTest.pin(point)];
    if (pin) this.open(pin.id);
  }

  /** Null: the pointer has left the canvas. */
  hover(point: Point2 | null): void {
    const { state, scene, tasks, canvas, invalidate } = this.props;
    if (tasks.current) return tasks.current.hover(point);
    const index = point ? this.hitTest.pin(point) : -1;
    const object = point && index < 0 ? this.hitTest.object(point) : null;
    scene.markers.showBox(object);
    canvas.style.cursor = index >= 0 ? "pointer" : "";
    canvas.title = object?.name ?? "";
    if (index !== state.hovered) {
      state.hovered = index;
      state.host?.hovered(state.pins[index]?.id ?? null);
    }
    invalidate();
  }
}
