/** The exports of live.wasm. The Swift side is Sources/WebCore/Exports+Live.swift. */

import type { MemoryExports } from "./wasm.ts";

export interface LiveExports extends MemoryExports {
  dio_live_new(key: number): number;
  dio_live_free(handle: number): void;
  dio_live_block(handle: number): number;
  dio_live_connect(handle: number, now: number): void;
  dio_live_disconnect(handle: number): void;
  dio_live_receive(handle: number, bytes: number, count: number, now: number): number;
  dio_live_outgoing(handle: number, now: number): number;
  dio_live_packet(handle: number): number;
  dio_live_unresponsive(handle: number, now: number): number;
  dio_live_state(handle: number): void;
  dio_live_participants(handle: number, now: number): number;
  dio_live_companions(handle: number, now: number): number;
  dio_live_measurements(handle: number): number;
  dio_live_events(handle: number, now: number): number;
  dio_live_refusal_text(reason: number, remedy: number, text: number): number;
  dio_live_digest(handle: number): bigint;
  dio_live_join(handle: number, name: number, count: number, color: number, now: number): number;
  dio_live_leave(handle: number, now: number): number;
  dio_live_presence(handle: number, values: number, hasPointer: number, now: number): void;
  dio_live_react(handle: number, symbol: number, now: number): void;
  dio_live_measure(handle: number, points: number, count: number, isClosed: number, now: number): number;
  dio_live_remove_measurement(handle: number, creator: number, number: number, now: number): number;
  dio_live_replay_new(bytes: number, count: number, text: number): number;
  dio_live_replay_start(handle: number): number;
  dio_live_replay_end(handle: number): number;
  dio_live_replay_advance(handle: number, time: number): number;
  dio_live_replay_seek(handle: number, time: number): number;
  dio_live_spawn(handle: number, model: number, values: number, now: number): number;
  dio_live_move(
    handle: number,
    creator: number,
    number: number,
    fields: number,
    values: number,
    now: number,
  ): number;
  dio_live_remove(handle: number, creator: number, number: number, now: number): number;
  dio_live_act(
    handle: number,
    creator: number,
    number: number,
    action: number,
    duration: number,
    now: number,
  ): number;
  dio_live_hand_over(handle: number, creator: number, number: number, owner: number, now: number): number;
  dio_live_effect(
    handle: number,
    style: number,
    position: number,
    creator: number,
    number: number,
    duration: number,
    now: number,
  ): number;
  dio_live_lock(handle: number, isLocked: number, now: number): number;
  dio_live_mute_effects(handle: number, areMuted: number, now: number): number;
  dio_live_kick(handle: number, participant: number, now: number): number;
  dio_live_hide_new(): number;
  dio_live_hide_free(handle: number): void;
  dio_live_hide_phase(handle: number): number;
  dio_live_hide_choose(
    handle: number,
    spots: number,
    spotCount: number,
    position: number,
    seekers: number,
    seekerCount: number,
    now: number,
  ): number;
  dio_live_hide_position(handle: number, now: number, answer: number): number;
  dio_live_hide_advance(
    handle: number,
    position: number,
    seekers: number,
    seekerCount: number,
    now: number,
  ): number;
}
