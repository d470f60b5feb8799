/** The measurement that is being made: its points, the server's value for them, and its edits in the history. No DOM. */

import { t } from "../i18n/messages.ts";
import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { ConflatedRequests } from "./conflated-requests.ts";
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
import type { History } from "./history.ts";
import type { Measured, MeasureKind, MeasurePoint, MeasureRequest, Snap } from "./types.ts";

export type Measure = (request: MeasureRequest, signal: AbortSignal) => Promise<Measured>;

export class DraftStore {
  private readonly draft = signal<Draft>(emptyDraft("distance"));
  private readonly measured = signal<Measured | null>(null);
  private readonly failure = signal("");
  private readonly requests: ConflatedRequests<{ draft: Draft; request: MeasureRequest }, Measured>;

  readonly current: ReadonlySignal<Draft> = this.draft;
  readonly result: ReadonlySignal<Measured | null> = this.measured;
  /** Why there is no value; empty where there is one, or points are missing. */
  readonly problem: ReadonlySignal<string> = this.failure;
  /** What new points snap to. */
  readonly snap = signal<Snap>("auto");
  /** Metres within which points snap; follows from how far the camera is away. */
  snapRadius = 0.08;

  constructor(measure: Measure, private readonly history: History) {
    this.requests = new ConflatedRequests({
      send: ({ request }, signal) => measure(request, signal),
      received: (result, { draft }) => this.receive(result, draft),
      failed: (error) =>
        batch(() => {
          this.measured.value = null;
          this.failure.value = messageOf(error);
        }),
    });
  }

  setKind(kind: MeasureKind): void {
    if (kind !== this.draft.peek().kind) this.edit(t("Measure {kind}", { kind }), emptyDraft(kind));
  }

  add(point: MeasurePoint): void {
    this.edit(t("Point placed"), withPoint(this.draft.peek(), point));
  }

  removeLast(): void {
    const draft = this.draft.peek();
    if (draft.points.length > 0) this.edit(t("Point removed"), withoutLast(draft));
  }

  finish(): void {
    this.edit(t("Finished"), { ...this.draft.peek(), finished: true });
  }

  choose(subject: Subject | null): void {
    this.edit(
      subject ? t("Chosen: {name}", { name: subject.name }) : t("Nothing chosen"),
      withSubject(this.draft.peek(), subject),
    );
  }

  clear(): void {
    const draft = this.draft.peek();
    if (!isEmpty(draft)) this.edit(t("Cleared"), emptyDraft(draft.kind));
  }

  /** During a drag: shown and measured, but not in the history yet. */
  drag(index: number, point: MeasurePoint): void {
    this.set(withMoved(this.draft.peek(), index, point));
  }

  /** The drag has ended: one step in the history, from `before`. */
  endDrag(before: Draft): void {
    this.record(t("Point moved"), before, this.draft.peek());
  }

  /** Moves a point to where the server snapped it, if it is still there. */
  snapPoint(from: MeasurePoint, to: MeasurePoint): void {
    const draft = this.draft.peek();
    const index = draft.points.indexOf(from);
    if (index >= 0) this.draft.value = withMoved(draft, index, to);
  }

  /** Replaces the draft and asks for its value, without a step in the history. */
  set(draft: Draft): void {
    const request = requestOf(draft, this.snapRadius);
    batch(() => {
      this.draft.value = draft;
      this.failure.value = "";
      if (!request) this.measured.value = null;
    });
    if (request) this.requests.send({ draft, request });
    else this.requests.cancel();
  }

  /** Asks again for the value: what it depends on has changed. */
  refresh(): void {
    this.set(this.draft.peek());
  }

  dispose(): void {
    this.requests.cancel();
  }

  private edit(description: string, next: Draft): void {
    const before = this.draft.peek();
    if (next === before) return;
    this.set(next);
    this.record(description, before, next);
  }

  private record(description: string, before: Draft, after: Draft): void {
    this.history.push({ description, undo: () => this.set(before), redo: () => this.set(after) });
  }

  private receive(result: Measured, draft: Draft): void {
    const now = this.draft.peek();
    if (draft.points.length !== now.points.length || draft.kind !== now.kind) return;
    batch(() => {
      this.measured.value = result;
      this.failure.value = "";
    });
  }
}
