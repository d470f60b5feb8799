/**
 * Signals. An effect runs again when a value that it read has changed; a computed value is calculated when it is
 * read, if an input has changed. Dependencies are recorded, not declared, and none outlives its owner: an effect ends
 * with its AbortSignal, and signals refer to effects only, never to computed values. docs/decisions/0038-signals.md
 * compares it with a library.
 */

export interface Signal<T> {
  /** The current value; an effect or computed value that reads it depends on it. */
  value: T;
  /** The current value, without depending on it. */
  peek(): T;
}

export type ReadonlySignal<T> = Readonly<Signal<T>>;

let recording: Node<unknown> | null = null;
let batchDepth = 0;
/** Counts the changes of all signals: while it stays, nothing calculated has to be checked. */
let epoch = 0;
let effectCount = 0;
/** Effects to run; they run in the order of their numbers. */
const queue = new Map<() => void, number>();

/** A signal; with `calculate` a computed value. An effect is a computed value that is read after each change. */
class Node<T> implements Signal<T> {
  /** What the last calculation read. */
  private readonly inputs = new Map<Node<unknown>, unknown>();
  readonly effects = new Map<() => void, number>();
  private checkedIn = -1;

  constructor(private current: T, private readonly calculate?: () => T) {}

  get value(): T {
    recording?.inputs.set(this, undefined); // an error is a dependency as well
    const value = this.peek();
    recording?.inputs.set(this, value);
    return value;
  }

  set value(next: T) {
    if (Object.is(this.current, next)) return;
    this.current = next;
    epoch += 1;
    batch(() => this.effects.forEach((number, run) => queue.set(run, number)));
  }

  peek(): T {
    if (!this.calculate || this.checkedIn === epoch) return this.current;
    const now = epoch;
    if (this.checkedIn < 0 || [...this.inputs].some(([input, value]) => !Object.is(input.peek(), value))) {
      const outer = recording;
      recording = this as Node<unknown>;
      this.checkedIn = -1; // remains after an error
      this.inputs.clear();
      try {
        this.current = this.calculate();
      } finally {
        recording = outer;
      }
    }
    this.checkedIn = now;
    return this.current;
  }

  transitiveInputs(found = new Set<Node<unknown>>()): Set<Node<unknown>> {
    for (const input of this.inputs.keys()) if (!found.has(input)) input.transitiveInputs(found.add(input));
    return found;
  }
}

/** A value that effects and computed values can depend on. */
export function signal<T>(value: T): Signal<T> {
  return new Node(value);
}

/** A value derived from others. `calculate` must have no side effects. */
export function computed<T>(calculate: () => T): ReadonlySignal<T> {
  return new Node<T | undefined>(undefined, calculate) as ReadonlySignal<T>;
}

/**
 * Runs `body` now and after each change of what it read, until `owner` aborts or the returned function is called.
 * What `body` returns is called before the next run and at the end. Effects run in the order of their creation.
 */
export function effect(body: () => (() => void) | void, owner?: AbortSignal): () => void {
  const number = ++effectCount;
  let hasEnded = owner?.aborted === true;
  let cleanup: (() => void) | void = undefined;
  let followed = new Set<Node<unknown>>();
  const cleanUp = (): void => {
    if (cleanup) untracked(cleanup);
    cleanup = undefined;
  };
  const node = new Node<void>(undefined, () => {
    cleanUp();
    cleanup = body();
    if (hasEnded) cleanUp(); // the body ended its own effect
  });
  const follow = (): void => {
    followed.forEach((each) => each.effects.delete(run));
    followed = hasEnded ? new Set() : node.transitiveInputs();
    followed.forEach((each) => each.effects.set(run, number));
  };
  const run = (): void => {
    const before = epoch;
    try {
      if (!hasEnded) node.peek();
    } finally {
      follow();
      if (epoch !== before) queue.set(run, number); // its own changes may concern it
    }
  };
  const end = (): void => {
    hasEnded = true;
    follow();
    cleanUp();
  };
  owner?.addEventListener("abort", end, { once: true });
  batch(run);
  return end;
}

/** Makes several changes; effects run once, at the end of the outermost batch. An error in one effect does not stop the others. */
export function batch<R>(body: () => R): R {
  const errors: unknown[] = [];
  const attempt = <T>(action: () => T): T | undefined => {
    try {
      return action();
    } catch (error) {
      errors.push(error);
    }
  };
  batchDepth += 1;
  const result = attempt(body);
  for (let round = 0; batchDepth === 1 && queue.size > 0; round++) {
    const runs = [...queue].sort(([, a], [, b]) => a - b);
    queue.clear();
    if (round === 100) errors.push(new Error("effects change what they depend on, without end"));
    else runs.forEach(([run]) => attempt(run));
  }
  batchDepth -= 1;
  if (errors.length > 0) throw errors[0];
  return result as R;
}

/** Reads signals without depending on them. */
export function untracked<R>(body: () => R): R {
  return computed(body).peek();
}
