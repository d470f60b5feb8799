/** What the visitor sets in the place, one thing at a time: where a new memory belongs, or a picture that hangs. */

import type { State } from "../core/core.ts";
import type { Frame } from "../scene/rig.ts";
import type { Deck } from "./deck.ts";
import type { Flights } from "./flights.ts";
import { Hanging, hangingID } from "./hanging.ts";
import type { Anchor, FloatingScreen, Placement, SceneObject } from "./interface.ts";
import { Placing } from "./placing.ts";
import type { Surroundings } from "./surroundings.ts";
import type { TableScene } from "./table-scene.ts";
import type { Visit } from "./visit.ts";
import type { Task, World } from "./world.ts";

export interface TasksParts {
  visit: Visit;
  scene: TableScene;
  /** Over the picture, for handles. */
  overlay: HTMLElement;
  /** Shows a task's controls. */
  lower: Deck;
  surroundings: Surroundings;
  flights: Flights;
  /** Asks for a picture. */
  wake(): void;
}

export class Tasks {
  private task: Task | null = null;

  constructor(private readonly parts: TasksParts) {}

  get current(): Task | null {
    return this.task;
  }

  place(options: { label?: string; start?: Anchor }): Promise<Placement | null> {
    return this.take((world, end) => new Placing(world, options, end));
  }

  async hang(
    options: { picture: string | null; aspect: number; anchor: Anchor; start?: FloatingScreen },
  ): Promise<FloatingScreen | null> {
    const { surroundings, visit: { exploration } } = this.parts;
    if (!exploration) return null;
    const { anchor, picture } = options;
    const surface = { kind: 1, index: -1, point: anchor.point, normal: anchor.normal } as const;
    const screen = options.start ?? exploration.place(surface, anchor.height, { aspect: options.aspect })?.screen;
    if (!screen) return null;
    const hang = (now: FloatingScreen): void => surroundings.hang({ id: hangingID, screen: now, picture });
    const hung = await this.take<FloatingScreen>((world, end) => new Hanging(world, screen, hang, end));
    surroundings.hang(null);
    return hung;
  }

  cancel(): void {
    this.task?.cancel();
  }

  /** A new one ends the one before. */
  private take<Result>(begin: (world: World, end: (result: Result | null) => void) => Task): Promise<Result | null> {
    this.task?.cancel();
    const world = this.world();
    if (!world) return Promise.resolve(null);
    const { lower, wake } = this.parts;
    return new Promise((resolve) => {
      const task = begin(world, (result) => {
        if (this.task === task) {
          this.task = null;
          lower.show(null);
        }
        resolve(result);
      });
      this.task = task;
      lower.show(task.element);
      wake();
    });
  }

  private world(): World | null {
    const { visit, scene, overlay, flights, wake } = this.parts;
    const { exploration } = visit;
    if (!exploration) return null;
    return {
      exploration,
      scene,
      overlay,
      get state(): State {
        return exploration.state;
      },
      get frame(): Frame {
        return visit.frame;
      },
      get objects(): readonly SceneObject[] {
        return visit.objects;
      },
      wake,
      look: (from, target) => flights.look(from, target),
    };
  }
}
