/** What the visitor points at and presses: memories and things of the place, or the task that is in hand. */

import { objectAt, pinAt, type Scenery } from "./pointing.ts";
import type { Surroundings } from "./surroundings.ts";
import type { TableScene } from "./table-scene.ts";
import type { Tasks } from "./tasks.ts";
import type { Visit } from "./visit.ts";

export class Presses {
  constructor(
    private readonly visit: Visit,
    private readonly scene: TableScene,
    private readonly surroundings: Surroundings,
    private readonly tasks: Tasks,
    private readonly canvas: HTMLCanvasElement,
    private readonly wake: () => void,
  ) {}

  open(id: string): void {
    this.visit.host?.opened(id);
  }

  /** The memory that is marked, or else the one within reach. */
  openChosen(): void {
    const { marked, near, pins } = this.visit;
    const pin = pins[marked >= 0 ? marked : near];
    if (pin && !this.tasks.current) this.open(pin.id);
  }

  back(): void {
    const { opened, host } = this.visit;
    if (this.tasks.current) this.tasks.cancel();
    else if (opened !== null) host?.closing(opened);
  }

  tap(x: number, y: number): void {
    const task = this.tasks.current;
    if (task) return task.tap(x, y);
    const scenery = this.scenery();
    const index = scenery ? pinAt(scenery, x, y) : -1;
    if (index >= 0) this.open(this.visit.pins[index]!.id);
  }

  hover(at: { x: number; y: number } | null): void {
    const task = this.tasks.current;
    if (task) return task.hover(at);
    const { canvas, visit } = this;
    const scenery = this.scenery();
    const index = at && scenery ? pinAt(scenery, at.x, at.y) : -1;
    const object = at && scenery && index < 0 ? objectAt(scenery, at.x, at.y) : null;
    this.scene.markers.showBox(object);
    canvas.style.cursor = index >= 0 ? "pointer" : "";
    canvas.title = object?.name ?? "";
    if (index !== visit.hovered) {
      visit.hovered = index;
      visit.host?.hovered(visit.pins[index]?.id ?? null);
    }
    this.wake();
  }

  private scenery(): Scenery | null {
    const { scene, surroundings, visit: { exploration, frame, pins, objects } } = this;
    return exploration ? { exploration, scene, surroundings, frame, pins, objects } : null;
  }
}
