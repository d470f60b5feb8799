/** A recorded session in live.wasm: the client of a viewer that receives the recorded packets at their times. */

import { LiveClient, type LiveCore, type LiveEvent } from "./live.ts";
import { CoreError } from "./wasm.ts";

/** Room for a text, in bytes. */
const textRoom = 256;

/** The recording can't be replayed; the message says where it is damaged. */
export class ReplayError extends Error {
  override name = "ReplayError";
}

/** What is shown is read as of a running session. Times are milliseconds of the session clock. */
export class LiveReplay extends LiveClient {
  /** When the recording begins. */
  readonly start: number = this.call((core, handle) => core.dio_live_replay_start(handle));
  /** When it ends. */
  readonly end: number = this.call((core, handle) => core.dio_live_replay_end(handle));

  /** Throws a `ReplayError` where the bytes are no recording. */
  static open({ wasm }: LiveCore, bytes: Uint8Array): LiveReplay {
    if (bytes.length === 0) throw new ReplayError("byte 0: the file is empty");
    return wasm.lend([bytes, new Uint8Array(textRoom)], (address = 0, text = 0) => {
      const handle = wasm.call((core) => core.dio_live_replay_new(address, bytes.length, text));
      if (handle !== 0) return new LiveReplay(wasm, handle);
      const written = wasm.bytes(text, textRoom);
      throw new ReplayError(new TextDecoder().decode(written.slice(0, Math.max(0, written.indexOf(0)))));
    });
  }

  /** Shows what happened up to a time; returns it. Throws a `ReplayError` at a damaged packet. */
  advance(time: number): LiveEvent[] {
    return this.checked(this.call((core, handle) => core.dio_live_replay_advance(handle, time)));
  }

  /** Goes to a time, forwards or backwards; returns the effects that are running then. */
  seek(time: number): LiveEvent[] {
    return this.checked(this.call((core, handle) => core.dio_live_replay_seek(handle, time)));
  }

  private checked(count: number): LiveEvent[] {
    if (count < 0) throw new ReplayError("a packet of the recording is damaged");
    return this.reported(count);
  }

  override connect(): never {
    throw new CoreError("A recording has no connection.");
  }
}
