/** What was done, to be taken back and done again, one step at a time. */

export interface Step {
  /** What it did: `Saved Distance 1`. */
  words: string;
  undo(): void | Promise<void>;
  redo(): void | Promise<void>;
}

const mostSteps = 200;

export class History {
  private done: Step[] = [];
  private undone: Step[] = [];
  private working = false;

  constructor(private readonly changed: () => void) {}

  get last(): Step | null {
    return this.working ? null : this.done.at(-1) ?? null;
  }

  get next(): Step | null {
    return this.working ? null : this.undone.at(-1) ?? null;
  }

  /** It was done already. What was taken back before can't be done again after it. */
  push(step: Step): void {
    this.done.push(step);
    if (this.done.length > mostSteps) this.done.shift();
    this.undone = [];
    this.changed();
  }

  /** A step that was taken back in another way. */
  drop(step: Step): void {
    this.done = this.done.filter((one) => one !== step);
    this.undone = this.undone.filter((one) => one !== step);
    this.changed();
  }

  /** The step that was taken back; null where there is none. Where it can't be, it stays as it was and the error is thrown. */
  undo(): Promise<Step | null> {
    return this.take(this.last, "undo");
  }

  redo(): Promise<Step | null> {
    return this.take(this.next, "redo");
  }

  private async take(step: Step | null, way: "undo" | "redo"): Promise<Step | null> {
    if (!step) return null;
    this.working = true;
    this.changed();
    try {
      await step[way]();
      const [from, to] = way === "undo" ? [this.done, this.undone] : [this.undone, this.done];
      from.splice(from.indexOf(step), 1);
      to.push(step);
      return step;
    } finally {
      this.working = false;
      this.changed();
    }
  }
}
