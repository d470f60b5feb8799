/** A recording that is being made: its answers are saved one after the other, its files are sent at once. No DOM. */

import type { Id, Recording, RecordingField, RecordingStep, StepAnswer } from "../../api/generated.ts";
import { trashApi } from "../../api/trash-api.ts";
import { type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";
import { type RequestsApi, requestsApi, type ShotFile } from "../requests-api.ts";

export type FieldAnswer = NonNullable<RecordingField["value"]>;

/** A file on its way. */
export interface SentFile extends ShotFile {
  key: number;
  /** 0 to 1. */
  fraction: number;
  /** Why it was not added; null while it is sent. */
  problem: string | null;
}

export class RecordingStore {
  private readonly current;
  private readonly onTheirWay = signal<readonly SentFile[]>([]);
  private queue: Promise<unknown> = Promise.resolve();
  private lastKey = 0;
  private readonly sending = new AbortController();
  /** Values of fields that the server doesn't have, by step and field. */
  private readonly unsaved = new Map<string, Map<string, FieldAnswer | null>>();

  readonly recording: ReadonlySignal<Recording>;
  readonly files: ReadonlySignal<readonly SentFile[]> = this.onTheirWay;
  /** Whether a change is being saved. */
  readonly isSaving = signal(false);
  /** Why the last change could not be saved. */
  readonly problem = signal("");

  constructor(recording: Recording, private readonly source: RequestsApi = requestsApi) {
    this.current = signal(recording);
    this.recording = this.current;
  }

  step(key: string): RecordingStep | undefined {
    return this.current.value.steps.find((step) => step.key === key);
  }

  /** Saves the value of a field; null removes it. What can't be saved is tried again with the next change. */
  setField(step: string, field: string, value: FieldAnswer | null): Promise<boolean> {
    const values = this.unsaved.get(step) ?? new Map<string, FieldAnswer | null>();
    this.unsaved.set(step, values.set(field, value));
    return this.change(() => this.save(step));
  }

  private async save(step: string): Promise<Recording> {
    const values = this.unsaved.get(step);
    const before = this.current.peek().steps.find(({ key }) => key === step);
    if (!values || !before) return this.current.peek();
    const sent = new Map(values);
    const answer: StepAnswer = {
      fields: before.fields
        .map(({ key, value }) => ({ key, value: sent.has(key) ? sent.get(key)! : value }))
        .filter((each): each is { key: string; value: FieldAnswer } => each.value !== null),
      shots: before.shots.filter(({ media }) => media.length > 0).map(({ key, media }) => ({ key, media })),
    };
    const saved = await this.source.answerStep(this.current.peek().id, step, answer);
    // What was changed meanwhile is saved by the next call.
    for (const [key, value] of sent) if (values.get(key) === value) values.delete(key);
    if (values.size === 0) this.unsaved.delete(step);
    return saved;
  }

  edit(body: Parameters<RequestsApi["editRecording"]>[1]): Promise<boolean> {
    return this.change(() => this.source.editRecording(this.current.peek().id, body));
  }

  /** Sends files to a shot, one after the other. */
  add(files: readonly ShotFile[]): void {
    const added = files.map((file) => ({ ...file, key: ++this.lastKey, fraction: 0, problem: null }));
    this.onTheirWay.value = [...this.onTheirWay.peek(), ...added];
    for (const file of added) void this.send(file);
  }

  retry(key: number): void {
    const file = this.onTheirWay.peek().find((each) => each.key === key);
    if (file) void this.send(file);
  }

  discard(key: number): void {
    this.onTheirWay.value = this.onTheirWay.peek().filter((each) => each.key !== key);
  }

  /** Puts a file into the trash. Resolves with what takes it back. */
  async remove(media: Id): Promise<() => Promise<void>> {
    const id = this.current.peek().id;
    this.current.value = await this.source.removeMedia(id, media);
    return async () => {
      await trashApi.restore(media);
      this.current.value = await this.source.recording(id);
    };
  }

  /** Waits until everything is saved; false where something could not be. */
  async settled(): Promise<boolean> {
    await this.queue;
    for (const step of [...this.unsaved.keys()]) await this.change(() => this.save(step));
    return this.unsaved.size === 0 && this.onTheirWay.peek().length === 0;
  }

  dispose(): void {
    this.sending.abort();
  }

  private async send(file: SentFile): Promise<void> {
    this.mark(file.key, { problem: null, fraction: 0 });
    const done = await this.change(
      () =>
        this.source.addMedia(
          this.current.peek().id,
          file,
          (bytes) => this.mark(file.key, { fraction: file.body.size === 0 ? 1 : bytes / file.body.size }),
          this.sending.signal,
        ),
      (problem) => this.mark(file.key, { problem }),
    );
    if (done) this.discard(file.key);
  }

  private mark(key: number, change: Partial<SentFile>): void {
    this.onTheirWay.value = this.onTheirWay.peek().map((each) => each.key === key ? { ...each, ...change } : each);
  }

  /** Runs a change after those before it: each builds on the answer of the last. */
  private change(
    work: () => Promise<Recording>,
    failed: (problem: string) => void = (problem) => this.problem.value = problem,
  ): Promise<boolean> {
    const result = this.queue.then(async () => {
      this.isSaving.value = true;
      try {
        this.current.value = await work();
        if (this.unsaved.size === 0) this.problem.value = "";
        return true;
      } catch (error) {
        if (!this.sending.signal.aborted) failed(messageOf(error));
        return false;
      } finally {
        this.isSaving.value = false;
      }
    });
    this.queue = result;
    return result;
  }
}
