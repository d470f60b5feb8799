/**
 * What a visitor hears and feels on the sand table: a chime and a vibration when a memory is found, and a background sound near those
 * that are not found yet. Sound is off until it is switched on; each part has a switch of its own, and the choices are stored.
 */

import { AudioOutput } from "../../feedback/audio-output.ts";
import { Vibration } from "../../feedback/vibration.ts";
import { effect } from "../../reactive/signal.ts";
import { browserStorage, type KeyValueStore } from "../../ui/browser-storage.ts";
import type { Mood } from "../../ui/moods.ts";
import { type StoredSetting, storedSetting, switchFormat } from "../../ui/stored-setting.ts";
import { Ambience, type NearMemory } from "./ambience.ts";
import { Chime } from "./chime.ts";

const discoveryPattern = [24, 60, 32];

export class TableFeedback {
  readonly sound: StoredSetting<boolean>;
  /** The background sound, while sound is on. */
  readonly background: StoredSetting<boolean>;
  readonly vibration: StoredSetting<boolean>;
  private readonly output = new AudioOutput();
  private readonly chime = new Chime(this.output);
  private readonly ambience = new Ambience(this.output);
  private readonly controller = new AbortController();

  constructor(
    store: KeyValueStore | null = browserStorage(),
    private readonly device: Vibration = new Vibration(),
  ) {
    this.sound = storedSetting("diorama.sound", switchFormat(false), store);
    this.background = storedSetting("diorama.sand-table-background", switchFormat(true), store);
    this.vibration = storedSetting("diorama.sand-table-vibration", switchFormat(true), store);
    effect(() => this.output.setEnabled(this.sound.value), this.controller.signal);
    effect(() => {
      if (!this.background.value || !this.sound.value) this.rest();
    }, this.controller.signal);
  }

  /** Why the device can't vibrate, as a sentence; null where it can. */
  get vibrationUnavailable(): string | null {
    return this.device.unavailable;
  }

  /** The loudness of the background sound, 0 to 1. */
  get backgroundLevel(): number {
    return this.ambience.level;
  }

  /** Switches the sound in the handler of a gesture, so that the browser allows it. */
  setSound(isOn: boolean): void {
    this.sound.set(isOn);
    if (isOn) this.output.wake();
  }

  /** Sound that was left on may be heard after the first gesture on the element. */
  wakeOnGesture(target: EventTarget, owner: AbortSignal): void {
    this.output.wakeOnGesture(target, owner);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.rest();
    }, { signal: owner });
  }

  discovered(mood: Mood | null): void {
    if (this.sound.peek()) this.chime.play(mood);
    if (this.vibration.peek()) this.device.vibrate(discoveryPattern);
  }

  /** Called for each frame with the nearest undiscovered memory. */
  near(memory: NearMemory | null): void {
    this.ambience.update(this.sound.peek() && this.background.peek() ? memory : null);
  }

  /** The background sound fades out until the next frame. */
  rest(): void {
    this.ambience.update(null);
  }

  dispose(): void {
    this.controller.abort();
    this.output.dispose();
  }
}
