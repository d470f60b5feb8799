/** What follows a trigger. The usual responses come from the core (`TriggerMapping`); the user's choices replace them. */

import { liveActions, liveStyles, liveSymbols } from "../../core/generated.ts";
import type { TriggerExports } from "../../core/trigger-exports.ts";
import { type Trigger, triggers } from "./types.ts";

/** Numbers of the protocol (docs/live-protocol.md); null for nothing. */
export interface TriggerResponse {
  /** What the nearest companion does. */
  action: number | null;
  effect: number | null;
  reaction: number | null;
}

export type TriggerMapping = Record<Trigger, TriggerResponse>;

/** What the user chose. */
export type TriggerChoices = Partial<TriggerMapping>;

export function standardMapping(core: Pick<TriggerExports, "dio_trigger_standard_response">): TriggerMapping {
  const pairs = triggers.map((name, i) => [name, unpacked(core.dio_trigger_standard_response(i))] as const);
  return Object.fromEntries(pairs) as TriggerMapping;
}

function unpacked(bits: number): TriggerResponse {
  const part = (shift: number): number | null => {
    const value = (bits >>> shift) & 255;
    return value === 255 ? null : value;
  };
  return { action: part(0), effect: part(8), reaction: part(16) };
}

/** The mapping with stored choices, of which everything that isn't valid is left out. */
export function withChoices(mapping: TriggerMapping, stored: unknown): TriggerMapping {
  const result = { ...mapping };
  if (typeof stored !== "object" || stored === null) return result;
  for (const name of triggers) {
    const choice = (stored as Record<string, unknown>)[name];
    if (typeof choice !== "object" || choice === null) continue;
    const { action, effect, reaction } = choice as Record<string, unknown>;
    result[name] = {
      action: within(action, liveActions),
      effect: within(effect, liveStyles),
      reaction: within(reaction, liveSymbols),
    };
  }
  return result;
}

function within(value: unknown, numbers: Readonly<Record<string, number>>): number | null {
  return typeof value === "number" && Object.values(numbers).includes(value) ? value : null;
}
