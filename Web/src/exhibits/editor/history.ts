/** The states of a document, for undo and redo. Pure state. */

interface Step<T> {
  document: T;
  /** What led to it: "Rename the model". */
  label: string;
  /** Consecutive edits with the same key are one step, as when typing; null: a step of its own. */
  key: string | null;
}

/** The number of steps that can be undone. */
const maxSteps = 500;

export class History<T> {
  private readonly steps: Step<T>[];
  private index = 0;
  private isSealed = false;

  constructor(document: T) {
    this.steps = [{ document, label: "", key: null }];
  }

  get document(): T {
    return this.steps[this.index]!.document;
  }

  /** The label of the step that undo reverts; null where there is none. */
  get undoLabel(): string | null {
    return this.index > 0 ? this.steps[this.index]!.label : null;
  }

  get redoLabel(): string | null {
    return this.steps[this.index + 1]?.label ?? null;
  }

  /** Adds a state; what was undone can't be redone any more. */
  push(document: T, label: string, key: string | null = null): void {
    const current = this.steps[this.index]!;
    const isContinued = key !== null && key === current.key && !this.isSealed;
    this.steps.length = this.index + 1;
    this.isSealed = false;
    if (isContinued) {
      this.steps[this.index] = { ...current, document };
      return;
    }
    this.steps.push({ document, label, key });
    if (this.steps.length > maxSteps + 1) this.steps.shift();
    this.index = this.steps.length - 1;
  }

  /** The next edit is a step of its own, even with the same key. */
  seal(): void {
    this.isSealed = true;
  }

  /** Returns the label of the undone step; null where there is none. */
  undo(): string | null {
    const label = this.undoLabel;
    if (label !== null) this.index -= 1;
    this.isSealed = true;
    return label;
  }

  redo(): string | null {
    const label = this.redoLabel;
    if (label !== null) this.index += 1;
    this.isSealed = true;
    return label;
  }
}
