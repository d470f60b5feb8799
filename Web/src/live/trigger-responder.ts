/** What a trigger sets off in a session: an action of the nearest companion, an effect, a reaction. */

import * as THREE from "three";
import type { Companion } from "../core/live.ts";
import { liveActions, liveStyles, liveSymbols } from "../core/generated.ts";
import type { Quaternion, Vec3 } from "../core/vectors.ts";
import type { LiveCommands } from "./live-commands.ts";
import type { LiveStore } from "./live-store.ts";
import type { TriggerMapping } from "./triggers/responses.ts";
import type { Trigger, TriggerEvent } from "./triggers/types.ts";

/** Metres before the eyes at which an effect begins where no companion is near. */
const effectReach = 1.8;
/** Metres from the eyes within which an effect begins at the nearest companion. */
const companionReach = 8;
/**
 * Milliseconds for which the same trigger has no further response: meanwhile the microphone hears the response's own sound, which
 * can be like a clap.
 */
const minPause = 1500;

export interface TriggerResponderProps {
  store: Pick<LiveStore, "react" | "state" | "companions">;
  commands: Pick<LiveCommands, "act" | "startEffect">;
  /** What follows each trigger now. */
  mapping(): TriggerMapping;
  /** The visitor's eyes. */
  eyes(): { position: Vec3; rotation: Quaternion };
  /** Metres to the first surface in a direction; null where there is none. */
  distance(origin: Vec3, direction: Vec3): number | null;
  /** Milliseconds. */
  now?: () => number;
}

export class TriggerResponder {
  private readonly last = new Map<Trigger, number>();

  constructor(private readonly props: TriggerResponderProps) {}

  respond({ trigger }: TriggerEvent): void {
    const { store, commands, mapping, now } = this.props;
    const time = now?.() ?? performance.now();
    if (time - (this.last.get(trigger) ?? -Infinity) < minPause) return;
    this.last.set(trigger, time);
    const { action, effect, reaction } = mapping()[trigger];
    const symbol = nameOf(liveSymbols, reaction);
    if (symbol !== null) store.react(symbol);
    const { role, areEffectsMuted } = store.state.peek();
    if (role === "viewer") return;
    const act = nameOf(liveActions, action);
    const actor = act === null ? null : this.nearest(({ mayChange }) => mayChange);
    if (act !== null && actor !== null) commands.act(actor.id, act);
    const style = nameOf(liveStyles, effect);
    if (style === null || areEffectsMuted) return;
    const target = actor ?? this.nearest(() => true, companionReach);
    commands.startEffect(style, target?.position ?? this.before(), target?.id ?? null);
  }

  /** The companion nearest to the eyes. */
  private nearest(isEligible: (companion: Companion) => boolean, reach = Infinity): Companion | null {
    const { position: eye } = this.props.eyes();
    const distance = ({ position: [x, y, z] }: Companion): number => Math.hypot(x - eye[0], y - eye[1], z - eye[2]);
    const eligible = this.props.store.companions.peek().filter((each) => isEligible(each) && distance(each) < reach);
    return eligible.sort((a, b) => distance(a) - distance(b))[0] ?? null;
  }

  /** A point before the eyes that no surface hides. */
  private before(): Vec3 {
    const { position, rotation } = this.props.eyes();
    const ahead = new THREE.Vector3(0, 0, -1).applyQuaternion(new THREE.Quaternion(...rotation));
    const free = this.props.distance(position, [ahead.x, ahead.y, ahead.z]) ?? Infinity;
    const length = Math.min(effectReach, 0.8 * free);
    return [position[0] + length * ahead.x, position[1] + length * ahead.y, position[2] + length * ahead.z];
  }
}

function nameOf<T extends string>(numbers: Readonly<Record<T, number>>, value: number | null): T | null {
  return (Object.keys(numbers) as T[]).find((name) => numbers[name] === value) ?? null;
}
