/** The job that makes a plan: its state, followed by the server's events, whichever tab started it. No DOM. */

import { isFinal } from "../api/client.ts";
import type { Job } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";

export interface JobListener {
  job(job: Job): void;
  connected(connected: boolean): void;
  /** The server has forgotten the job. */
  lost(): void;
}

/** The calls to the server that the job needs; tests pass their own. */
export interface PlanJobService {
  start(space: string): Promise<Job>;
  /** The latest plan job of the space; null where there was none in the last hour. */
  latest(space: string): Promise<Job | null>;
  cancel(id: string): Promise<Job>;
  /** Returns a function that ends it. */
  watch(id: string, listener: JobListener): () => void;
}

export type PlanJobState =
  | { phase: "none" }
  | { phase: "running"; job: Job; connected: boolean }
  | { phase: "failed"; message: string };

export class PlanJob {
  private readonly current = signal<PlanJobState>({ phase: "none" });
  private stopWatching = (): void => {};

  readonly state: ReadonlySignal<PlanJobState> = this.current;

  /** `done` is called when the plan is made. */
  constructor(
    private readonly space: string,
    private readonly service: PlanJobService,
    private readonly done: () => void,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener("abort", () => this.stopWatching());
  }

  async start(): Promise<void> {
    try {
      this.follow(await this.service.start(this.space));
    } catch (error) {
      this.current.value = { phase: "failed", message: messageOf(error) };
    }
  }

  /** Follows a job that was started elsewhere. A failure there was shown there. */
  async resume(): Promise<void> {
    const job = await this.service.latest(this.space).catch(() => null);
    if (!job || this.signal.aborted || this.current.peek().phase === "running") return;
    if (!isFinal(job.state)) this.follow(job);
    else if (job.state === "done") this.done();
  }

  /** Throws if the server refuses. */
  async cancel(): Promise<void> {
    const state = this.current.peek();
    if (state.phase === "running") this.update(await this.service.cancel(state.job.id));
  }

  private follow(job: Job): void {
    this.current.value = { phase: "running", job, connected: true };
    this.stopWatching();
    this.stopWatching = this.service.watch(job.id, {
      job: (now) => this.update(now),
      connected: (connected) => {
        const state = this.current.peek();
        if (state.phase === "running") this.current.value = { ...state, connected };
      },
      lost: () => this.end(t("The server no longer has this job. Try again.")),
    });
  }

  private update(job: Job): void {
    if (this.signal.aborted) return;
    if (!isFinal(job.state)) this.current.value = { phase: "running", job, connected: true };
    else if (job.state === "done") {
      this.stopWatching();
      this.done();
    } else if (job.state === "failed") this.end(job.error ?? t("The plan couldn't be made."));
    else this.end(null);
  }

  private end(message: string | null): void {
    this.stopWatching();
    this.current.value = message === null ? { phase: "none" } : { phase: "failed", message };
  }
}
