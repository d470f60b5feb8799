/**
 * The clap detector over an instance of live.wasm of its own. It runs in an AudioWorklet, which has neither `fetch` nor
 * `crypto` nor `TextDecoder`, and can't wait for promises before the first block.
 */

export interface ClapExports {
  memory: WebAssembly.Memory;
  dio_start(): void;
  dio_trigger_clap_new(sampleRate: number, sensitivity: number): number;
  dio_trigger_clap_samples(handle: number): number;
  dio_trigger_clap_capacity(): number;
  dio_trigger_clap_process(handle: number, count: number): number;
  dio_trigger_clap_time(handle: number): number;
  dio_trigger_clap_strength(handle: number): number;
  dio_trigger_clap_set_sensitivity(handle: number, sensitivity: number): void;
  dio_trigger_clap_free(handle: number): void;
}

export interface ClapMessage {
  type: "clap";
  /** Seconds of the stream. */
  time: number;
  /** 0 to 1. */
  strength: number;
}

export interface ClapOptions {
  /** The bytes of live.wasm. */
  core: ArrayBuffer;
  /** 0 to 1. */
  sensitivity: number;
}

export class ClapProcessor {
  private readonly core: ClapExports;
  private handle: number;
  private readonly address: number;
  private readonly capacity: number;
  private samples: Float32Array;

  constructor(options: ClapOptions, sampleRate: number) {
    this.core = instantiated(options.core);
    this.handle = this.core.dio_trigger_clap_new(sampleRate, options.sensitivity);
    if (this.handle === 0) throw new RangeError(`The sample rate ${sampleRate} Hz is not supported.`);
    this.address = this.core.dio_trigger_clap_samples(this.handle);
    this.capacity = this.core.dio_trigger_clap_capacity();
    this.samples = new Float32Array(this.core.memory.buffer, this.address, this.capacity);
  }

  /** Processes samples of one channel; `report` is called for each part in which a clap was recognized. */
  process(channel: Float32Array, report: (message: ClapMessage) => void): void {
    if (this.handle === 0) return;
    for (let start = 0; start < channel.length; start += this.capacity) {
      const count = Math.min(this.capacity, channel.length - start);
      // The view becomes invalid if the memory has grown.
      if (this.samples.length === 0) {
        this.samples = new Float32Array(this.core.memory.buffer, this.address, this.capacity);
      }
      for (let i = 0; i < count; i += 1) this.samples[i] = channel[start + i]!;
      if (this.core.dio_trigger_clap_process(this.handle, count) > 0) {
        report({
          type: "clap",
          time: this.core.dio_trigger_clap_time(this.handle),
          strength: this.core.dio_trigger_clap_strength(this.handle),
        });
      }
    }
  }

  setSensitivity(sensitivity: number): void {
    if (this.handle !== 0) this.core.dio_trigger_clap_set_sensitivity(this.handle, sensitivity);
  }

  dispose(): void {
    if (this.handle !== 0) this.core.dio_trigger_clap_free(this.handle);
    this.handle = 0;
  }
}

function instantiated(bytes: ArrayBuffer): ClapExports {
  let memory: WebAssembly.Memory | null = null;
  // Seeds of hash tables, of which the detector has none: repeatable numbers do.
  const random = (address: number, count: number): void => {
    if (memory) new Uint8Array(memory.buffer, address, count).forEach((_, i, block) => block[i] = (i * 197 + 89) & 255);
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { random } });
  const exports = instance.exports as unknown as ClapExports;
  memory = exports.memory;
  exports.dio_start();
  return exports;
}
