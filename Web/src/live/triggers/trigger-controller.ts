/** Switches triggers on and off and collects their events. All are off until they are enabled. */

import { type ReadonlySignal, signal } from "../../reactive/signal.ts";
import {
  TriggerError,
  type TriggerEvent,
  type TriggerKind,
  triggerKinds,
  type TriggerSource,
  type TriggerState,
} from "./types.ts";
import type { TriggerControl } from "../settings/trigger-control.ts";
import { problems } from "./texts.ts";

const off: TriggerState = { status: "off", reason: "" };

export class TriggerController implements TriggerControl {
  private readonly states: Record<TriggerKind, ReturnType<typeof signal<TriggerState>>>;
  private readonly sensitivities: Record<TriggerKind, number> = { face: 0.5, clap: 0.5, gesture: 0.5 };
  private readonly listeners = new Set<(event: TriggerEvent) => void>();
  /** Of each kind: increased when it is switched, so that an earlier request that is still waiting has no effect. */
  private readonly requests: Record<TriggerKind, number> = { face: 0, clap: 0, gesture: 0 };

  constructor(private readonly sources: Readonly<Record<TriggerKind, TriggerSource>>) {
    const initial = (kind: TriggerKind): ReturnType<typeof signal<TriggerState>> => {
      const problem = sources[kind].problem();
      return signal<TriggerState>(problem ? { status: "unavailable", reason: problem } : off);
    };
    this.states = { face: initial("face"), clap: initial("clap"), gesture: initial("gesture") };
  }

  state(kind: TriggerKind): ReadonlySignal<TriggerState> {
    return this.states[kind];
  }

  /** Asks for the permission, after the user has read `permissionTexts`; call it from a press. Resolves with the new state. */
  async enable(kind: TriggerKind): Promise<TriggerState> {
    const state = this.states[kind];
    if (state.peek().status === "on" || state.peek().status === "asking") return state.peek();
    const request = ++this.requests[kind];
    state.value = { status: "asking", reason: "" };
    let next: TriggerState = { status: "on", reason: "" };
    try {
      await this.sources[kind].start(this.sensitivities[kind], (trigger, strength) => {
        if (request !== this.requests[kind]) return;
        const event: TriggerEvent = { trigger, kind, time: performance.now(), strength };
        for (const listener of this.listeners) listener(event);
      });
    } catch (error) {
      next = error instanceof TriggerError
        ? { status: error.status, reason: error.message }
        : { status: "failed", reason: problems.detectorFailed };
    }
    // Disabled meanwhile.
    if (request === this.requests[kind]) state.value = next;
    return state.peek();
  }

  /** Releases the device at once. Why it was denied, has failed or is unavailable remains in the state. */
  disable(kind: TriggerKind): void {
    this.requests[kind] += 1;
    this.sources[kind].stop();
    const state = this.states[kind];
    const { status } = state.peek();
    if (status === "on" || status === "asking") state.value = off;
  }

  /** A source that was on has failed, for example because the microphone was disconnected. */
  interrupted(kind: TriggerKind, error: TriggerError): void {
    this.requests[kind] += 1;
    this.states[kind].value = { status: error.status, reason: error.message };
  }

  sensitivity(kind: TriggerKind): number {
    return this.sensitivities[kind];
  }

  /** From 0 (only clear signs) to 1 (slight signs); other numbers are clamped. */
  setSensitivity(kind: TriggerKind, value: number): void {
    if (Number.isNaN(value)) return;
    this.sensitivities[kind] = Math.min(1, Math.max(0, value));
    this.sources[kind].setSensitivity(this.sensitivities[kind]);
  }

  /** Calls back for each event; returns a function that ends it. */
  onTrigger(callback: (event: TriggerEvent) => void): () => void {
    this.listeners.add(callback);
    return () => void this.listeners.delete(callback);
  }

  /** Switches everything off, when the session ends. */
  dispose(): void {
    for (const kind of triggerKinds) this.disable(kind);
    this.listeners.clear();
  }
}
