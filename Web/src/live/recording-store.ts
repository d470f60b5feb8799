/** Whether a session is recorded, as everybody in it sees it, and the host's switch. */

import { t } from "../i18n/messages.ts";
import { signal } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { messageOf } from "../ui/notice.ts";
import { spacePath } from "../ui/routes.ts";
import { liveApi, type LiveSession } from "./api.ts";

/** Milliseconds between two requests: so soon everybody knows that a recording began. */
const pollInterval = 8000;

export class RecordingStore {
  readonly isRecording;
  /** Whether there is a file, also after the recording has ended. */
  readonly hasFile;
  /** The page's address of the memory that the recording became; null where there is none. */
  readonly memoryAddress;
  readonly problem = signal("");

  constructor(private readonly session: LiveSession, owner: AbortSignal) {
    this.isRecording = signal(session.recording);
    this.hasFile = signal(session.recording);
    this.memoryAddress = signal<string | null>(memoryAddress(session));
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

  private note(session: LiveSession): void {
    const { recording } = session;
    this.isRecording.value = recording;
    const address = memoryAddress(session);
    if (address !== null && this.memoryAddress.peek() === null && this.hasFile.peek()) {
      announce(t("The recording is kept as a memory."));
    }
    this.memoryAddress.value = address;
    if (recording) this.hasFile.value = true;
  }
}

function memoryAddress({ memory, space }: LiveSession): string | null {
  return memory === null ? null : `${spacePath(space)}?memory=${memory}`;
}
