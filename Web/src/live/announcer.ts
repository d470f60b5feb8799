/** Says what happens in a session to screen readers, and plays its sounds and vibrations. */

import type { Companion, LiveEvent, LiveMeasurement, Participant } from "../core/live.ts";
import { t } from "../i18n/messages.ts";
import { announce } from "../ui/announce.ts";
import type { LiveHaptics } from "./haptics.ts";
import type { LiveSounds } from "./interfaces.ts";
import { actionVerbs, companionName, symbolVerbs } from "./live-text.ts";
import { lengthText } from "./shared-lines.ts";

/** What is announced: a running session or a recorded one. */
export interface AnnouncedSession {
  readonly people: { peek(): readonly Participant[] };
  /** The id of the visitor; 0 where it is nobody. */
  readonly ownID: number;
  companion(id: string): Companion | null;
  measurements(): LiveMeasurement[];
}

export class LiveAnnouncer {
  /** Names of those who may have left already. */
  private readonly names = new Map<number, string>();

  constructor(
    private readonly store: AnnouncedSession,
    private readonly sounds: LiveSounds,
    private readonly haptics: LiveHaptics,
  ) {}

  report(event: LiveEvent): void {
    for (const { id, name } of this.store.people.peek()) this.names.set(id, name);
    this.play(event);
    const text = this.textOf(event);
    if (text) announce(text);
  }

  private play(event: LiveEvent): void {
    const sound = soundOf(event);
    if (!sound) return;
    this.sounds.play(sound);
    this.haptics.play(sound);
  }

  private textOf(event: LiveEvent): string | null {
    const name = (id: number): string => this.names.get(id) ?? t("Somebody");
    switch (event.kind) {
      case "joined":
        return t("{name} has joined.", { name: name(event.participant) });
      case "left":
        return t("{name} has left.", { name: name(event.participant) });
      case "kicked":
        return t("{name} was removed.", { name: name(event.participant) });
      case "renamed":
        return this.isOwn(event.participant)
          ? t("You are called {name} here.", { name: name(event.participant) })
          : null;
      case "measured": {
        const shown = this.store.measurements().find(({ id }) => id === event.measurement);
        if (!shown || this.isOwn(event.participant)) return null;
        return t("{name} measured {length}.", { name: name(event.participant), length: lengthText(shown) });
      }
      case "measurementRemoved":
        return this.isOwn(event.participant)
          ? null
          : t("A measurement of {name} was removed.", { name: name(event.participant) });
      case "spawned": {
        const companion = this.store.companion(event.companion);
        // Own ones are announced by the command.
        if (!companion || this.isOwn(companion.owner)) return null;
        return t("{name} brings {companion}.", {
          name: name(companion.owner),
          companion: companionName(companion.model),
        });
      }
      case "action": {
        const companion = this.store.companion(event.companion);
        if (!companion || this.isOwn(companion.owner)) return null;
        return `${companionName(companion.model)} ${actionVerbs[event.action]}.`;
      }
      case "reaction":
        return this.isOwn(event.participant) ? null : `${name(event.participant)} ${symbolVerbs[event.symbol]}.`;
      case "handedOver":
        return this.isOwn(event.participant) ? t("A companion now belongs to you.") : null;
      case "locked":
        return event.isOn ? t("Only hosts can change companions now.") : t("Companions can be changed again.");
      case "effectsMuted":
        return event.isOn ? t("Effects are muted.") : t("Effects are permitted again.");
      default:
        return null;
    }
  }

  private isOwn(participant: number): boolean {
    return participant === this.store.ownID;
  }
}

function soundOf(event: LiveEvent): Parameters<LiveSounds["play"]>[0] | null {
  switch (event.kind) {
    case "joined":
      return "join";
    case "left":
    case "kicked":
      return "leave";
    case "spawned":
      return "spawn";
    case "removed":
      return "remove";
    case "action":
      return "action";
    case "reaction":
      return "reaction";
    case "effect":
      return event.style;
    default:
      return null;
  }
}
