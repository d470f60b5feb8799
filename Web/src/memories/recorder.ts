/** Records audio or video, or takes a photo, with the browser's own interfaces. The result is a file. */

import { limits } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { clock } from "./memory-text.ts";

export type RecorderKind = "photo" | "audio" | "video";

/** idle → requesting → ready → recording ⇄ paused → idle */
export type RecorderState = "idle" | "requesting" | "ready" | "recording" | "paused";

const types: Record<"audio" | "video", string[]> = {
  audio: ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"],
  video: ["video/webm;codecs=vp9,opus", "video/webm;codecs=vp8,opus", "video/webm", "video/mp4"],
};

/** The part of the size limit at which a recording ends by itself. */
const sizeMargin = 0.98;

/** The first type that the browser supports. */
export function chooseType(kind: "audio" | "video", isSupported: (type: string) => boolean): string | null {
  return types[kind].find(isSupported) ?? null;
}

/** Why this page can't record; null if it can. */
export function recordingProblem(): string | null {
  if (!isSecureContext) {
    return t("Recording needs HTTPS, or a browser on the computer that runs Diorama. You can add a file instead.");
  }
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === "undefined") {
    return t("This browser can't record. You can add a file instead.");
  }
  return null;
}

/** What an error of a microphone or camera means for the visitor. */
export function deviceProblem(kind: RecorderKind, error: unknown): string {
  const device = kind === "audio" ? t("microphone") : t("camera");
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") {
    return t("This page may not use the {device}. Allow it in the address bar, or add a file.", { device });
  }
  if (name === "NotFoundError" || name === "OverconstrainedError") {
    return t("No {device} was found. You can add a file instead.", { device });
  }
  if (name === "NotReadableError") return t("Another program is using the {device}.", { device });
  return t("The {device} can't be used. You can add a file instead.", { device });
}

/** The level of samples from 0 (−60 dB or less) to 1 (full scale), linear in decibels. */
export function level(samples: Float32Array): number {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0);
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12);
  return Math.min(1, Math.max(0, 1 + decibels / 60));
}

export class Recorder {
  private readonly currentState = signal<RecorderState>("idle");
  readonly state: ReadonlySignal<RecorderState> = this.currentState;
  stream: MediaStream | null = null;
  private recorder: MediaRecorder | null = null;
  private audio: AudioContext | null = null;
  private analyser: AnalyserNode | null = null;
  private chunks: Blob[] = [];
  private byteCount = 0;
  /** When recording was started or resumed, as `performance.now()`. */
  private resumed = 0;
  private secondsBefore = 0;
  private readonly samples = new Float32Array(1024);

  /** `recorded` is called with the file when a recording ends, also when it reaches the size limit. */
  constructor(readonly kind: RecorderKind, private readonly recorded: (file: File) => void) {}

  /** Requests the microphone or camera. Rejects when there is none or it is not allowed. */
  async open(): Promise<void> {
    if (this.state.peek() !== "idle") return;
    this.currentState.value = "requesting";
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: this.kind !== "photo",
        video: this.kind === "audio" ? false : { facingMode: { ideal: "environment" }, width: { ideal: 1920 } },
      });
      if (this.state.peek() !== "requesting") return stopTracks(stream); // cancelled meanwhile
      this.stream = stream;
      if (this.kind !== "photo") this.measureLevel(stream);
      this.currentState.value = "ready";
    } catch (error) {
      this.currentState.value = "idle";
      throw error;
    }
  }

  start(): void {
    const { kind, stream } = this;
    if (this.state.peek() !== "ready" || !stream || kind === "photo") return;
    const type = chooseType(kind, (one) => MediaRecorder.isTypeSupported(one));
    const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
    this.recorder = recorder;
    this.chunks = [];
    this.byteCount = 0;
    this.secondsBefore = 0;
    recorder.ondataavailable = (event): void => {
      this.chunks.push(event.data);
      this.byteCount += event.data.size;
      if (this.byteCount > sizeMargin * limits.MediaKind.maxBytes[kind]) this.stop();
    };
    recorder.onstop = (): void => this.finish(recorder.mimeType);
    recorder.start(1000);
    this.resumed = performance.now();
    this.currentState.value = "recording";
  }

  pause(): void {
    if (this.state.peek() !== "recording") return;
    this.recorder?.pause();
    this.secondsBefore = this.seconds;
    this.currentState.value = "paused";
  }

  resume(): void {
    if (this.state.peek() !== "paused") return;
    this.recorder?.resume();
    this.resumed = performance.now();
    this.currentState.value = "recording";
  }

  stop(): void {
    if (this.state.peek() !== "recording" && this.state.peek() !== "paused") return;
    this.secondsBefore = this.seconds;
    this.recorder?.stop();
  }

  /** The current image of the camera, from the element that shows it; null before the first one. */
  async takePhoto(video: HTMLVideoElement): Promise<File | null> {
    if (video.videoWidth === 0) return null;
    const canvas = document.createElement("canvas");
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
    return blob && new File([blob], `photo ${fileTime(new Date())}.jpg`, { type: blob.type });
  }

  get seconds(): number {
    const isRunning = this.state.peek() === "recording";
    return this.secondsBefore + (isRunning ? (performance.now() - this.resumed) / 1000 : 0);
  }

  get clock(): string {
    return clock(this.seconds);
  }

  /** The present level, 0 to 1. */
  get level(): number {
    if (!this.analyser) return 0;
    this.analyser.getFloatTimeDomainData(this.samples);
    return level(this.samples);
  }

  /** Releases microphone and camera. A running recording is discarded. */
  close(): void {
    if (this.recorder) this.recorder.onstop = null;
    if (this.recorder?.state !== "inactive") this.recorder?.stop();
    this.recorder = null;
    this.chunks = [];
    this.release();
  }

  private release(): void {
    if (this.stream) stopTracks(this.stream);
    this.stream = null;
    void this.audio?.close();
    this.audio = null;
    this.analyser = null;
    this.currentState.value = "idle";
  }

  private finish(mimeType: string): void {
    const type = mimeType.split(";")[0] || (this.kind === "audio" ? "audio/webm" : "video/webm");
    const extension = type.endsWith("mp4") ? "mp4" : type.endsWith("ogg") ? "ogg" : "webm";
    const file = new File(this.chunks, `${this.kind} ${fileTime(new Date())}.${extension}`, { type });
    this.chunks = [];
    this.recorder = null;
    this.release();
    if (file.size > 0) this.recorded(file);
  }

  private measureLevel(stream: MediaStream): void {
    this.audio = new AudioContext();
    this.analyser = this.audio.createAnalyser();
    this.analyser.fftSize = 2048;
    this.audio.createMediaStreamSource(stream).connect(this.analyser);
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** `2026-02-03 14.05`: valid in file names on every system. */
function fileTime(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}.${two(date.getMinutes())}`;
}
