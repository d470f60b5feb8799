/**
 * The state of the page on devices and backup: synchronization, conflicts, backups. Asks often while something is in
 * progress. No DOM.
 */

import { api, ApiError } from "../api/client.ts";
import type { Conflict, LibraryHealth, Sync } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";

/** Milliseconds between requests while something is in progress. */
const pollingInterval = 2000;

const services = {
  sync: api.sync,
  conflicts: api.conflicts,
  health: api.health,
  startSync: api.startSync,
  cancelSync: api.cancelSync,
  backUp: api.backUp,
};

export class SyncStore {
  private readonly currentSync = signal<Sync | null>(null);
  private readonly currentConflicts = signal<readonly Conflict[] | null>(null);
  private readonly currentHealth = signal<LibraryHealth | null>(null);
  private readonly currentProblem = signal("");

  /** Null until it has been fetched. */
  readonly sync: ReadonlySignal<Sync | null> = this.currentSync;
  readonly conflicts: ReadonlySignal<readonly Conflict[] | null> = this.currentConflicts;
  readonly health: ReadonlySignal<LibraryHealth | null> = this.currentHealth;
  /** Why the state could not be fetched; what was fetched before stays. */
  readonly problem: ReadonlySignal<string> = this.currentProblem;
  readonly conflictsProblem = signal("");
  readonly healthProblem = signal("");
  readonly runProblem = signal("");
  readonly backupProblem = signal("");
  /** When `sync` was fetched. */
  fetched = new Date();

  /** Answers to earlier requests are ignored. */
  private request = 0;
  private timer = 0;

  constructor(private readonly owner: AbortSignal, private readonly source: typeof services = services) {
    owner.addEventListener("abort", () => clearTimeout(this.timer), { once: true });
  }

  /** Fetches the state, with conflicts and health unless only progress is of interest. */
  async load(withDetails = true): Promise<void> {
    this.request += 1;
    const { request } = this;
    const isCurrent = (): boolean => !this.owner.aborted && request === this.request;
    try {
      const [sync] = await Promise.all([
        this.source.sync(),
        withDetails ? this.loadConflicts() : null,
        withDetails ? this.loadHealth() : null,
      ]);
      if (isCurrent()) this.apply(sync);
    } catch (error) {
      if (!isCurrent()) return;
      this.currentProblem.value = messageOf(error);
      this.pollLater();
    }
  }

  async start(): Promise<void> {
    this.runProblem.value = "";
    await this.run(this.source.startSync);
  }

  async cancel(): Promise<void> {
    await this.run(this.source.cancelSync);
  }

  /** Resolves with whether the backup was also verified; null when there is none. */
  async backUp(): Promise<boolean | null> {
    this.backupProblem.value = "";
    this.request += 1;
    this.setBackupRunning(true);
    try {
      const { state } = await this.source.backUp();
      return state === "good";
    } catch (error) {
      this.backupProblem.value = t("Couldn't make a backup. {problem}", { problem: messageOf(error) });
      return null;
    } finally {
      this.setBackupRunning(false);
      if (!this.owner.aborted) await this.load();
    }
  }

  private async run(request: () => Promise<Sync>): Promise<void> {
    this.request += 1; // pending answers are older
    try {
      this.apply(await request());
    } catch (error) {
      this.runProblem.value = messageOf(error);
    }
  }

  private apply(sync: Sync): void {
    const hasEnded = this.currentSync.peek()?.run && !sync.run;
    this.fetched = new Date();
    batch(() => {
      this.currentSync.value = sync;
      this.currentProblem.value = "";
    });
    if (hasEnded) void Promise.all([this.loadConflicts(), this.loadHealth()]).catch(() => {});
    this.pollLater();
  }

  private async loadConflicts(): Promise<void> {
    try {
      const conflicts = await this.source.conflicts();
      batch(() => {
        this.currentConflicts.value = conflicts;
        this.conflictsProblem.value = "";
      });
    } catch (error) {
      if (error instanceof ApiError && error.unreachable) throw error;
      this.conflictsProblem.value = messageOf(error);
    }
  }

  private async loadHealth(): Promise<void> {
    try {
      const health = await this.source.health();
      batch(() => {
        this.currentHealth.value = health;
        this.healthProblem.value = "";
      });
    } catch (error) {
      if (error instanceof ApiError && error.unreachable) throw error;
      this.healthProblem.value = messageOf(error);
    }
  }

  private setBackupRunning(isRunning: boolean): void {
    const sync = this.currentSync.peek();
    if (sync) this.currentSync.value = { ...sync, backups: { ...sync.backups, isRunning } };
  }

  private pollLater(): void {
    clearTimeout(this.timer);
    const sync = this.currentSync.peek();
    const isBusy = sync !== null && (sync.run !== null || sync.backups.isRunning);
    if (isBusy && !this.owner.aborted) this.timer = setTimeout(() => void this.load(false), pollingInterval);
  }
}
