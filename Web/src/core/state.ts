/** The core's state after a step, read in place from its memory at the offsets that generated.ts takes from Swift. */

import { maxEvents, stateFlags, stateLayout as at, stateSize } from "./generated.ts";
import type { Quaternion, Vec3 } from "./vectors.ts";
import type { Wasm } from "./wasm.ts";

export interface CameraState {
  position: Vec3;
  /** Quaternion x, y, z, w. */
  rotation: Quaternion;
  /** Vertical field of view in radians; of an orthographic camera, that of a perspective one that sees the same. */
  fov: number;
  /** Metres in the image's height; 0 for a perspective camera. */
  orthographicHeight: number;
  near: number;
  far: number;
  /** 1 over the sand table, where ceiling and walls are cut away; 0 at eye height. */
  openness: number;
}

export interface AvatarState {
  /** The position of its feet. */
  position: Vec3;
  /** Turn about y in radians; 0 looks along −z, as three.js's rotation.y. */
  heading: number;
  /** Metres a second. */
  speed: number;
  floor: number;
}

/** The parts of the space that are cut away with a soft edge. */
export interface CutState {
  /** Metres; what is higher is not drawn. */
  height: number;
  /** Metres below `height` over which it fades. */
  softness: number;
  /** Horizontal, towards the camera. Walls (|normal.y| < 0.6) fade by their distance from `focus` in this direction. */
  wallDirection: Vec3;
  focus: Vec3;
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

/** A view of the core's memory: it always has the newest state; `copy` keeps one. */
export class State {
  private floatView: Float32Array<ArrayBuffer>;
  private intView: Int32Array<ArrayBuffer>;

  constructor(private readonly wasm: Wasm, private readonly address: number) {
    this.floatView = wasm.floats(address, stateSize);
    this.intView = wasm.integers(address, stateSize);
  }

  /** The words as numbers; a new view where the core's memory has grown since. */
  private get floats(): Float32Array<ArrayBuffer> {
    if (this.floatView.byteLength === 0) this.floatView = this.wasm.floats(this.address, stateSize);
    return this.floatView;
  }

  private get words(): Int32Array<ArrayBuffer> {
    if (this.intView.byteLength === 0) this.intView = this.wasm.integers(this.address, stateSize);
    return this.intView;
  }

  private float(offset: number): number {
    return this.floats[offset] ?? 0;
  }

  private integer(offset: number): number {
    return this.words[offset] ?? 0;
  }

  private vector(offset: number): Vec3 {
    return [this.float(offset), this.float(offset + 1), this.float(offset + 2)];
  }

  private quaternion(offset: number): Quaternion {
    return [this.float(offset), this.float(offset + 1), this.float(offset + 2), this.float(offset + 3)];
  }

  /** A count followed by as many numbers. */
  private list(offset: number): number[] {
    const count = Math.min(this.integer(offset), maxEvents);
    return Array.from(this.words.subarray(offset + 1, offset + 1 + count));
  }

  private has(flag: number): boolean {
    return (this.integer(at.flags) & flag) !== 0;
  }

  /** Whether the camera is on a flight. */
  get flying(): boolean {
    return this.has(stateFlags.flying);
  }

  /** Whether the camera has left the avatar: on its way to a viewpoint, there, or on its way back. */
  get away(): boolean {
    return this.has(stateFlags.away);
  }

  /** Whether something moves, so that a new frame is due. */
  get moving(): boolean {
    return this.has(stateFlags.moving);
  }

  /** Whether there is nothing to stand on in this space, and the avatar glides over it. */
  get gliding(): boolean {
    return this.has(stateFlags.gliding);
  }

  get mode(): "sandtable" | "look" {
    return this.has(stateFlags.look) ? "look" : "sandtable";
  }

  get steps(): number {
    return this.integer(at.steps) >>> 0;
  }

  get camera(): CameraState {
    return {
      position: this.vector(at.cameraPosition),
      rotation: this.quaternion(at.cameraRotation),
      fov: this.float(at.cameraFieldOfView),
      orthographicHeight: this.float(at.cameraOrthographicHeight),
      near: this.float(at.cameraNear),
      far: this.float(at.cameraFar),
      openness: this.float(at.cameraOpenness),
    };
  }

  get avatar(): AvatarState {
    return {
      position: this.vector(at.avatarPosition),
      heading: this.float(at.avatarHeading),
      speed: this.float(at.avatarSpeed),
      floor: this.float(at.avatarFloor),
    };
  }

  get cut(): CutState {
    return {
      height: this.float(at.cutHeight),
      softness: this.float(at.cutSoftness),
      wallDirection: this.vector(at.cutWallDirection),
      focus: this.vector(at.cutFocus),
      wallFrom: this.float(at.cutWallFrom),
      wallTo: this.float(at.cutWallTo),
      wallLow: this.float(at.cutWallLow),
      wallHigh: this.float(at.cutWallHigh),
      wallStrength: this.float(at.cutWallStrength),
    };
  }

  /** The nearest pin, at any distance; null without pins. */
  get nearest(): NearPin | null {
    const index = this.integer(at.nearestIndex);
    return index < 0 ? null : { index, distance: this.float(at.nearestDistance) };
  }

  get pinCount(): number {
    return this.integer(at.pinCount);
  }

  /** Grows whenever a cue changes. */
  get cuesVersion(): number {
    return this.integer(at.cuesVersion) >>> 0;
  }

  /** The weight of each mood around the avatar, 0…1, in the order of `moods`. */
  get atmosphere(): number[] {
    return Array.from(this.floats.subarray(at.atmosphere, at.discovered));
  }

  /** Pins that were discovered in this step. */
  get discovered(): number[] {
    return this.list(at.discovered);
  }

  /** Pins that the avatar came near to in this step. */
  get entered(): number[] {
    return this.list(at.entered);
  }

  /** Pins that the avatar went away from in this step. */
  get left(): number[] {
    return this.list(at.left);
  }

  /** Pins around the avatar, nearest first, at most `maxEvents`. */
  get near(): NearPin[] {
    const count = Math.min(this.integer(at.near), maxEvents);
    return Array.from({ length: count }, (_, i) => ({
      index: this.integer(at.near + 1 + 2 * i),
      distance: this.float(at.near + 2 + 2 * i),
    }));
  }

  /** The state's bytes. */
  copy(): Uint8Array<ArrayBuffer> {
    return this.wasm.bytes(this.address, stateSize * 4).slice();
  }
}
