/** The rules that the page for parents shows and changes: those of the running session for its host, and those of new sessions. */

import { json } from "../../api/client.ts";
import { type ReadonlySignal, signal } from "../../reactive/signal.ts";
import type { ParentSettings, SessionRules } from "./parent-settings.ts";

/** The part of a session that the page needs. */
export interface RunningSession extends SessionRules {
  code: string;
  role: "host" | "guest" | "viewer";
}

export interface SessionAPI {
  load(code: string): Promise<RunningSession>;
  change(code: string, change: Partial<SessionRules>): Promise<RunningSession>;
}

export const sessionAPI: SessionAPI = {
  load: (code) => json(`/live/${code}`),
  change: (code, change) =>
    json(`/live/${code}`, {
      method: "PATCH",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(change),
    }),
};

export class RulesStore {
  private readonly shown: ReturnType<typeof signal<SessionRules>>;
  private readonly running = signal<RunningSession | null>(null);
  private readonly failure = signal("");
  private readonly isBusy = signal(false);
  /** What the session doesn't have yet, because the server refused it or couldn't be reached. */
  private unsent: Partial<SessionRules> = {};
  private sending: Promise<void> | null = null;

  /** `code`: of the running session; null without one. */
  constructor(
    readonly settings: ParentSettings,
    private readonly code: string | null,
    private readonly api: SessionAPI = sessionAPI,
  ) {
    this.shown = signal(settings.newSession);
  }

  get rules(): ReadonlySignal<SessionRules> {
    return this.shown;
  }

  /** The running session, where this visitor is its host and may change it. */
  get hosted(): ReadonlySignal<RunningSession | null> {
    return this.running;
  }

  /** Why the session wasn't changed; empty where nothing failed. */
  get problem(): ReadonlySignal<string> {
    return this.failure;
  }

  get busy(): ReadonlySignal<boolean> {
    return this.isBusy;
  }

  /** Loads the running session's rules. */
  async load(): Promise<void> {
    if (this.code === null) return;
    await this.attempt(async () => {
      const session = await this.api.load(this.code!);
      if (session.role === "host") this.accept(session);
    });
  }

  /** Changes the rules of new sessions, and those of the running one for its host. */
  async change(change: Partial<SessionRules>): Promise<void> {
    this.settings.set(change);
    this.shown.value = { ...this.shown.peek(), ...change };
    if (this.code === null || !this.running.peek()) return;
    this.unsent = { ...this.unsent, ...change };
    await this.send();
  }

  /** Sends again what failed, or loads again. */
  async retry(): Promise<void> {
    if (this.running.peek()) await this.send();
    else await this.load();
  }

  /** One request at a time; what changes meanwhile is sent after it. */
  private async send(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => this.sending = null);
    await this.sending;
  }

  private async sendAll(): Promise<void> {
    await this.attempt(async () => {
      while (Object.keys(this.unsent).length > 0) {
        const sent = this.unsent;
        this.unsent = {};
        try {
          this.accept(await this.api.change(this.code!, sent));
        } catch (error) {
          this.unsent = { ...sent, ...this.unsent };
          throw error;
        }
      }
    });
  }

  private accept(session: RunningSession): void {
    const { maxMinutes, allowsGuests, reactionsOnly } = session;
    this.running.value = session;
    this.shown.value = { maxMinutes, allowsGuests, reactionsOnly, ...this.unsent };
  }

  private async attempt(action: () => Promise<void>): Promise<void> {
    this.isBusy.value = true;
    try {
      await action();
      this.failure.value = "";
    } catch (error) {
      this.failure.value = error instanceof Error ? error.message : String(error);
    } finally {
      this.isBusy.value = false;
    }
  }
}
