/** A state as the core lays it out: words of 32 bits, in the places of Sources/Exploration/ExplorationState.swift. */

import type { Wasm } from "./wasm.ts";

export const stateVersion = 1;
export const stateSize = 160;

export type Triple = readonly [number, number, number];
export type Quadruple = readonly [number, number, number, number];

export interface CameraState {
  position: Triple;
  /** Quaternion x, y, z, w. */
  rotation: Quadruple;
  /** Vertical field of view in radians; of an orthographic camera, that of a perspective one that sees the same. */
  fov: number;
  /** Metres in the picture's height; 0 for a perspective camera. */
  orthographicHeight: number;
  near: number;
  far: number;
  /** 1 over the sand table, where ceiling and walls are cut away; 0 at eye height. */
  openness: number;
}

export interface AvatarState {
  /** Its feet. */
  position: Triple;
  /** Turn about y in radians; 0 looks along −z, as three.js's rotation.y. */
  heading: number;
  /** Metres a second. */
  speed: number;
  floor: number;
}

/** What is cut away softly. */
export interface CutState {
  /** Metres; what is higher is not drawn. */
  height: number;
  /** Metres below `height` over which it fades. */
  softness: number;
  /** Horizontal, towards the camera. Walls (|normal.y| < 0.6) fade by how far they lie that way from `focus`. */
  wallDirection: Triple;
  focus: Triple;
  wallFrom: number;
  wallTo: number;
  /** Heights between which the fading of walls sets in: their foot stays. */
  wallLow: number;
  wallHigh: number;
  /** 0…1. */
  wallStrength: number;
}

export interface NearPin {
  index: number;
  distance: number;
}

/** A view on the core's memory. It always tells the newest state; `copy` keeps one. */
export class State {
  private shown: Float32Array<ArrayBuffer>;
  private counted: Int32Array<ArrayBuffer>;

  constructor(private readonly wasm: Wasm, private readonly address: number) {
    this.shown = wasm.floats(address, stateSize);
    this.counted = wasm.integers(address, stateSize);
  }

  /** The words as numbers; anew where the core's memory has grown since. */
  private get floats(): Float32Array<ArrayBuffer> {
    if (this.shown.byteLength === 0) this.shown = this.wasm.floats(this.address, stateSize);
    return this.shown;
  }

  private get words(): Int32Array<ArrayBuffer> {
    if (this.counted.byteLength === 0) this.counted = this.wasm.integers(this.address, stateSize);
    return this.counted;
  }

  private f(i: number): number {
    return this.floats[i] ?? 0;
  }

  private w(i: number): number {
    return this.words[i] ?? 0;
  }

  private triple(i: number): Triple {
    return [this.f(i), this.f(i + 1), this.f(i + 2)];
  }

  private list(i: number): number[] {
    return Array.from(this.words.subarray(i + 1, i + 1 + Math.min(this.w(i), 16)));
  }

  /** Whether the camera is on a flight. */
  get flying(): boolean {
    return (this.w(1) & 1) !== 0;
  }

  /** Whether the camera has left the avatar: on its way to a viewpoint, there, or on its way back. */
  get away(): boolean {
    return (this.w(1) & 2) !== 0;
  }

  /** Whether something moves, so that a new picture is due. */
  get moving(): boolean {
    return (this.w(1) & 8) !== 0;
  }

  /** Whether there is nothing to stand on in this place, and the avatar glides over it. */
  get gliding(): boolean {
    return (this.w(1) & 16) !== 0;
  }

  get mode(): "sandtable" | "look" {
    return (this.w(1) & 32) !== 0 ? "look" : "sandtable";
  }

  get steps(): number {
    return this.w(2) >>> 0;
  }

  get camera(): CameraState {
    return {
      position: this.triple(4),
      rotation: [this.f(7), this.f(8), this.f(9), this.f(10)],
      fov: this.f(11),
      orthographicHeight: this.f(12),
      near: this.f(13),
      far: this.f(14),
      openness: this.f(15),
    };
  }

  get avatar(): AvatarState {
    return { position: this.triple(16), heading: this.f(19), speed: this.f(20), floor: this.f(21) };
  }

  get cut(): CutState {
    return {
      height: this.f(22),
      softness: this.f(23),
      wallDirection: this.triple(24),
      focus: this.triple(27),
      wallFrom: this.f(30),
      wallTo: this.f(31),
      wallLow: this.f(32),
      wallHigh: this.f(33),
      wallStrength: this.f(34),
    };
  }

  /** The nearest pin, however far; null without pins. */
  get nearest(): NearPin | null {
    return this.w(36) < 0 ? null : { index: this.w(36), distance: this.f(37) };
  }

  get pinCount(): number {
    return this.w(38);
  }

  /** Grows whenever a cue changes. */
  get cuesVersion(): number {
    return this.w(39) >>> 0;
  }

  /** How much each mood is in the air, 0…1: joy, calm, wonder, longing, sorrow, courage. */
  get atmosphere(): number[] {
    return Array.from(this.floats.subarray(40, 46));
  }

  /** Pins that were discovered in this step. */
  get discovered(): number[] {
    return this.list(46);
  }

  /** Pins that the visitor came near to in this step. */
  get entered(): number[] {
    return this.list(63);
  }

  get left(): number[] {
    return this.list(80);
  }

  /** Pins around the visitor, nearest first, at most sixteen. */
  get near(): NearPin[] {
    const count = Math.min(this.w(97), 16);
    return Array.from(
      { length: count },
      (_, i) => ({ index: this.w(98 + 2 * i), distance: this.f(99 + 2 * i) }),
    );
  }

  /** The state's bytes. */
  copy(): Uint8Array<ArrayBuffer> {
    return this.wasm.bytes(this.address, stateSize * 4).slice();
  }
}
