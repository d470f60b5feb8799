/** What is being measured, what was kept, and every step of it to be taken back. */

import { messageOf } from "../ui/notice.ts";
import {
  type Draft,
  emptyDraft,
  isEmpty,
  requestOf,
  type Subject,
  withMoved,
  withoutLast,
  withPoint,
  withSubject,
} from "./draft.ts";
import { History, type Step } from "./history.ts";
import { freshName } from "./kinds.ts";
import { Latest } from "./latest.ts";
import { measureApi } from "./measure-api.ts";
import type {
  Measured,
  MeasureKind,
  Measurement,
  MeasurementsAnswer,
  MeasurePoint,
  MeasureRequest,
  Snap,
} from "./types.ts";

export class MeasureStore {
  readonly history = new History(() => this.tell());
  private readonly listeners = new Set<() => void>();
  private readonly asking: Latest<{ draft: Draft; request: MeasureRequest }, Measured>;
  snap: Snap = "auto";
  /** Metres within which points cling, as far as one looks at present. */
  radius = 0.08;
  private current: Draft = emptyDraft("distance");
  private answer: Measured | null = null;
  private trouble = "";
  private kept: Measurement[];
  private chosen: string | null = null;
  readonly canEdit: boolean;

  constructor(readonly space: string, { measurements, canEdit }: MeasurementsAnswer) {
    this.kept = measurements.filter(({ trashed }) => trashed === null);
    this.canEdit = canEdit;
    this.asking = new Latest(
      ({ request }, signal) => measureApi.measure(space, request, signal),
      (answer, { draft }) => this.measured(answer, draft),
      (error) => {
        this.answer = null;
        this.trouble = messageOf(error);
        this.tell();
      },
    );
  }

  get draft(): Draft {
    return this.current;
  }

  get result(): Measured | null {
    return this.answer;
  }

  /** Why there is no value. */
  get problem(): string {
    return this.trouble;
  }

  get isMeasuring(): boolean {
    return this.asking.busy;
  }

  get saved(): readonly Measurement[] {
    return this.kept;
  }

  get selected(): Measurement | null {
    return this.kept.find(({ id }) => id === this.chosen) ?? null;
  }

  get suggestedName(): string {
    return freshName(this.current.kind, this.kept.map(({ name }) => name));
  }

  listen(listener: () => void): void {
    this.listeners.add(listener);
  }

  // Making one

  setKind(kind: MeasureKind): void {
    if (kind !== this.current.kind) this.step(`Measure ${kind}`, emptyDraft(kind));
  }

  add(point: MeasurePoint): void {
    this.chosen = null;
    this.step("Point placed", withPoint(this.current, point));
  }

  removeLast(): void {
    if (this.current.points.length > 0) this.step("Point removed", withoutLast(this.current));
  }

  finish(): void {
    this.step("Finished", { ...this.current, finished: true });
  }

  choose(subject: Subject | null): void {
    this.step(subject ? `Chosen: ${subject.name}` : "Nothing chosen", withSubject(this.current, subject));
  }

  clear(): void {
    if (!isEmpty(this.current)) this.step("Cleared", emptyDraft(this.current.kind));
  }

  /** While a point is dragged: shown and measured, but no step yet. */
  drag(index: number, point: MeasurePoint): void {
    this.set(withMoved(this.current, index, point));
  }

  /** The drag is over: one step from `before`. */
  dropped(before: Draft): void {
    this.record("Point moved", before, this.current);
  }

  /** Where the server says that a point lies, as long as it is the same one. */
  snapped(from: MeasurePoint, to: MeasurePoint): void {
    const index = this.current.points.indexOf(from);
    if (index < 0) return;
    this.current = withMoved(this.current, index, to);
    this.tell();
  }

  // What is kept

  select(id: string | null): void {
    if (id === this.chosen) return;
    this.chosen = id;
    this.tell();
  }

  async save(name: string): Promise<Measurement> {
    const before = this.current;
    const request = requestOf(before, this.radius);
    if (!request) throw new Error("Some points are missing.");
    const after = emptyDraft(before.kind);
    const made = await measureApi.save(this.space, request, name.trim() === "" ? this.suggestedName : name.trim());
    this.put(made);
    this.set(after);
    this.chosen = made.id;
    this.history.push({
      words: `Saved ${made.name}`,
      undo: async () => {
        await measureApi.trash(made.id);
        this.remove(made.id);
        this.set(before);
      },
      redo: async () => {
        this.put(await measureApi.restore(made.id));
        this.set(after);
      },
    });
    return made;
  }

  rename(one: Measurement, name: string): Promise<void> {
    return this.change(`Renamed to ${name}`, one, { name }, { name: one.name });
  }

  /** Measured anew from other points. */
  move(one: Measurement, points: MeasurePoint[]): Promise<void> {
    return this.change(`Changed ${one.name}`, one, { points }, { points: one.points });
  }

  /** Returns how to take it back. */
  async trash(one: Measurement): Promise<() => Promise<void>> {
    await measureApi.trash(one.id);
    this.remove(one.id);
    const step: Step = {
      words: `Deleted ${one.name}`,
      undo: async () => this.put(await measureApi.restore(one.id)),
      redo: async () => {
        await measureApi.trash(one.id);
        this.remove(one.id);
      },
    };
    this.history.push(step);
    return async () => {
      this.put(await measureApi.restore(one.id));
      this.history.drop(step);
    };
  }

  dispose(): void {
    this.asking.cancel();
    this.listeners.clear();
  }

  private async change(
    words: string,
    one: Measurement,
    to: { name?: string; points?: MeasurePoint[] },
    from: { name?: string; points?: MeasurePoint[] },
  ): Promise<void> {
    const set = async (change: typeof to): Promise<void> => this.put(await measureApi.change(one.id, change));
    await set(to);
    this.history.push({ words, undo: () => set(from), redo: () => set(to) });
  }

  private put(one: Measurement): void {
    const at = this.kept.findIndex(({ id }) => id === one.id);
    if (at < 0) this.kept = [...this.kept, one].sort((a, b) => a.created < b.created ? -1 : 1);
    else this.kept = this.kept.map((old) => old.id === one.id ? one : old);
    this.tell();
  }

  private remove(id: string): void {
    this.kept = this.kept.filter((one) => one.id !== id);
    if (this.chosen === id) this.chosen = null;
    this.tell();
  }

  private step(words: string, next: Draft): void {
    const before = this.current;
    if (next === before) return;
    this.set(next);
    this.record(words, before, next);
  }

  private record(words: string, before: Draft, after: Draft): void {
    this.history.push({ words, undo: () => this.set(before), redo: () => this.set(after) });
  }

  private set(draft: Draft): void {
    this.current = draft;
    this.trouble = "";
    const request = requestOf(draft, this.radius);
    if (request) this.asking.ask({ draft, request });
    else {
      this.asking.cancel();
      this.answer = null;
    }
    this.tell();
  }

  private measured(answer: Measured, draft: Draft): void {
    if (draft.points.length !== this.current.points.length || draft.kind !== this.current.kind) return;
    this.answer = answer;
    this.trouble = "";
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
