/** Whether a session is recorded, as everybody in it sees it, and the host's switch. */

import { signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { liveApi, type LiveSession } from "./api.ts";

/** Milliseconds between two requests: so soon everybody knows that a recording began. */
const pollInterval = 8000;

export class RecordingStore {
  readonly isRecording;
  /** Whether there is a file, also after the recording has ended. */
  readonly hasFile;
  readonly problem = signal("");

  constructor(private readonly session: LiveSession, owner: AbortSignal) {
    this.isRecording = signal(session.recording);
    this.hasFile = signal(session.recording);
    const timer = setInterval(() => void this.refresh(), pollInterval);
    owner.addEventListener("abort", () => clearInterval(timer));
  }

  /** For hosts. */
  async set(isOn: boolean): Promise<void> {
    this.problem.value = "";
    try {
      this.note(await liveApi.record(this.session.code, isOn));
    } catch (error) {
      this.problem.value = messageOf(error);
      // The switch shows what is so.
      await this.refresh();
    }
  }

  get address(): string {
    return liveApi.recording(this.session.code);
  }

  private async refresh(): Promise<void> {
    // While the server can't be reached, the connection's own line says so.
    const found = await liveApi.session(this.session.code).catch(() => null);
    if (found) this.note(found);
  }

  private note({ recording }: LiveSession): void {
    this.isRecording.value = recording;
    if (recording) this.hasFile.value = true;
  }
}
