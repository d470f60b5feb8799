/** The module of the AudioWorklet: a file of its own, which the page loads by `audioWorklet.addModule`. */

import { type ClapOptions, ClapProcessor } from "./clap-processor.ts";

// The scope of AudioWorklets is not among the types of pages.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: ClapOptions }) => AudioWorkletProcessor,
): void;

class ClapWorklet extends AudioWorkletProcessor {
  private readonly processor: ClapProcessor;
  private isStopped = false;

  constructor(options: { processorOptions: ClapOptions }) {
    super();
    this.processor = new ClapProcessor(options.processorOptions, sampleRate);
    this.port.onmessage = ({ data }: MessageEvent<{ sensitivity?: number; stop?: boolean }>): void => {
      if (data.sensitivity !== undefined) this.processor.setSensitivity(data.sensitivity);
      if (data.stop) {
        this.isStopped = true;
        this.processor.dispose();
      }
    };
  }

  /** Called for each block of 128 samples; false ends the processor. */
  process(inputs: Float32Array[][]): boolean {
    const channel = inputs[0]?.[0];
    if (channel && !this.isStopped) this.processor.process(channel, (message) => this.port.postMessage(message));
    return !this.isStopped;
  }
}

registerProcessor("diorama-clap", ClapWorklet);
