/** All imports in progress, from the drop to the finished space: uploads of this tab, and jobs of the server. */

import type { Job } from "../api/generated.ts";
import { api, ApiError, isFinal } from "../api/client.ts";
import { t } from "../i18n/messages.ts";
import { formatWhole } from "../i18n/numbers.ts";
import { formatBytes, formatPercent, formatRemaining, plural } from "../ui/format.ts";
import type { Upload } from "./intake.ts";
import { watchJob } from "../api/jobs.ts";
import { announce, SparseProgress } from "../ui/announce.ts";
import { messageOf, notify } from "../ui/notice.ts";

export type Phase = "waiting" | "sending" | "working" | "failed";

export interface Work {
  readonly key: string;
  title: string;
  phase: Phase;
  /** Of the phase; null where it is unknown. */
  fraction: number | null;
  what: string;
  remaining: string;
  error: string;
  /** Whether it can be sent again and that may succeed. */
  retriable: boolean;
}

export interface ImportListener {
  changed(work: Work): void;
  done(work: Work, space: string): void;
  gone(work: Work): void;
}

interface Entry {
  work: Work;
  upload: Upload | null;
  jobID: string | null;
  abort: AbortController;
  stop: () => void;
  progress: SparseProgress;
}

const dismissedKey = "diorama.dismissed-jobs";

export class Imports {
  private readonly entries: Entry[] = [];
  private readonly listeners = new Set<ImportListener>();
  private sending = false;
  private count = 0;

  constructor() {
    addEventListener("beforeunload", (event) => {
      if (this.entries.some(({ work }) => work.phase === "sending" || work.phase === "waiting")) event.preventDefault();
    });
  }

  /** Newest first. */
  get works(): Work[] {
    return this.entries.map((entry) => entry.work);
  }

  /** Returns a function that stops listening. */
  listen(listener: ImportListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  add(uploads: Upload[]): void {
    for (const upload of uploads) {
      const entry = this.enter(upload.name, upload, null);
      entry.work.what = t("Waiting");
      this.changed(entry);
    }
    void this.sendNext();
  }

  /** Adds jobs that were started in another tab or on an earlier visit. */
  adopt(jobs: Job[]): void {
    const dismissed = readDismissed();
    for (const job of jobs) {
      // Jobs of plans are shown in the space, those of parts beside their link.
      if (job.kind !== "import") continue;
      const known = this.entries.some((entry) => entry.jobID === job.id);
      const over = job.state === "done" || job.state === "cancelled" || dismissed.includes(job.id);
      if (known || over) continue;
      const entry = this.enter(job.title, null, job.id);
      this.follow(entry, job);
    }
  }

  async cancel(work: Work): Promise<void> {
    const entry = this.find(work);
    if (!entry) return;
    if (entry.jobID === null) {
      entry.abort.abort();
      if (work.phase === "waiting") this.remove(entry);
      announce(t("{title}: cancelled.", { title: work.title }));
      return;
    }
    try {
      const job = await api.cancelJob(entry.jobID);
      this.apply(entry, job);
    } catch (error) {
      notify(t("Couldn't cancel {title}: {problem}", { title: work.title, problem: messageOf(error) }));
    }
  }

  /** Removes a failed import. */
  dismiss(work: Work): void {
    const entry = this.find(work);
    if (!entry) return;
    if (entry.jobID !== null) writeDismissed(entry.jobID);
    this.remove(entry);
  }

  /** Sends a failed import again. */
  retry(work: Work): void {
    const entry = this.find(work);
    if (!entry?.upload) return;
    entry.abort = new AbortController();
    entry.progress = new SparseProgress();
    entry.jobID = null;
    Object.assign(work, { phase: "waiting", fraction: null, what: t("Waiting"), error: "", remaining: "" });
    this.changed(entry);
    void this.sendNext();
  }

  private enter(title: string, upload: Upload | null, jobID: string | null): Entry {
    this.count += 1;
    const work: Work = {
      key: `import-${this.count}`,
      title,
      phase: jobID === null ? "waiting" : "working",
      fraction: null,
      what: "",
      remaining: "",
      error: "",
      retriable: false,
    };
    const entry: Entry = {
      work,
      upload,
      jobID,
      abort: new AbortController(),
      stop: () => {},
      progress: new SparseProgress(),
    };
    this.entries.unshift(entry);
    return entry;
  }

  /** One upload at a time: they share the bandwidth anyway, and the page keeps connections for other requests. */
  private async sendNext(): Promise<void> {
    const entry = this.entries.findLast((candidate) => candidate.work.phase === "waiting");
    if (this.sending || !entry?.upload) return;
    this.sending = true;
    try {
      await this.send(entry, entry.upload);
    } finally {
      this.sending = false;
      void this.sendNext();
    }
  }

  private async send(entry: Entry, upload: Upload): Promise<void> {
    const { work } = entry;
    const body = upload.body();
    const started = performance.now();
    const files = upload.files > 1
      ? `${
        plural(upload.files, { one: "{count} file", other: "{count} files" }, { count: formatWhole(upload.files) })
      }, `
      : "";
    Object.assign(work, {
      phase: "sending",
      fraction: 0,
      what: t("Sending {files}{size}", { files, size: formatBytes(body.size) }),
    });
    this.changed(entry);
    announce(t("Sending {title}.", { title: work.title }));
    try {
      const job = await api.upload({ ...upload, body }, (sent) => {
        const seconds = (performance.now() - started) / 1000;
        work.fraction = body.size > 0 ? Math.min(1, sent / body.size) : null;
        work.remaining = seconds > 1 && sent > 0 && sent < body.size
          ? formatRemaining(seconds * (body.size - sent) / sent)
          : "";
        if (sent >= body.size) Object.assign(work, { what: t("Checking the upload"), fraction: null });
        this.changed(entry);
      }, entry.abort.signal);
      entry.jobID = job.id;
      this.follow(entry, job);
    } catch (error) {
      if (entry.abort.signal.aborted) return this.remove(entry);
      const worthwhile = !(error instanceof ApiError) || error.unreachable || error.status >= 500 ||
        error.status === 429;
      this.fail(entry, messageOf(error), worthwhile);
    }
  }

  private follow(entry: Entry, job: Job): void {
    this.apply(entry, job);
    if (isFinal(job.state)) return;
    entry.stop = watchJob(job.id, {
      job: (next) => this.apply(entry, next),
      connected: (connected) => {
        if (connected || entry.work.phase !== "working") return;
        entry.work.remaining = t("Connection lost, trying again");
        this.changed(entry);
      },
      lost: () => this.fail(entry, t("The server no longer knows this import."), false),
    });
  }

  private apply(entry: Entry, job: Job): void {
    const { work } = entry;
    if (!this.entries.includes(entry)) return;
    work.title = job.title || work.title;
    switch (job.state) {
      case "done":
        this.remove(entry, job.space);
        announce(t("{title} is ready.", { title: work.title }));
        return;
      case "cancelled":
        this.remove(entry);
        return;
      case "failed":
        this.fail(entry, job.error ?? t("The server gave no reason."), false);
        return;
      case "queued":
      case "running":
        work.phase = "working";
        work.fraction = job.state === "queued" ? null : job.fraction;
        work.what = job.what || (job.state === "queued" ? t("Waiting for the server") : t("Working"));
        work.remaining = job.remaining === null ? "" : formatRemaining(job.remaining);
        this.changed(entry);
    }
  }

  private fail(entry: Entry, message: string, retriable: boolean): void {
    entry.stop();
    Object.assign(entry.work, {
      phase: "failed",
      error: message,
      remaining: "",
      retriable: retriable && entry.upload !== null,
    });
    this.changed(entry);
    announce(t("{title} failed. {message}", { title: entry.work.title, message }));
  }

  private changed(entry: Entry): void {
    const { work } = entry;
    const percent = work.phase === "working" && work.fraction !== null ? entry.progress.step(work.fraction) : null;
    if (percent !== null && percent > 0) announce(`${work.title}: ${work.what}, ${formatPercent(percent / 100)}.`);
    for (const listener of this.listeners) listener.changed(work);
  }

  private remove(entry: Entry, space: string | null = null): void {
    entry.stop();
    const at = this.entries.indexOf(entry);
    if (at < 0) return;
    this.entries.splice(at, 1);
    for (const listener of this.listeners) {
      if (space === null) listener.gone(entry.work);
      else listener.done(entry.work, space);
    }
  }

  private find(work: Work): Entry | undefined {
    return this.entries.find((entry) => entry.work === work);
  }
}

/** Failed jobs that were dismissed: the server continues to list them for a while. */
function readDismissed(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(dismissedKey) ?? "[]");
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return []; // storage is blocked or contains something else: the jobs are shown again
  }
}

function writeDismissed(id: string): void {
  try {
    localStorage.setItem(dismissedKey, JSON.stringify([...readDismissed(), id].slice(-100)));
  } catch {
    // Storage is blocked or full.
  }
}
