/** Undo and redo, one step at a time. */

import { batch, computed, type ReadonlySignal, signal } from "../reactive/signal.ts";

export interface Step {
  /** What it did: `Saved Distance 1`. */
  description: string;
  undo(): void | Promise<void>;
  redo(): void | Promise<void>;
}

const maxSteps = 200;

export class History {
  private readonly done = signal<readonly Step[]>([]);
  private readonly undone = signal<readonly Step[]>([]);
  private readonly running = signal(false);

  /** The step that would be undone; null where there is none, or while another is under way. */
  readonly last: ReadonlySignal<Step | null> = computed(() =>
    this.running.value ? null : this.done.value.at(-1) ?? null
  );
  /** The step that would be redone. */
  readonly next: ReadonlySignal<Step | null> = computed(() =>
    this.running.value ? null : this.undone.value.at(-1) ?? null
  );

  /** Records a step that has been done. What was undone before can't be redone after it. */
  push(step: Step): void {
    batch(() => {
      this.done.value = [...this.done.peek(), step].slice(-maxSteps);
      this.undone.value = [];
    });
  }

  /** Forgets a step that was undone in another way. */
  drop(step: Step): void {
    batch(() => {
      this.done.value = this.done.peek().filter((one) => one !== step);
      this.undone.value = this.undone.peek().filter((one) => one !== step);
    });
  }

  /** Returns the undone step, or null where there is none. A step that fails stays where it was, and its error is thrown. */
  undo(): Promise<Step | null> {
    return this.run(this.last.peek(), "undo");
  }

  redo(): Promise<Step | null> {
    return this.run(this.next.peek(), "redo");
  }

  private async run(step: Step | null, direction: "undo" | "redo"): Promise<Step | null> {
    if (!step) return null;
    this.running.value = true;
    try {
      await step[direction]();
      const [from, to] = direction === "undo" ? [this.done, this.undone] : [this.undone, this.done];
      batch(() => {
        from.value = from.peek().filter((one) => one !== step);
        to.value = [...to.peek(), step];
      });
      return step;
    } finally {
      this.running.value = false;
    }
  }
}
