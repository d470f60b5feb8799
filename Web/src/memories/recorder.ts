/** Records sound or moving pictures, or takes a picture, with the browser's own means. What it gives is a file like any other. */

import { clock } from "./words.ts";
import { mostBytes } from "./types.ts";

export type RecorderKind = "photo" | "audio" | "video";

export type RecorderState = "idle" | "asking" | "ready" | "recording" | "paused";

const types: Record<"audio" | "video", string[]> = {
  audio: ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"],
  video: ["video/webm;codecs=vp9,opus", "video/webm;codecs=vp8,opus", "video/webm", "video/mp4"],
};

/** The first type that the browser can write. */
export function chooseType(kind: "audio" | "video", can: (type: string) => boolean): string | null {
  return types[kind].find(can) ?? null;
}

/** Why this page can't record; null if it can. */
export function cannotRecord(): string | null {
  if (!isSecureContext) {
    return "Recording needs https, or the machine on which Diorama runs. You can add a file instead.";
  }
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === "undefined") {
    return "This browser can't record. You can add a file instead.";
  }
  return null;
}

/** What went wrong with a microphone or camera, in a sentence to show. */
export function deviceProblem(kind: RecorderKind, error: unknown): string {
  const device = kind === "audio" ? "microphone" : "camera";
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") {
    return `The ${device} is not allowed for this page. Allow it in the address bar, or add a file.`;
  }
  if (name === "NotFoundError" || name === "OverconstrainedError") {
    return `There is no ${device} here. You can add a file instead.`;
  }
  if (name === "NotReadableError") return `Another program holds the ${device}.`;
  return `The ${device} can't be used. You can add a file instead.`;
}

/** How loud a piece of sound is, 0 to 1, as the ear counts it: −60 dB and less is 0. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const level = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12);
  return Math.min(1, Math.max(0, 1 + level / 60));
}

export class Recorder {
  state: RecorderState = "idle";
  stream: MediaStream | null = null;
  private recorder: MediaRecorder | null = null;
  private audio: AudioContext | null = null;
  private analyser: AnalyserNode | null = null;
  private chunks: Blob[] = [];
  private bytes = 0;
  private began = 0;
  private earlier = 0;
  private readonly samples = new Float32Array(1024);

  /** Called after each change of state. */
  onChange: () => void = () => {};
  /** Called with the file when a recording ends, by a press or because it has become as large as may be. */
  onFile: (file: File) => void = () => {};

  constructor(readonly kind: RecorderKind) {}

  /** Asks for the microphone or camera. Rejects where it is not to be had. */
  async open(): Promise<void> {
    if (this.state !== "idle") return;
    this.to("asking");
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: this.kind !== "photo",
        video: this.kind === "audio" ? false : { facingMode: { ideal: "environment" }, width: { ideal: 1920 } },
      });
      if (this.current !== "asking") return stream.getTracks().forEach((track) => track.stop()); // left meanwhile
      this.stream = stream;
      if (this.kind !== "photo") this.listen(stream);
      this.to("ready");
    } catch (error) {
      this.to("idle");
      throw error;
    }
  }

  start(): void {
    if (this.state !== "ready" || !this.stream || this.kind === "photo") return;
    const type = chooseType(this.kind, (one) => MediaRecorder.isTypeSupported(one));
    const recorder = new MediaRecorder(this.stream, type ? { mimeType: type } : {});
    this.recorder = recorder;
    this.chunks = [];
    this.bytes = this.earlier = 0;
    recorder.ondataavailable = (event): void => {
      this.chunks.push(event.data);
      this.bytes += event.data.size;
      if (this.kind !== "photo" && this.bytes > 0.98 * mostBytes[this.kind]) this.stop();
    };
    recorder.onstop = (): void => this.finish(recorder.mimeType);
    recorder.start(1000);
    this.began = performance.now();
    this.to("recording");
  }

  pause(): void {
    if (this.state !== "recording") return;
    this.recorder?.pause();
    this.earlier = this.seconds;
    this.to("paused");
  }

  resume(): void {
    if (this.state !== "paused") return;
    this.recorder?.resume();
    this.began = performance.now();
    this.to("recording");
  }

  stop(): void {
    if (this.state !== "recording" && this.state !== "paused") return;
    this.earlier = this.seconds;
    this.recorder?.stop();
  }

  /** A picture of what the camera sees, from the element that shows it. */
  async picture(video: HTMLVideoElement): Promise<File | null> {
    if (video.videoWidth === 0) return null;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
    return blob && new File([blob], `photo ${stamp(new Date())}.jpg`, { type: blob.type });
  }

  /** The state now: it may have changed while something was awaited. */
  private get current(): RecorderState {
    return this.state;
  }

  /** Seconds that are recorded. */
  get seconds(): number {
    return this.earlier + (this.state === "recording" ? (performance.now() - this.began) / 1000 : 0);
  }

  get clock(): string {
    return clock(this.seconds);
  }

  /** How loud it is now, 0 to 1. */
  get level(): number {
    if (!this.analyser) return 0;
    this.analyser.getFloatTimeDomainData(this.samples);
    return loudness(this.samples);
  }

  /** Lets go of microphone and camera; a recording under way is given up. */
  close(): void {
    if (this.recorder) this.recorder.onstop = null;
    if (this.recorder?.state !== "inactive") this.recorder?.stop();
    this.recorder = null;
    this.chunks = [];
    this.release();
  }

  private release(): void {
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = null;
    void this.audio?.close();
    this.audio = this.analyser = null;
    this.to("idle");
  }

  private finish(type: string): void {
    const plain = type.split(";")[0] || (this.kind === "audio" ? "audio/webm" : "video/webm");
    const ending = plain.endsWith("mp4") ? "mp4" : plain.endsWith("ogg") ? "ogg" : "webm";
    const file = new File(this.chunks, `${this.kind} ${stamp(new Date())}.${ending}`, { type: plain });
    this.chunks = [];
    this.recorder = null;
    this.release();
    if (file.size > 0) this.onFile(file);
  }

  private listen(stream: MediaStream): void {
    this.audio = new AudioContext();
    this.analyser = this.audio.createAnalyser();
    this.analyser.fftSize = 2048;
    this.audio.createMediaStreamSource(stream).connect(this.analyser);
  }

  private to(state: RecorderState): void {
    this.state = state;
    this.onChange();
  }
}

/** `2026-02-03 14.05`: a name that every file system takes. */
function stamp(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}.${two(date.getMinutes())}`;
}
