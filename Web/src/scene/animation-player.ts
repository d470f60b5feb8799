/** Plays the animations of a model: one clip at a time, again and again. */

import * as THREE from "three";
import { t } from "../i18n/messages.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";

export interface Clip {
  name: string;
  /** Seconds. */
  duration: number;
}

/** How fast a clip can be played; 1 is its own pace. */
export const speeds = [0.25, 0.5, 1, 1.5, 2] as const;

export class AnimationPlayer {
  private readonly mixer: THREE.AnimationMixer;
  private readonly current = signal(0);
  private readonly seconds = signal(0);
  private readonly isMoving = signal(false);
  private readonly pace = signal(1);

  readonly clips: readonly Clip[];
  /** The number of the chosen clip. */
  readonly clip: ReadonlySignal<number> = this.current;
  /** Seconds from the beginning of the clip. */
  readonly time: ReadonlySignal<number> = this.seconds;
  readonly isPlaying: ReadonlySignal<boolean> = this.isMoving;
  readonly speed: ReadonlySignal<number> = this.pace;
  /** Called when the model has moved, or begins to. */
  onChange: () => void = () => {};

  constructor(root: THREE.Object3D, private readonly sources: readonly THREE.AnimationClip[]) {
    this.mixer = new THREE.AnimationMixer(root);
    this.clips = sources.map((clip, i) => ({
      name: clip.name || t("Animation {number}", { number: i + 1 }),
      duration: clip.duration,
    }));
  }

  get duration(): number {
    return this.clips[this.current.peek()]!.duration;
  }

  /** Another clip from its beginning; the model leaves the pose of the previous one. */
  choose(clip: number): void {
    if (clip === this.current.peek() || !this.clips[clip]) return;
    this.mixer.stopAllAction();
    this.current.value = clip;
    this.seek(0);
  }

  play(): void {
    this.isMoving.value = true;
    this.onChange();
  }

  pause(): void {
    this.isMoving.value = false;
  }

  setSpeed(speed: number): void {
    this.pace.value = speed;
  }

  /** Shows the pose at a time of the clip. */
  seek(seconds: number): void {
    this.pose(Math.min(Math.max(seconds, 0), this.duration));
    this.onChange();
  }

  /** Moves on by `elapsed` seconds of the clock; returns whether there is a next frame. */
  advance(elapsed: number): boolean {
    if (!this.isMoving.peek()) return false;
    const { duration } = this;
    const time = this.seconds.peek() + elapsed * this.pace.peek();
    this.pose(duration > 0 ? time % duration : 0);
    return duration > 0;
  }

  private pose(seconds: number): void {
    const source = this.sources[this.current.peek()]!;
    const action = this.mixer.clipAction(source)!;
    if (!action.isRunning()) action.reset().play();
    action.time = seconds;
    this.mixer.update(0);
    this.seconds.value = seconds;
  }
}
