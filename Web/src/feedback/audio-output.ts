/**
 * The page's audio output: volume, muting and a limiter after all sounds. Browsers allow no sound before a press or a
 * key; so the context is created by the first gesture.
 */

/** Seconds within which the volume changes: at once for the ear, without a click. */
const smoothing = 0.015;
/** The gestures after which browsers allow sound. */
const gestures = ["pointerdown", "pointerup", "keydown"] as const;

export class AudioOutput {
  private made: AudioContext | null = null;
  private volumeNode: GainNode | null = null;
  private volume = 1;
  private isEnabled = true;
  private resting = 0;

  /** Null until a gesture has allowed sound, and where the browser has no WebAudio. */
  get context(): AudioContext | null {
    return this.made;
  }

  /** Where sounds are connected to. */
  get input(): AudioNode | null {
    return this.volumeNode;
  }

  /** Whether sound can be heard now. */
  get isRunning(): boolean {
    return this.isEnabled && this.made?.state === "running";
  }

  /** Called in the handler of a gesture: sound may be made from now on. */
  wake(): void {
    if (!this.isEnabled || typeof AudioContext === "undefined") return;
    this.made ??= this.makeContext();
    // "suspended", or "interrupted" after a phone call on iOS.
    if (this.made.state !== "running" && this.made.state !== "closed") void this.made.resume();
  }

  /** 0 to 1, perceived loudness: the amplitude is its square. */
  setVolume(volume: number): void {
    this.volume = Math.min(1, Math.max(0, volume));
    const { made, volumeNode } = this;
    if (made && volumeNode && this.isEnabled) {
      volumeNode.gain.setTargetAtTime(this.volume ** 2, made.currentTime, smoothing);
    }
  }

  /** Switched off, the output fades out and the context rests. It is on at first. */
  setEnabled(isEnabled: boolean): void {
    if (this.isEnabled === isEnabled) return;
    this.isEnabled = isEnabled;
    const { made, volumeNode } = this;
    if (!made || !volumeNode) return;
    volumeNode.gain.setTargetAtTime(isEnabled ? this.volume ** 2 : 0, made.currentTime, smoothing);
    clearTimeout(this.resting);
    if (isEnabled) this.wake();
    else this.resting = setTimeout(() => void this.made?.suspend(), 10_000 * smoothing);
  }

  /** Wakes the output at the first gesture on the target, and again when the page becomes visible. */
  wakeOnGesture(target: EventTarget, owner: AbortSignal): void {
    for (const kind of gestures) {
      target.addEventListener(kind, () => {
        if (!this.isRunning) this.wake();
      }, { signal: owner, passive: true });
    }
    document.addEventListener("visibilitychange", () => {
      if (this.made && !document.hidden) this.wake();
    }, { signal: owner });
  }

  dispose(): void {
    clearTimeout(this.resting);
    void this.made?.close();
    this.made = null;
    this.volumeNode = null;
  }

  private makeContext(): AudioContext {
    const context = new AudioContext({ latencyHint: "interactive" });
    this.volumeNode = context.createGain();
    this.volumeNode.gain.value = this.volume ** 2;
    this.volumeNode.connect(makeLimiter(context)).connect(context.destination);
    return context;
  }
}

/** Keeps the sum of many sounds below the amplitude at which it would be distorted. */
export function makeLimiter(context: BaseAudioContext): DynamicsCompressorNode {
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -9;
  limiter.knee.value = 6;
  limiter.ratio.value = 16;
  limiter.attack.value = 0.002;
  limiter.release.value = 0.12;
  return limiter;
}
