/**
 * The running session as browser tests and the developer console see it. `document` dispatches `diorama:live` with a
 * `LiveInspection` as its detail when the page joins a session (docs/web.md, "Inspection"). Nothing in the client listens to it.
 */

import type { Companion, Participant } from "../core/live.ts";
import type { LiveScene } from "./live-scene.ts";
import type { LiveStore } from "./live-store.ts";

export interface LiveInspection {
  /** A hash of the state that the room has confirmed. */
  readonly digest: string;
  /** Whether the room has processed all own changes. */
  readonly isSettled: boolean;
  readonly companions: readonly Companion[];
  readonly participants: readonly Participant[];
  /** The time that companions and participants are of, in milliseconds since 1970 by this device's clock. */
  readonly frameTime: number;
  /** How many companions are shown by their own models. */
  readonly modelCount: number;
  /** How many effects are running. */
  readonly effectCount: number;
}

export function announceLive(store: LiveStore, scene: LiveScene, effects: { readonly count: number }): void {
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
