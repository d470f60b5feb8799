/**
 * Signals: values that know who reads them. An effect runs again when a signal that it read has changed; a computed value is calculated
 * when it is read, and only if one of its inputs has changed. No dependency is declared by hand, and none outlives its owner: an effect
 * ends with the AbortSignal it was given. docs/decisions/0038-signals.md says why this is not a library.
 */

export interface ReadonlySignal<T> {
  /** The current value; an effect or computed value that reads it depends on it. */
  readonly value: T;
  /** The current value, without depending on it. */
  peek(): T;
}

export interface Signal<T> extends ReadonlySignal<T> {
  value: T;
}

let reader: Reader | null = null;
let batchDepth = 0;
const queue = new Set<Effect>();

abstract class Source {
  readonly readers = new Set<Reader>();
  version = 0;

  /** Brings `version` up to date. */
  abstract refresh(): void;

  protected track(): void {
    if (!reader) return;
    reader.sources.set(this, this.version);
    this.readers.add(reader);
  }
}

interface Reader {
  readonly sources: Map<Source, number>;
  invalidate(): void;
}

function clear(reader: Reader): void {
  for (const source of reader.sources.keys()) source.readers.delete(reader);
  reader.sources.clear();
}

function anyChanged(sources: Map<Source, number>): boolean {
  for (const [source, version] of sources) {
    source.refresh();
    if (source.version !== version) return true;
  }
  return false;
}

function runAs<R>(next: Reader | null, body: () => R): R {
  const outer = reader;
  reader = next;
  try {
    return body();
  } finally {
    reader = outer;
  }
}

class ValueSignal<T> extends Source implements Signal<T> {
  constructor(private current: T) {
    super();
  }

  refresh(): void {}

  get value(): T {
    this.track();
    return this.current;
  }

  set value(next: T) {
    if (Object.is(this.current, next)) return;
    this.current = next;
    this.version += 1;
    batch(() => [...this.readers].forEach((each) => each.invalidate()));
  }

  peek(): T {
    return this.current;
  }
}

class ComputedSignal<T> extends Source implements ReadonlySignal<T>, Reader {
  readonly sources = new Map<Source, number>();
  private current!: T;
  private stale = true;

  constructor(private readonly calculate: () => T) {
    super();
  }

  invalidate(): void {
    if (this.stale) return;
    this.stale = true;
    [...this.readers].forEach((each) => each.invalidate());
  }

  refresh(): void {
    if (!this.stale) return;
    if (this.version > 0 && !anyChanged(this.sources)) {
      this.stale = false;
      return;
    }
    clear(this);
    const next = runAs(this, this.calculate);
    this.stale = false;
    if (this.version > 0 && Object.is(this.current, next)) return;
    this.current = next;
    this.version += 1;
  }

  get value(): T {
    this.refresh();
    this.track();
    return this.current;
  }

  peek(): T {
    this.refresh();
    return this.current;
  }
}

class Effect implements Reader {
  readonly sources = new Map<Source, number>();
  private cleanup: (() => void) | void = undefined;
  private ended = false;

  constructor(private readonly body: () => (() => void) | void) {
    this.run();
  }

  invalidate(): void {
    queue.add(this);
  }

  runIfChanged(): void {
    if (!this.ended && anyChanged(this.sources)) this.run();
  }

  private run(): void {
    this.cleanup?.();
    this.cleanup = undefined;
    clear(this);
    this.cleanup = runAs(this, this.body);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    queue.delete(this);
    clear(this);
    this.cleanup?.();
  }
}

/** A value that effects and computed values can depend on. */
export function signal<T>(value: T): Signal<T> {
  return new ValueSignal(value);
}

/** A value derived from others. `calculate` must have no side effects. */
export function computed<T>(calculate: () => T): ReadonlySignal<T> {
  return new ComputedSignal(calculate);
}

/**
 * Runs `body` now and after each change of what it read, until `owner` aborts or the returned function is called. What `body` returns is
 * called before the next run and at the end.
 */
export function effect(body: () => (() => void) | void, owner?: AbortSignal): () => void {
  if (owner?.aborted) return () => {};
  const made = new Effect(body);
  const end = (): void => made.end();
  owner?.addEventListener("abort", end, { once: true });
  return end;
}

/** Makes several changes; effects run once, at the end of the outermost batch. An error in one effect does not stop the others. */
export function batch<R>(body: () => R): R {
  batchDepth += 1;
  try {
    return body();
  } finally {
    batchDepth -= 1;
    if (batchDepth === 0) flush();
  }
}

/** Reads signals without depending on them. */
export function untracked<R>(body: () => R): R {
  return runAs(null, body);
}

function flush(): void {
  const errors: unknown[] = [];
  for (let round = 0; queue.size > 0; round++) {
    if (round === 100) {
      queue.clear();
      throw new Error("effects change what they depend on, without end");
    }
    const effects = [...queue];
    queue.clear();
    batchDepth += 1;
    for (const each of effects) {
      try {
        each.runIfChanged();
      } catch (error) {
        errors.push(error);
      }
    }
    batchDepth -= 1;
  }
  if (errors.length > 0) throw errors[0];
}
