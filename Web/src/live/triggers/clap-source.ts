/** Claps that the microphone hears. The sound goes to the detector in an AudioWorklet, and nowhere else. */

import { assetURL } from "../../core/assets.ts";
import { t } from "../../i18n/messages.ts";
import type { ClapMessage } from "./clap-processor.ts";
import { problems } from "./texts.ts";
import { type Trigger, TriggerError, type TriggerSource } from "./types.ts";

export class ClapSource implements TriggerSource {
  private stream: MediaStream | null = null;
  private context: AudioContext | null = null;
  private node: AudioWorkletNode | null = null;
  /** Increased by `start` and `stop`: an earlier start that is still waiting then ends. */
  private generation = 0;

  /** `interrupted` is called when the microphone is disconnected. */
  constructor(private readonly interrupted: (error: TriggerError) => void = (): void => {}) {}

  problem(): string | null {
    if (!globalThis.isSecureContext) return problems.insecure;
    if (!globalThis.navigator?.mediaDevices?.getUserMedia) return problems.noMicrophoneAccess;
    if (typeof AudioWorkletNode === "undefined") return problems.noAudioWorklet;
    return null;
  }

  async start(sensitivity: number, report: (trigger: Trigger, strength: number) => void): Promise<void> {
    this.stop();
    const problem = this.problem();
    if (problem) throw new TriggerError("unavailable", problem);
    const generation = ++this.generation;
    // The browser's processing for calls would remove claps.
    const audio = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    const stream = await navigator.mediaDevices.getUserMedia({ audio }).catch((error) => {
      throw microphoneError(error);
    });
    if (generation !== this.generation) return stopTracks(stream);
    this.stream = stream;
    try {
      await this.connect(stream, sensitivity, report, generation);
    } catch (error) {
      if (generation === this.generation) this.stop();
      throw error instanceof TriggerError
        ? error
        : new TriggerError("failed", problems.detectorFailed, { cause: error });
    }
  }

  private async connect(
    stream: MediaStream,
    sensitivity: number,
    report: (trigger: Trigger, strength: number) => void,
    generation: number,
  ): Promise<void> {
    const context = new AudioContext();
    this.context = context;
    const [response] = await Promise.all([
      fetch(assetURL("live.wasm")),
      context.audioWorklet.addModule(assetURL("clap-worklet.js")),
    ]);
    if (!response.ok) throw new Error(t("The server answered with status {status}.", { status: response.status }));
    const core = await response.arrayBuffer();
    if (generation !== this.generation) return;
    const node = new AudioWorkletNode(context, "diorama-clap", {
      numberOfInputs: 1,
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: "explicit",
      processorOptions: { core, sensitivity },
    });
    this.node = node;
    node.port.onmessage = ({ data }: MessageEvent<ClapMessage>): void => {
      if (data.type === "clap" && generation === this.generation) report("clap", data.strength);
    };
    node.onprocessorerror = (): void => this.fail(problems.detectorFailed, generation);
    stream.getAudioTracks()[0]?.addEventListener("ended", () => this.fail(problems.interrupted, generation));
    context.createMediaStreamSource(stream).connect(node);
    await context.resume();
  }

  private fail(reason: string, generation: number): void {
    if (generation !== this.generation) return;
    this.stop();
    this.interrupted(new TriggerError("failed", reason));
  }

  setSensitivity(sensitivity: number): void {
    this.node?.port.postMessage({ sensitivity });
  }

  stop(): void {
    this.generation += 1;
    this.node?.port.postMessage({ stop: true });
    this.node?.disconnect();
    this.node = null;
    if (this.stream) stopTracks(this.stream);
    this.stream = null;
    void this.context?.close();
    this.context = null;
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** What an error of `getUserMedia` means for the user. */
export function microphoneError(error: unknown): TriggerError {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") {
    return new TriggerError("denied", problems.microphoneDenied, { cause: error });
  }
  const reason = name === "NotFoundError" || name === "OverconstrainedError"
    ? problems.microphoneMissing
    : name === "NotReadableError"
    ? problems.microphoneBusy
    : problems.microphoneFailed;
  return new TriggerError("failed", reason, { cause: error });
}
