/** The state of the page of settings. Asks again while the demo library is being made. No DOM. */

import type { Settings, SettingsChange } from "../api/generated.ts";
import { forgetMe } from "../api/me.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { settingsApi } from "./settings-api.ts";

/** Milliseconds between requests while the demo library is being made. */
const pollingInterval = 1000;

/** The parts of the page that say what was saved, and what failed. */
export type SettingsPart = "account" | "sync" | "units" | "language" | "notifications" | "consent" | "demo";

export class SettingsStore {
  private readonly current = signal<Settings | null>(null);
  private readonly loadProblem = signal("");
  private readonly problems = signal<Partial<Record<SettingsPart, string>>>({});
  private timer = 0;

  readonly settings: ReadonlySignal<Settings | null> = this.current;
  /** Why the settings couldn't be loaded. */
  readonly problem: ReadonlySignal<string> = this.loadProblem;
  /** Why the latest change of a part failed. */
  readonly partProblems: ReadonlySignal<Partial<Record<SettingsPart, string>>> = this.problems;

  constructor(private readonly owner: AbortSignal, private readonly source: typeof settingsApi = settingsApi) {
    owner.addEventListener("abort", () => clearTimeout(this.timer), { once: true });
  }

  async load(): Promise<void> {
    try {
      this.show(await this.source.settings());
      this.loadProblem.value = "";
    } catch (error) {
      if (this.current.peek() === null) this.loadProblem.value = messageOf(error);
      else this.poll();
    }
  }

  /** Resolves with whether it was saved; else the part has a problem, and shows the former value. */
  async change(part: SettingsPart, change: SettingsChange): Promise<boolean> {
    return await this.attempt(part, () => this.source.change(change));
  }

  async resetDemo(): Promise<boolean> {
    return await this.attempt("demo", () => this.source.resetDemo());
  }

  /** Null removes the picture. */
  async setPicture(image: Blob | null): Promise<boolean> {
    const account = this.current.peek()?.account?.id;
    if (account === undefined) return false;
    return await this.attempt("account", async () => {
      if (image === null) await this.source.removePicture(account);
      else await this.source.setPicture(account, image);
      return await this.source.settings();
    });
  }

  private async attempt(part: SettingsPart, request: () => Promise<Settings>): Promise<boolean> {
    this.setProblem(part, "");
    try {
      this.show(await request());
      return true;
    } catch (error) {
      this.setProblem(part, messageOf(error));
      // The controls show what is stored.
      const settings = this.current.peek();
      if (settings) this.current.value = { ...settings };
      return false;
    }
  }

  private setProblem(part: SettingsPart, problem: string): void {
    this.problems.value = { ...this.problems.peek(), [part]: problem };
  }

  private show(settings: Settings): void {
    if (this.owner.aborted) return;
    // What the visitor sees on other pages follows.
    forgetMe();
    this.current.value = settings;
    if (settings.demo?.run) this.poll();
  }

  private poll(): void {
    clearTimeout(this.timer);
    if (!this.owner.aborted) this.timer = setTimeout(() => void this.load(), pollingInterval);
  }
}
