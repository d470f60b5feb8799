/**
 * The running session as browser tests and the developer console see it. `document` dispatches `diorama:live` with a
 * `LiveInspection` as its detail when the page joins a session (docs/web.md, "Inspection"). Nothing in the client listens to it.
 */

import type { Companion, LiveMeasurement, Participant } from "../core/live.ts";
import type { LiveScene } from "./live-scene.ts";

export interface LiveInspection {
  /** A hash of the state that the room has confirmed. */
  readonly digest: string;
  /** Whether the room has processed all own changes. */
  readonly isSettled: boolean;
  readonly companions: readonly Companion[];
  readonly participants: readonly Participant[];
  readonly measurements: readonly LiveMeasurement[];
  /**
   * The time that companions and participants are of: milliseconds since 1970 by this device's clock; in a recording, of its
   * session clock.
   */
  readonly frameTime: number;
  /** How many companions are shown by their own models. */
  readonly modelCount: number;
  /** How many effects are running. */
  readonly effectCount: number;
}

export function announceLive(
  store: { client: { readonly digest: string; readonly state: { readonly isSettled: boolean } } },
  scene: LiveScene,
  effects: { readonly count: number },
): void {
  const detail: LiveInspection = {
    get digest(): string {
      return store.client.digest;
    },
    get isSettled(): boolean {
      return store.client.state.isSettled;
    },
    get companions(): readonly Companion[] {
      return scene.companions;
    },
    get participants(): readonly Participant[] {
      return scene.participants;
    },
    get measurements(): readonly LiveMeasurement[] {
      return scene.measurements;
    },
    get frameTime(): number {
      return scene.frameTime;
    },
    get modelCount(): number {
      return scene.companions.filter(({ id }) => scene.figure(id)?.isComplete).length;
    },
    get effectCount(): number {
      return effects.count;
    },
  };
  document.dispatchEvent(new CustomEvent("diorama:live", { detail }));
}
