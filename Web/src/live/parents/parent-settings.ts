/** What parents decided on this device: the rules of the sessions that are started here, and whether microphone and camera may be used. */

import { browserStorage, type KeyValueStore } from "../../ui/browser-storage.ts";
import { numberFormat, type StoredSetting, storedSetting, switchFormat } from "../../ui/stored-setting.ts";

/** The settings of a session, as the server has them. */
export interface SessionRules {
  /** Minutes from the session's start until it ends by itself. */
  maxMinutes: number;
  /** Invited people take part; otherwise they watch. */
  allowsGuests: boolean;
  /** Reactions only, no free text: names are chosen from a list. */
  reactionsOnly: boolean;
}

export const minuteChoices: readonly number[] = [15, 30, 60, 120, 240];

export class ParentSettings {
  readonly maxMinutes: StoredSetting<number>;
  readonly allowsGuests: StoredSetting<boolean>;
  readonly reactionsOnly: StoredSetting<boolean>;
  /** Microphone and camera are off on this device: triggers are unavailable. */
  readonly sensorsOff: StoredSetting<boolean>;

  constructor(store: KeyValueStore | null = browserStorage()) {
    const key = (name: string): string => `diorama.live.parents.${name}`;
    this.maxMinutes = storedSetting(key("max-minutes"), numberFormat({ min: 1, max: 1440, initial: 60 }), store);
    this.allowsGuests = storedSetting(key("allows-guests"), switchFormat(true), store);
    this.reactionsOnly = storedSetting(key("reactions-only"), switchFormat(true), store);
    this.sensorsOff = storedSetting(key("sensors-off"), switchFormat(false), store);
  }

  /** The body of the request that starts a session. */
  get newSession(): SessionRules {
    return {
      maxMinutes: this.maxMinutes.peek(),
      allowsGuests: this.allowsGuests.peek(),
      reactionsOnly: this.reactionsOnly.peek(),
    };
  }

  set(change: Partial<SessionRules>): void {
    if (change.maxMinutes !== undefined) this.maxMinutes.set(change.maxMinutes);
    if (change.allowsGuests !== undefined) this.allowsGuests.set(change.allowsGuests);
    if (change.reactionsOnly !== undefined) this.reactionsOnly.set(change.reactionsOnly);
  }
}
