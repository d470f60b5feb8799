/**
 * The WebSocket of a live session: opens it again after interruptions, soon enough that the session resumes within two seconds
 * after the network is back, and passes packets to and from the client. No DOM but what is passed in.
 */

import type { LiveClient } from "../core/live.ts";

export type ConnectionState =
  | { kind: "connecting" | "open" | "closed" }
  /** It is being opened again. */
  | { kind: "interrupted" }
  /** For good; `reason` is for users. */
  | { kind: "ended"; reason: string };

/** The part of WebSocket that is used. */
export interface Socket {
  binaryType: string;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(data: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

export interface ConnectionServices {
  open(): Socket;
  /** Milliseconds. */
  now(): number;
  setTimeout(body: () => void, milliseconds: number): number;
  clearTimeout(timer: number): void;
  /** Why the session is gone, for users; null where it goes on. Asked after an attempt failed. */
  ending(): Promise<string | null>;
  /** What users read where the room ended the session itself. */
  readonly ended: string;
}

/** Milliseconds between attempts; the last one is for all further attempts of the first minute. */
const delays = [150, 300, 600, 1000];
const slowDelay = 4000;
/** Milliseconds after which attempts are made less often. */
const patience = 60_000;
/** Milliseconds after which an attempt to connect has failed. */
const attemptTime = 5000;
/** The code with which a room closes what is over for good (`LiveCloseReason.ended`). */
const normalClosure = 1000;

export class LiveConnection {
  private socket: Socket | null = null;
  private state: ConnectionState = { kind: "closed" };
  private attempts = 0;
  private lostAt = 0;
  private timer = 0;
  /** Counts calls of `start` and `stop`. */
  private generation = 0;

  constructor(
    private readonly client: LiveClient,
    private readonly services: ConnectionServices,
    private readonly changed: (state: ConnectionState) => void,
  ) {}

  start(): void {
    this.generation += 1;
    this.attempts = 0;
    this.lostAt = this.services.now();
    this.set({ kind: "connecting" });
    this.attempt();
  }

  /** Closes it for good. */
  stop(): void {
    this.generation += 1;
    this.services.clearTimeout(this.timer);
    this.drop();
    this.set({ kind: "closed" });
  }

  /** Opens it at once where it waits for the next attempt: the network is back, or the page is visible again. */
  retryNow(): void {
    if (this.state.kind !== "interrupted" && this.state.kind !== "connecting") return;
    if (this.socket) return;
    this.services.clearTimeout(this.timer);
    this.attempt();
  }

  /** Sends what is due, and gives up a connection that doesn't answer. To be called often. */
  pump(): void {
    const now = this.services.now();
    if (!this.socket || this.client.state.status === "disconnected") return;
    if (this.client.isUnresponsive(now)) return this.lose();
    for (let packet = this.client.outgoing(now); packet; packet = this.client.outgoing(now)) this.socket.send(packet);
  }

  private attempt(): void {
    const { services, client, generation } = this;
    const socket = this.socket = services.open();
    let hasOpened = false;
    socket.binaryType = "arraybuffer";
    const isCurrent = (): boolean => this.socket === socket && this.generation === generation;
    this.timer = services.setTimeout(() => isCurrent() && !hasOpened && this.lose(), attemptTime);
    socket.onopen = (): void => {
      if (!isCurrent()) return;
      hasOpened = true;
      services.clearTimeout(this.timer);
      client.connect(services.now());
      this.pump();
    };
    socket.onmessage = ({ data }): void => {
      if (!isCurrent() || !(data instanceof ArrayBuffer)) return;
      // A packet that breaks a rule: whatever sent it, nothing more is accepted on this connection.
      if (!client.receive(new Uint8Array(data), services.now())) return this.lose();
      this.noteStatus();
      this.pump();
    };
    socket.onclose = ({ code }): void => {
      if (!isCurrent()) return;
      if (code === normalClosure && hasOpened) this.end(services.ended);
      else this.lose();
    };
  }

  private noteStatus(): void {
    const { status, refusal } = this.client.state;
    if (status === "connected" && this.state.kind !== "open") {
      this.attempts = 0;
      this.set({ kind: "open" });
    }
    if (status === "refused" && refusal && refusal.remedy !== "retryLater") this.end(refusal.message);
  }

  private end(reason: string): void {
    this.stop();
    this.set({ kind: "ended", reason });
  }

  /** The connection ended, or was given up: the next attempt follows. */
  private lose(): void {
    const { services, generation } = this;
    services.clearTimeout(this.timer);
    this.drop();
    if (this.state.kind === "open") this.lostAt = services.now();
    if (this.state.kind !== "connecting") this.set({ kind: "interrupted" });
    const isPatient = services.now() - this.lostAt < patience;
    const delay = isPatient ? delays[Math.min(this.attempts, delays.length - 1)]! : slowDelay;
    this.attempts += 1;
    this.timer = services.setTimeout(() => this.generation === generation && this.attempt(), delay);
    if (this.attempts === 1) return; // most interruptions end with the first attempt
    void services.ending().then((reason) => {
      if (reason !== null && this.generation === generation && this.state.kind !== "open") this.end(reason);
    });
  }

  private drop(): void {
    const { socket } = this;
    this.socket = null;
    this.client.disconnect();
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private set(state: ConnectionState): void {
    this.state = state;
    this.changed(state);
  }
}
