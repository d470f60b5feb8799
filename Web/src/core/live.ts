/** The client of a live session: the Swift of Sources/Live in live.wasm, which is loaded when a session is opened. */

import { assetURL } from "./assets.ts";
import {
  liveActions,
  liveCompanionLayout as companionAt,
  liveEventKinds,
  liveEventLayout as eventAt,
  liveFlags,
  liveLimits,
  liveMeasurementLayout as measurementAt,
  liveParticipantLayout as participantAt,
  liveReasons,
  liveRemedies,
  liveRoles,
  liveStateLayout as stateAt,
  liveStatus,
  liveStyles,
  liveSymbols,
} from "./generated.ts";
import { HideAndSeek } from "./hide-and-seek.ts";
import type { LiveExports } from "./live-exports.ts";
import type { TriggerExports } from "./trigger-exports.ts";
import type { Quaternion, Vec3 } from "./vectors.ts";
import { CoreError, instantiate, type Wasm } from "./wasm.ts";

export { liveLimits } from "./generated.ts";

export type LiveRole = keyof typeof liveRoles;
export type LiveAction = keyof typeof liveActions;
export type LiveStyle = keyof typeof liveStyles;
export type LiveSymbol = keyof typeof liveSymbols;
export type LiveStatus = keyof typeof liveStatus;
export type LiveReason = keyof typeof liveReasons;
export type LiveRemedy = keyof typeof liveRemedies;

export interface Participant {
  id: number;
  name: string;
  /** sRGB, `#rrggbb`. */
  color: string;
  role: LiveRole;
  isPresent: boolean;
  isSelf: boolean;
  /** The eyes; null before the first presence. */
  pose: { position: Vec3; rotation: Quaternion } | null;
  /** The point on the surface that it points at. */
  pointer: Vec3 | null;
}

export interface Companion {
  /** `creator.number`. */
  id: string;
  model: number;
  /** The id of the participant. */
  owner: number;
  position: Vec3;
  rotation: Quaternion;
  scale: number;
  action: LiveAction;
  /** Seconds since the action began. */
  phase: number;
  /** Whether this client may change it. */
  mayChange: boolean;
}

/** A line that a participant shows to the others. */
export interface LiveMeasurement {
  /** `creator.number`. */
  id: string;
  /** The id of its author. */
  author: number;
  /** The author's colour: sRGB, `#rrggbb`. */
  color: string;
  points: readonly Vec3[];
  /** Whether the last point is connected with the first. */
  isClosed: boolean;
  /** Metres. */
  length: number;
}

export interface LiveState {
  status: LiveStatus;
  /** The own id; 0 before the first welcome. */
  participant: number;
  role: LiveRole;
  isJoined: boolean;
  isLocked: boolean;
  areEffectsMuted: boolean;
  /** Whether the room has processed all own changes. */
  isSettled: boolean;
  /** The number of the last event that was received. */
  sequence: number;
  /** Why the connection was refused. */
  refusal: LiveRefusal | null;
}

export type LiveEvent =
  | { kind: "connected" }
  | { kind: "connectionRefused" | "refused"; refusal: LiveRefusal }
  | { kind: "joined" | "left" | "kicked" | "renamed"; participant: number }
  | { kind: "measured" | "measurementRemoved"; measurement: string; participant: number }
  | { kind: "spawned" | "removed"; companion: string }
  | { kind: "handedOver"; companion: string; participant: number }
  | { kind: "action"; companion: string; action: LiveAction; age: number; duration: number }
  | {
    kind: "effect";
    id: string;
    participant: number;
    style: LiveStyle;
    position: Vec3;
    companion: string | null;
    age: number;
    duration: number;
  }
  | { kind: "reaction"; participant: number; symbol: LiveSymbol; age: number }
  | { kind: "locked" | "effectsMuted"; isOn: boolean };

/** What the room does not permit; the message says why, and what to do. */
export class LiveRefusal extends Error {
  override name = "LiveRefusal";

  constructor(readonly reason: LiveReason, readonly remedy: LiveRemedy, message: string) {
    super(message);
  }
}

/** Room for a text, in bytes. */
const textRoom = 256;

/** Times are local milliseconds. */
export class LiveClient {
  /** By `LiveCore.client`. The client owns the handle. */
  constructor(protected readonly wasm: Wasm<LiveExports>, private handle: number) {}

  // The connection

  connect(now: number): void {
    this.call((core, handle) => core.dio_live_connect(handle, now));
  }

  disconnect(): void {
    this.call((core, handle) => core.dio_live_disconnect(handle));
  }

  /** Whether the packet was valid; otherwise the connection is to be closed. */
  receive(packet: Uint8Array, now: number): boolean {
    if (packet.length === 0) return true;
    return this.wasm.lend(
      [packet],
      (address = 0) => this.call((core, handle) => core.dio_live_receive(handle, address, packet.length, now)) === 0,
    );
  }

  /** The next packet to send; null if there is none. */
  outgoing(now: number): Uint8Array<ArrayBuffer> | null {
    const count = this.call((core, handle) => core.dio_live_outgoing(handle, now));
    if (count === 0) return null;
    return this.wasm.bytes(this.call((core, handle) => core.dio_live_packet(handle)), count).slice();
  }

  isUnresponsive(now: number): boolean {
    return this.call((core, handle) => core.dio_live_unresponsive(handle, now)) === 1;
  }

  // What to show

  get state(): LiveState {
    this.call((core, handle) => core.dio_live_state(handle));
    const words = this.words(stateAt.words);
    const has = (flag: number): boolean => ((words[stateAt.flags] ?? 0) & flag) !== 0;
    const reason = words[stateAt.reason] ?? -1;
    const state = {
      status: nameOf(liveStatus, words[stateAt.status]),
      participant: (words[stateAt.participant] ?? 0) >>> 0,
      role: nameOf(liveRoles, words[stateAt.role]),
      isJoined: has(liveFlags.joined),
      isLocked: has(liveFlags.locked),
      areEffectsMuted: has(liveFlags.muted),
      isSettled: has(liveFlags.settled),
      sequence: (words[stateAt.sequence] ?? 0) >>> 0,
    };
    return { ...state, refusal: reason < 0 ? null : this.refusal(reason, words[stateAt.remedy] ?? 0) };
  }

  participants(now: number): Participant[] {
    const count = this.call((core, handle) => core.dio_live_participants(handle, now));
    return this.records(count, participantAt.words, participantFrom);
  }

  companions(now: number): Companion[] {
    const count = this.call((core, handle) => core.dio_live_companions(handle, now));
    return this.records(count, companionAt.words, companionFrom);
  }

  /** The measurements that participants show to each other. */
  measurements(): LiveMeasurement[] {
    const count = this.call((core, handle) => core.dio_live_measurements(handle));
    return this.records(count, measurementAt.words, measurementFrom);
  }

  /** What happened since the last call. */
  events(now: number): LiveEvent[] {
    return this.reported(this.call((core, handle) => core.dio_live_events(handle, now)));
  }

  /** The events in the block. */
  protected reported(count: number): LiveEvent[] {
    const records = this.records(count, eventAt.words, (words, floats) => [words.slice(), floats.slice()] as const);
    return records.map(([words, floats]) => this.event(words, floats));
  }

  /** A hash of the confirmed state, as 16 hexadecimal digits: equal for equal states. */
  get digest(): string {
    const hash = this.call((core, handle) => core.dio_live_digest(handle));
    return BigInt.asUintN(64, hash).toString(16).padStart(16, "0");
  }

  // Commands. They throw a `LiveRefusal`.

  /** `color` is sRGB, `#rrggbb`. Returns whether the name is permitted. */
  join(name: string, color: string, now: number): boolean {
    const bytes = new TextEncoder().encode(name);
    if (bytes.length === 0) return false;
    const rgb = Number.parseInt(color.slice(1), 16) || 0;
    return this.wasm.lend(
      [bytes],
      (address = 0) => this.call((core, handle) => core.dio_live_join(handle, address, bytes.length, rgb, now)) === 0,
    );
  }

  leave(now: number): void {
    this.check(this.call((core, handle) => core.dio_live_leave(handle, now)));
  }

  setPresence(position: Vec3, rotation: Quaternion, pointer: Vec3 | null, now: number): void {
    const at = this.wasm.write([...position, ...rotation, ...(pointer ?? [0, 0, 0])]);
    this.call((core, handle) => core.dio_live_presence(handle, at, pointer ? 1 : 0, now));
  }

  react(symbol: LiveSymbol, now: number): void {
    this.call((core, handle) => core.dio_live_react(handle, liveSymbols[symbol], now));
  }

  /** Returns the id of the new companion. */
  spawn(model: number, position: Vec3, rotation: Quaternion, scale: number, now: number): string {
    const at = this.wasm.write([...position, ...rotation, scale]);
    this.check(this.call((core, handle) => core.dio_live_spawn(handle, model, at, now)));
    const [creator = 0, number = 0] = this.words(2);
    return `${creator >>> 0}.${number >>> 0}`;
  }

  move(
    companion: string,
    change: { position?: Vec3; rotation?: Quaternion; scale?: number },
    now: number,
  ): void {
    const { position, rotation, scale } = change;
    const fields = (position ? 1 : 0) | (rotation ? 2 : 0) | (scale !== undefined ? 4 : 0);
    if (fields === 0) return;
    const [creator, number] = parts(companion);
    const at = this.wasm.write([...(position ?? [0, 0, 0]), ...(rotation ?? [0, 0, 0, 1]), scale ?? 1]);
    this.check(this.call((core, handle) => core.dio_live_move(handle, creator, number, fields, at, now)));
  }

  remove(companion: string, now: number): void {
    const [creator, number] = parts(companion);
    this.check(this.call((core, handle) => core.dio_live_remove(handle, creator, number, now)));
  }

  /** `duration` in milliseconds. */
  act(companion: string, action: LiveAction, duration: number, now: number): void {
    const [creator, number] = parts(companion);
    const code = liveActions[action];
    this.check(
      this.call((core, handle) => core.dio_live_act(handle, creator, number, code, Math.round(duration), now)),
    );
  }

  handOver(companion: string, owner: number, now: number): void {
    const [creator, number] = parts(companion);
    this.check(this.call((core, handle) => core.dio_live_hand_over(handle, creator, number, owner, now)));
  }

  /** On a companion, or else at a position. `duration` in milliseconds. */
  startEffect(style: LiveStyle, position: Vec3, companion: string | null, duration: number, now: number): void {
    const [creator, number] = companion === null ? [0, 0] : parts(companion);
    const at = this.wasm.write(position);
    const code = liveStyles[style];
    this.check(
      this.call((core, handle) => core.dio_live_effect(handle, code, at, creator, number, Math.round(duration), now)),
    );
  }

  /** Shows a measurement to the others; returns its id. Of more than `liveLimits.maxMeasurementPoints`, the first are shown. */
  measure(points: readonly Vec3[], isClosed: boolean, now: number): string {
    const shown = points.slice(0, liveLimits.maxMeasurementPoints);
    this.wasm.lend(
      [Float32Array.from(shown.flat())],
      (address = 0) =>
        this.check(
          this.call((core, handle) => core.dio_live_measure(handle, address, shown.length, isClosed ? 1 : 0, now)),
        ),
    );
    const [creator = 0, number = 0] = this.words(2);
    return `${creator >>> 0}.${number >>> 0}`;
  }

  removeMeasurement(measurement: string, now: number): void {
    const [creator, number] = parts(measurement);
    this.check(this.call((core, handle) => core.dio_live_remove_measurement(handle, creator, number, now)));
  }

  lock(isLocked: boolean, now: number): void {
    this.check(this.call((core, handle) => core.dio_live_lock(handle, isLocked ? 1 : 0, now)));
  }

  muteEffects(areMuted: boolean, now: number): void {
    this.check(this.call((core, handle) => core.dio_live_mute_effects(handle, areMuted ? 1 : 0, now)));
  }

  kick(participant: number, now: number): void {
    this.check(this.call((core, handle) => core.dio_live_kick(handle, participant, now)));
  }

  dispose(): void {
    if (this.handle === 0) return;
    this.call((core, handle) => core.dio_live_free(handle));
    this.handle = 0;
  }

  // Parts

  protected call<T>(body: (core: LiveExports, handle: number) => T): T {
    if (this.handle === 0) throw new CoreError("This session was closed.");
    return this.wasm.call((core) => body(core, this.handle));
  }

  private check(code: number): void {
    if (code < 0) throw new CoreError("A number is missing or out of its range.");
    if (code > 0) throw this.refusal((code & 255) - 1, code >> 8);
  }

  private refusal(reason: number, remedy: number): LiveRefusal {
    const text = this.wasm.lend([new Uint8Array(textRoom)], (address = 0) => {
      const count = this.wasm.call((core) => core.dio_live_refusal_text(reason, remedy, address));
      return new TextDecoder().decode(this.wasm.bytes(address, count).slice());
    });
    return new LiveRefusal(nameOf(liveReasons, reason), nameOf(liveRemedies, remedy), text);
  }

  private words(count: number): Int32Array<ArrayBuffer> {
    return this.wasm.integers(this.call((core, handle) => core.dio_live_block(handle)), count);
  }

  private records<T>(
    count: number,
    size: number,
    read: (words: Int32Array<ArrayBuffer>, floats: Float32Array<ArrayBuffer>) => T,
  ): T[] {
    if (count === 0) return [];
    const address = this.call((core, handle) => core.dio_live_block(handle));
    const words = this.wasm.integers(address, count * size);
    const floats = this.wasm.floats(address, count * size);
    return Array.from(
      { length: count },
      (_, i) => read(words.subarray(i * size, (i + 1) * size), floats.subarray(i * size, (i + 1) * size)),
    );
  }

  private event(words: Int32Array<ArrayBuffer>, floats: Float32Array<ArrayBuffer>): LiveEvent {
    const at = (offset: number): number => (words[offset] ?? 0) >>> 0;
    const kind = nameOf(liveEventKinds, words[eventAt.kind]);
    const code = at(eventAt.code);
    const participant = at(eventAt.participant);
    const companion = `${at(eventAt.companionCreator)}.${at(eventAt.companionNumber)}`;
    const age = floats[eventAt.age] ?? 0;
    const duration = floats[eventAt.duration] ?? 0;
    switch (kind) {
      case "connected":
        return { kind };
      case "connectionRefused":
      case "refused":
        return { kind, refusal: this.refusal(code, at(eventAt.remedy)) };
      case "joined":
      case "left":
      case "kicked":
      case "renamed":
        return { kind, participant };
      case "spawned":
      case "removed":
        return { kind, companion };
      case "handedOver":
        return { kind, companion, participant };
      case "measured":
      case "measurementRemoved":
        return { kind, measurement: `${participant}.${at(eventAt.number)}`, participant };
      case "action":
        return { kind, companion, action: nameOf(liveActions, code), age, duration };
      case "effect":
        return {
          kind,
          id: `${participant}.${at(eventAt.number)}`,
          participant,
          style: nameOf(liveStyles, code),
          position: vector(floats, eventAt.position),
          companion: (at(eventAt.flags) & liveFlags.hasCompanion) !== 0 ? companion : null,
          age,
          duration,
        };
      case "reaction":
        return { kind, participant, symbol: nameOf(liveSymbols, code), age };
      case "locked":
      case "effectsMuted":
        return { kind, isOn: (at(eventAt.flags) & liveFlags.on) !== 0 };
    }
  }
}

export class LiveCore {
  constructor(readonly wasm: Wasm<LiveExports & TriggerExports>) {}

  /** The recognition of expressions and gestures. */
  get triggers(): TriggerExports {
    return this.wasm.exports;
  }

  /** `key`: 16 random bytes; the same after a reload of the page, if it is to remain the same participant. */
  client(key: Uint8Array): LiveClient {
    if (key.length !== 16) throw new CoreError("A participant's key has 16 bytes.");
    const { wasm } = this;
    return new LiveClient(wasm, wasm.lend([key], (address = 0) => wasm.call((core) => core.dio_live_new(address))));
  }

  /** A game that begins. */
  hideAndSeek(): HideAndSeek {
    return new HideAndSeek(this.wasm);
  }
}

/** A core from its bytes, for tests. */
export async function liveCoreFrom(bytes: BufferSource): Promise<LiveCore> {
  return new LiveCore(await instantiate<LiveExports & TriggerExports>(bytes));
}

let loading: Promise<LiveCore> | null = null;

/** Loads live.wasm, once. */
export function loadLiveCore(): Promise<LiveCore> {
  loading ??= load();
  // A failed request may succeed when the network is back.
  loading.catch(() => loading = null);
  return loading;
}

async function load(): Promise<LiveCore> {
  const response = await fetch(assetURL("live.wasm"));
  if (!response.ok) throw new CoreError(`The server answered with status ${response.status}.`);
  return new LiveCore(await instantiate<LiveExports & TriggerExports>(response));
}

function participantFrom(words: Int32Array<ArrayBuffer>, floats: Float32Array<ArrayBuffer>): Participant {
  const flags = words[participantAt.flags] ?? 0;
  const length = Math.min(words[participantAt.nameLength] ?? 0, 4 * (participantAt.words - participantAt.name));
  const name = new Uint8Array(words.buffer, words.byteOffset + 4 * participantAt.name, length).slice();
  const hasPose = (flags & liveFlags.hasPose) !== 0;
  return {
    id: (words[participantAt.id] ?? 0) >>> 0,
    name: new TextDecoder().decode(name),
    color: `#${(words[participantAt.color] ?? 0).toString(16).padStart(6, "0")}`,
    role: nameOf(liveRoles, words[participantAt.role]),
    isPresent: (flags & liveFlags.present) !== 0,
    isSelf: (flags & liveFlags.itself) !== 0,
    pose: hasPose
      ? { position: vector(floats, participantAt.position), rotation: quaternion(floats, participantAt.rotation) }
      : null,
    pointer: (flags & liveFlags.hasPointer) !== 0 ? vector(floats, participantAt.pointer) : null,
  };
}

function companionFrom(words: Int32Array<ArrayBuffer>, floats: Float32Array<ArrayBuffer>): Companion {
  return {
    id: `${(words[companionAt.creator] ?? 0) >>> 0}.${(words[companionAt.number] ?? 0) >>> 0}`,
    model: words[companionAt.model] ?? 0,
    owner: (words[companionAt.owner] ?? 0) >>> 0,
    position: vector(floats, companionAt.position),
    rotation: quaternion(floats, companionAt.rotation),
    scale: floats[companionAt.scale] ?? 1,
    action: nameOf(liveActions, words[companionAt.action]),
    phase: floats[companionAt.phase] ?? 0,
    mayChange: ((words[companionAt.flags] ?? 0) & liveFlags.changeable) !== 0,
  };
}

function measurementFrom(words: Int32Array<ArrayBuffer>, floats: Float32Array<ArrayBuffer>): LiveMeasurement {
  const author = (words[measurementAt.creator] ?? 0) >>> 0;
  const count = words[measurementAt.count] ?? 0;
  return {
    id: `${author}.${(words[measurementAt.number] ?? 0) >>> 0}`,
    author,
    color: `#${(words[measurementAt.color] ?? 0).toString(16).padStart(6, "0")}`,
    points: Array.from({ length: count }, (_, i) => vector(floats, measurementAt.points + 3 * i)),
    isClosed: ((words[measurementAt.flags] ?? 0) & liveFlags.closed) !== 0,
    length: floats[measurementAt.length] ?? 0,
  };
}

function vector(floats: Float32Array, at: number): Vec3 {
  return [floats[at] ?? 0, floats[at + 1] ?? 0, floats[at + 2] ?? 0];
}

function quaternion(floats: Float32Array, at: number): Quaternion {
  return [floats[at] ?? 0, floats[at + 1] ?? 0, floats[at + 2] ?? 0, floats[at + 3] ?? 1];
}

/** Creator and number of a companion's id. */
function parts(companion: string): [number, number] {
  const [creator = 0, number = 0] = companion.split(".").map(Number);
  return [creator, number];
}

/** The key of a number in a generated enumeration. */
function nameOf<Cases extends Record<string, number>>(cases: Cases, value: number | undefined): keyof Cases {
  for (const [name, number] of Object.entries(cases)) if (number === value) return name;
  throw new CoreError("live.wasm is of another version than the page; reload the page.");
}
