/** A request: its state, and the recording that answers it. No DOM. */

import type { Id, Request as AskedRecording } from "../../api/generated.ts";
import { sharingApi } from "../../api/sharing-api.ts";
import { type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";
import { type RequestsApi, requestsApi } from "../requests-api.ts";
import { RecordingStore } from "./recording-store.ts";

export class RequestStore {
  private readonly current = signal<AskedRecording | null>(null);
  private readonly draft = signal<RecordingStore | null>(null);

  /** Null until it has been fetched. */
  readonly request: ReadonlySignal<AskedRecording | null> = this.current;
  /** The recording that is being made for it. */
  readonly answer: ReadonlySignal<RecordingStore | null> = this.draft;
  /** Why it can't be shown. */
  readonly problem = signal("");

  constructor(
    readonly id: Id,
    private readonly source: RequestsApi = requestsApi,
    private readonly sharing: Pick<typeof sharingApi, "accept" | "receive"> = sharingApi,
  ) {}

  async load(): Promise<void> {
    this.problem.value = "";
    try {
      this.show(await this.source.request(this.id));
    } catch (error) {
      this.problem.value = messageOf(error);
    }
  }

  /** Begins the answer, or goes on with it. */
  async begin(): Promise<void> {
    this.draft.value ??= new RecordingStore(await this.source.begin(this.id), this.source);
  }

  async send(message: string, isIncomplete: boolean): Promise<void> {
    await this.draft.peek()?.settled();
    this.show(await this.source.answer(this.id, { message, incomplete: isIncomplete }));
  }

  async withdraw(): Promise<void> {
    this.show(await this.source.withdraw(this.id));
  }

  async decline(): Promise<void> {
    this.show(await this.source.decline(this.id));
  }

  /** Accepts the offer that brings the answer. */
  async acceptAnswer(): Promise<void> {
    const offer = this.current.peek()?.offer;
    if (offer) await this.sharing.accept(offer.id);
    await this.load();
  }

  /** Exchanges with the contacts; the files of an answer arrive by it. */
  async receive(): Promise<void> {
    await this.sharing.receive();
    await this.load();
  }

  dispose(): void {
    this.draft.peek()?.dispose();
  }

  private show(request: AskedRecording): void {
    const isBeingAnswered = request.direction === "incoming" && request.state === "open";
    if (!isBeingAnswered) {
      this.draft.peek()?.dispose();
      this.draft.value = null;
    } else if (request.recording && !this.draft.peek()) {
      this.draft.value = new RecordingStore(request.recording, this.source);
    }
    this.current.value = request;
  }
}
