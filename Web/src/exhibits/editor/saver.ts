/** Saves a document a moment after each change, one request at a time. No DOM. */

import { ApiError } from "../../api/client.ts";
import { type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";
import type { Exhibit } from "../document.ts";
import { type ExhibitDetail, type ExhibitSource, isConflict, isInvalid } from "../exhibit-api.ts";
import { type Problem, serverProblem } from "./problems.ts";

export type SaveState =
  | { state: "saved" }
  /** Changed; saved after a moment, or once the running request has ended. */
  | { state: "pending" }
  | { state: "saving" }
  /** It has values that the server would refuse. */
  | { state: "invalid"; problem: Problem }
  | { state: "failed"; problem: Problem; isOffline: boolean }
  /** It was changed elsewhere. */
  | { state: "conflict" };

/** Milliseconds without a change after which it is saved. */
const delay = 800;
/** Milliseconds after which a failed request is repeated. */
const retryDelay = 10_000;

export interface SaverProps {
  id: string;
  current: () => Exhibit;
  problems: () => readonly Problem[];
  /** Called with what the server answered. */
  saved: (detail: ExhibitDetail) => void;
}

export class Saver {
  private readonly currentState = signal<SaveState>({ state: "saved" });
  readonly state: ReadonlySignal<SaveState> = this.currentState;
  private revision = "";
  private savedDocument: Exhibit | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> = Promise.resolve();
  private holds = 0;

  constructor(private readonly props: SaverProps, private readonly source: Pick<ExhibitSource, "save">) {}

  get hasChanges(): boolean {
    return this.savedDocument !== null && this.props.current() !== this.savedDocument;
  }

  get currentRevision(): string {
    return this.revision;
  }

  /** The server has `document` with this revision. */
  adopt(revision: string, document: Exhibit): void {
    clearTimeout(this.timer);
    this.revision = revision;
    this.savedDocument = document;
    this.currentState.value = { state: "saved" };
    if (this.hasChanges) this.changed();
  }

  /** Saving goes on over what somebody else saved. */
  overwrite(revision: string): Promise<boolean> {
    this.revision = revision;
    this.currentState.value = { state: "pending" };
    return this.flush();
  }

  conflict(): void {
    clearTimeout(this.timer);
    this.currentState.value = { state: "conflict" };
  }

  /** To be called after each change. */
  changed(): void {
    if (this.currentState.peek().state === "conflict") return;
    clearTimeout(this.timer);
    if (!this.hasChanges) {
      this.currentState.value = { state: "saved" };
      return;
    }
    const [problem] = this.props.problems();
    this.currentState.value = problem ? { state: "invalid", problem } : { state: "pending" };
    if (!problem) this.timer = setTimeout(() => void this.flush(), delay);
  }

  /** Saves now, after the running request; resolves with whether all is saved. `keepalive`: the page may close meanwhile. */
  async flush(keepalive = false): Promise<boolean> {
    clearTimeout(this.timer);
    this.running = this.running.then(() => this.canSend ? this.send(keepalive) : undefined);
    await this.running;
    return !this.hasChanges;
  }

  private get canSend(): boolean {
    const isBlocked = this.holds > 0 || this.currentState.peek().state === "conflict";
    return !isBlocked && this.hasChanges && this.props.problems().length === 0;
  }

  /** Runs a request that changes the document on the server; nothing is saved meanwhile. */
  async exclusively<R>(action: () => Promise<R>): Promise<R> {
    this.holds += 1;
    try {
      await this.running;
      return await action();
    } finally {
      this.holds -= 1;
      if (this.holds === 0 && this.hasChanges) this.changed();
    }
  }

  /** Ends the repeating of requests. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private async send(keepalive: boolean): Promise<void> {
    const document = this.props.current();
    this.currentState.value = { state: "saving" };
    try {
      const detail = await this.source.save(this.props.id, this.revision, document, keepalive);
      this.revision = detail.revision;
      this.savedDocument = document;
      this.currentState.value = { state: "saved" };
      this.props.saved(detail);
      if (this.hasChanges) this.changed();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (isConflict(error)) return this.conflict();
    const isOffline = error instanceof ApiError && error.unreachable;
    const message = messageOf(error);
    const problem = isInvalid(error) ? serverProblem(message) : { path: "", location: "", message };
    this.currentState.value = { state: "failed", problem, isOffline };
    // What the server refuses is refused again until it is changed.
    if (!isInvalid(error)) this.timer = setTimeout(() => void this.flush(), retryDelay);
  }
}
