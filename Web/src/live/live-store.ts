/** The state of a live session for its panels, and its commands. What moves is read from `client` for each frame. No DOM. */

import type {
  Companion,
  LiveAction,
  LiveClient,
  LiveEvent,
  LiveMeasurement,
  LiveRole,
  LiveState,
  LiveStyle,
  LiveSymbol,
  Participant,
} from "../core/live.ts";
import { LiveRefusal } from "../core/live.ts";
import type { Quaternion, Vec3 } from "../core/vectors.ts";
import { batch, computed, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { type ConnectionServices, type ConnectionState, LiveConnection } from "./connection.ts";
import type { LiveProfile } from "./identity.ts";

/** Milliseconds between two calls of `pump` by the timer. */
export const pumpInterval = 50;

/** What a tap on the space does besides selecting. */
export type ArmedTool = { kind: "companion"; model: number } | { kind: "effect"; style: LiveStyle };

export interface RemovedCompanion {
  model: number;
  position: Vec3;
  rotation: Quaternion;
  scale: number;
}

export class LiveStore {
  private readonly connection: LiveConnection;
  private readonly listeners = new Set<(event: LiveEvent) => void>();
  /** That of the last refresh. */
  private sequence = 0;
  private readonly currentConnection = signal<ConnectionState>({ kind: "closed" });
  private readonly currentState: ReturnType<typeof signal<LiveState>>;
  private readonly currentPeople = signal<readonly Participant[]>([]);
  private readonly currentCompanions = signal<readonly Companion[]>([]);
  private readonly currentMeasurements = signal<readonly LiveMeasurement[]>([]);

  readonly connectionState: ReadonlySignal<ConnectionState> = this.currentConnection;
  readonly state: ReadonlySignal<LiveState>;
  /** Those who are in the session, hosts first, then by id. Poses are those of the last event. */
  readonly people: ReadonlySignal<readonly Participant[]> = this.currentPeople;
  /** Poses are those of the last event. */
  readonly companions: ReadonlySignal<readonly Companion[]> = this.currentCompanions;
  /** What participants measured, by id. */
  readonly shownMeasurements: ReadonlySignal<readonly LiveMeasurement[]> = this.currentMeasurements;
  readonly role: ReadonlySignal<LiveRole>;
  /** What a tap creates; null: a tap only selects. */
  readonly armed = signal<ArmedTool | null>(null);
  /** The id of the selected companion. */
  readonly selected = signal<string | null>(null);
  /** The participant whose camera is followed. */
  readonly followed = signal<number | null>(null);
  /** Why the last command was refused; empty: it wasn't. */
  readonly problem = signal("");

  constructor(readonly client: LiveClient, private readonly services: ConnectionServices) {
    this.currentState = signal(client.state);
    this.state = this.currentState;
    this.role = computed(() => this.currentState.value.role);
    this.connection = new LiveConnection(client, services, (state) => this.currentConnection.value = state);
  }

  // The connection

  /** Connects and joins. Returns whether the name is permitted. */
  start(profile: LiveProfile): boolean {
    if (!this.join(profile)) return false;
    this.connection.start();
    return true;
  }

  /** Changes name and colour. */
  join(profile: LiveProfile): boolean {
    const isValid = this.client.join(profile.name, profile.color, this.services.now());
    this.refresh();
    return isValid;
  }

  retryNow(): void {
    this.connection.retryNow();
  }

  /** Leaves the session and closes the connection. */
  leave(): void {
    this.attempt((now) => this.client.leave(now));
    this.connection.pump();
    this.connection.stop();
  }

  /** Sends what is due and reports what has arrived. To be called at least every `pumpInterval` milliseconds. */
  pump(): void {
    this.connection.pump();
    this.refresh();
  }

  /** Calls `listener` with each event until `owner` aborts. */
  listen(listener: (event: LiveEvent) => void, owner: AbortSignal): void {
    this.listeners.add(listener);
    owner.addEventListener("abort", () => this.listeners.delete(listener), { once: true });
  }

  dispose(): void {
    this.connection.stop();
    this.client.dispose();
  }

  // Drawing

  /** Sends and receives before a frame; returns the time of what is shown. */
  frame(): number {
    this.pump();
    return this.services.now();
  }

  participants(time: number): Participant[] {
    return this.client.participants(time);
  }

  companionsAt(time: number): Companion[] {
    return this.client.companions(time);
  }

  measurements(): LiveMeasurement[] {
    return this.client.measurements();
  }

  // People

  /** The id of the visitor; 0 before the first welcome. */
  get ownID(): number {
    return this.currentState.peek().participant;
  }

  person(id: number): Participant | null {
    return this.currentPeople.peek().find((each) => each.id === id) ?? null;
  }

  setPresence(position: Vec3, rotation: Quaternion, pointer: Vec3 | null): void {
    this.client.setPresence(position, rotation, pointer, this.services.now());
  }

  react(symbol: LiveSymbol): void {
    this.client.react(symbol, this.services.now());
    this.pump();
  }

  kick(participant: number): boolean {
    return this.attempt((now) => this.client.kick(participant, now));
  }

  lock(isLocked: boolean): boolean {
    return this.attempt((now) => this.client.lock(isLocked, now));
  }

  muteEffects(areMuted: boolean): boolean {
    return this.attempt((now) => this.client.muteEffects(areMuted, now));
  }

  // Companions

  companion(id: string | null): Companion | null {
    return id === null ? null : this.currentCompanions.peek().find((each) => each.id === id) ?? null;
  }

  /** The companion at this moment. */
  companionNow(id: string): Companion | null {
    return this.client.companions(this.services.now()).find((each) => each.id === id) ?? null;
  }

  /** Creates and selects a companion; null where that was refused. */
  spawn(model: number, position: Vec3, rotation: Quaternion, scale = 1): string | null {
    let id: string | null = null;
    this.attempt((now) => id = this.client.spawn(model, position, rotation, scale, now));
    if (id !== null) this.selected.value = id;
    return id;
  }

  move(id: string, change: { position?: Vec3; rotation?: Quaternion; scale?: number }): boolean {
    return this.attempt((now) => this.client.move(id, change, now));
  }

  /** Removes a companion; returns what is needed to create it again, or null where that was refused. */
  remove(id: string): RemovedCompanion | null {
    const companion = this.companionNow(id);
    if (!companion || !this.attempt((now) => this.client.remove(id, now))) return null;
    const { model, position, rotation, scale } = companion;
    return { model, position, rotation, scale };
  }

  /** `duration` in milliseconds. */
  act(id: string, action: LiveAction, duration: number): boolean {
    return this.attempt((now) => this.client.act(id, action, duration, now));
  }

  handOver(id: string, owner: number): boolean {
    return this.attempt((now) => this.client.handOver(id, owner, now));
  }

  /** On a companion, or else at a position. `duration` in milliseconds. */
  startEffect(style: LiveStyle, position: Vec3, companion: string | null, duration: number): boolean {
    return this.attempt((now) => this.client.startEffect(style, position, companion, duration, now));
  }

  // Measurements

  /** Shows a line to the others; null where that was refused. */
  measure(points: readonly Vec3[], isClosed: boolean): string | null {
    let id: string | null = null;
    this.attempt((now) => id = this.client.measure(points, isClosed, now));
    return id;
  }

  removeMeasurement(id: string): boolean {
    return this.attempt((now) => this.client.removeMeasurement(id, now));
  }

  // Parts

  /** Runs a command; false, with `problem` set, where it was refused. */
  private attempt(command: (now: number) => void): boolean {
    let isDone = true;
    this.problem.value = "";
    try {
      command(this.services.now());
    } catch (error) {
      if (!(error instanceof LiveRefusal)) throw error;
      isDone = false;
      this.problem.value = error.message;
    }
    this.pump();
    return isDone;
  }

  /** Takes the events of the client, updates what depends on them, and reports them. */
  private refresh(): void {
    const now = this.services.now();
    const events = this.client.events(now);
    const state = this.client.state;
    const before = this.currentState.peek();
    // A snapshot changes everything, but is no event: the page was loaded again, or the connection was lost for long.
    const isReplaced = state.sequence > this.sequence + 1 || (this.sequence === 0 && state.sequence > 0);
    this.sequence = state.sequence;
    if (events.length === 0 && !isReplaced && isSame(state, before)) return;
    batch(() => {
      this.currentState.value = state;
      const people = this.client.participants(now).filter((each) => each.isPresent);
      this.currentPeople.value = people.sort((a, b) => rank(a) - rank(b) || a.id - b.id);
      this.currentCompanions.value = this.client.companions(now);
      if (isReplaced || events.some(changesMeasurements)) this.currentMeasurements.value = this.client.measurements();
      if (!this.companion(this.selected.peek())) this.selected.value = null;
      const followed = this.followed.peek();
      if (followed !== null && !this.person(followed)) this.followed.value = null;
      for (const event of events) if (event.kind === "refused") this.problem.value = event.refusal.message;
    });
    for (const event of events) for (const listener of this.listeners) listener(event);
  }
}

/** Whether measurements may be others after an event. */
function changesMeasurements({ kind }: LiveEvent): boolean {
  return kind !== "reaction" && kind !== "action" && kind !== "effect";
}

function rank({ role }: Participant): number {
  return role === "host" ? 0 : 1;
}

function isSame(a: LiveState, b: LiveState): boolean {
  return a.status === b.status && a.participant === b.participant && a.role === b.role && a.isJoined === b.isJoined &&
    a.isLocked === b.isLocked && a.areEffectsMuted === b.areEffectsMuted && a.refusal?.reason === b.refusal?.reason;
}
