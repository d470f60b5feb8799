/** A recorded session that is replayed: its time, speed and people. No DOM. */

import type { Companion, LiveEvent, LiveMeasurement, Participant } from "../../core/live.ts";
import type { LiveReplay } from "../../core/live-replay.ts";
import { batch, type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";

export const replaySpeeds: readonly number[] = [0.5, 1, 2, 4, 8];
/** Milliseconds between two changes of `seconds` while it plays. */
const reportInterval = 200;
/** Recorded milliseconds that one frame shows at most at normal speed: a tab that was hidden doesn't jump. */
const maxStep = 250;

export class ReplayStore {
  private readonly listeners = new Set<(event: LiveEvent) => void>();
  private readonly isPlaying = signal(false);
  private readonly shownSeconds = signal(0);
  private readonly currentPeople = signal<readonly Participant[]>([]);
  private readonly failure = signal("");
  /** Milliseconds of the session clock. */
  private time: number;
  /** When the last frame was shown, by the page's clock. */
  private last: number | null = null;
  private reported = 0;

  readonly playing: ReadonlySignal<boolean> = this.isPlaying;
  /** Seconds since the beginning. */
  readonly seconds: ReadonlySignal<number> = this.shownSeconds;
  /** Those who are in the session at this time. */
  readonly people: ReadonlySignal<readonly Participant[]> = this.currentPeople;
  /** Why the recording can't be replayed further; empty where it can. */
  readonly problem: ReadonlySignal<string> = this.failure;
  readonly speed = signal(1);
  readonly followed = signal<number | null>(null);
  readonly selected: ReadonlySignal<string | null> = signal(null);
  /** Nobody in a recording is the visitor. */
  readonly ownID = 0;

  /** `now`: milliseconds of a clock that doesn't go back. */
  constructor(readonly client: LiveReplay, private readonly now: () => number) {
    this.time = client.start;
    this.move(() => client.seek(client.start), false);
  }

  /** Seconds. */
  get duration(): number {
    return (this.client.end - this.client.start) / 1000;
  }

  // Time

  play(): void {
    if (this.failure.peek() !== "") return;
    // At the end, it begins again.
    if (this.time >= this.client.end) this.seek(0);
    this.last = null;
    this.isPlaying.value = true;
  }

  pause(): void {
    this.isPlaying.value = false;
    this.report();
  }

  /** `seconds` since the beginning; limited to the recording. */
  seek(seconds: number): void {
    const { start, end } = this.client;
    this.time = Math.min(Math.max(start + Math.round(1000 * seconds), start), end);
    this.last = null;
    this.move(() => this.client.seek(this.time), true);
  }

  /** Moves to the time of the next frame; returns it, in milliseconds of the session clock. */
  frame(): number {
    if (!this.isPlaying.peek()) return this.time;
    const now = this.now();
    const passed = Math.min(this.last === null ? 0 : now - this.last, maxStep);
    this.last = now;
    if (passed <= 0) return this.time;
    this.time = Math.min(this.time + passed * this.speed.peek(), this.client.end);
    this.move(() => this.client.advance(this.time), now - this.reported >= reportInterval);
    if (this.time >= this.client.end) this.pause();
    return this.time;
  }

  // What is shown

  participants(time: number): Participant[] {
    return this.client.participants(time);
  }

  companionsAt(time: number): Companion[] {
    return this.client.companions(time);
  }

  measurements(): LiveMeasurement[] {
    return this.client.measurements();
  }

  companion(id: string | null): Companion | null {
    return id === null ? null : this.companionsAt(this.time).find((each) => each.id === id) ?? null;
  }

  person(id: number): Participant | null {
    return this.currentPeople.peek().find((each) => each.id === id) ?? null;
  }

  /** Calls `listener` with each event until `owner` aborts. */
  listen(listener: (event: LiveEvent) => void, owner: AbortSignal): void {
    this.listeners.add(listener);
    owner.addEventListener("abort", () => this.listeners.delete(listener), { once: true });
  }

  dispose(): void {
    this.isPlaying.value = false;
    this.client.dispose();
  }

  // Parts

  private move(body: () => LiveEvent[], reports: boolean): void {
    let events: LiveEvent[] = [];
    try {
      events = body();
    } catch (error) {
      this.failure.value = messageOf(error);
      this.isPlaying.value = false;
    }
    if (reports || events.length > 0) this.report();
    for (const event of events) for (const listener of this.listeners) listener(event);
  }

  private report(): void {
    this.reported = this.now();
    batch(() => {
      this.shownSeconds.value = (this.time - this.client.start) / 1000;
      const people = this.client.participants(this.time).filter((each) => each.isPresent);
      this.currentPeople.value = people.sort((a, b) => a.id - b.id);
    });
  }
}
