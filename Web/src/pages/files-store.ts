/**
 * The state of the files panel: where the library's files are, which of them this device downloads in advance, and
 * the check of all files. No DOM.
 */

import { api } from "../api/client.ts";
import type { Files, FilesChange, Space } from "../api/generated.ts";
import { batch, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";

/** Milliseconds between requests while a check is in progress. */
const pollingInterval = 2000;

const services = { files: api.files, changeFiles: api.changeFiles, verifyFiles: api.verifyFiles, spaces: api.spaces };

export class FilesStore {
  private readonly currentFiles = signal<Files | null>(null);
  private readonly currentSpaces = signal<readonly Space[]>([]);
  private readonly currentProblem = signal("");

  /** Null until it has been fetched. */
  readonly files: ReadonlySignal<Files | null> = this.currentFiles;
  /** The newest spaces, for which a policy can be chosen. */
  readonly spaces: ReadonlySignal<readonly Space[]> = this.currentSpaces;
  /** Why the last request failed; what was fetched before stays. */
  readonly problem: ReadonlySignal<string> = this.currentProblem;

  /** Answers to earlier requests are ignored. */
  private request = 0;
  private timer = 0;

  constructor(private readonly owner: AbortSignal, private readonly source: typeof services = services) {
    owner.addEventListener("abort", () => clearTimeout(this.timer), { once: true });
  }

  async load(): Promise<void> {
    await this.run(this.source.files);
    try {
      this.currentSpaces.value = (await this.source.spaces()).spaces;
    } catch {
      // The policies of spaces can't be chosen; the problem with the files is reported already.
    }
  }

  async change(change: FilesChange): Promise<void> {
    await this.run(() => this.source.changeFiles(change));
  }

  async verify(): Promise<void> {
    await this.run(this.source.verifyFiles);
  }

  private async run(request: () => Promise<Files>): Promise<void> {
    this.request += 1;
    const number = this.request;
    try {
      const files = await request();
      if (this.owner.aborted || number !== this.request) return;
      batch(() => {
        this.currentFiles.value = files;
        this.currentProblem.value = "";
      });
      clearTimeout(this.timer);
      if (files.verification.run) this.timer = setTimeout(() => void this.run(this.source.files), pollingInterval);
    } catch (error) {
      if (!this.owner.aborted && number === this.request) this.currentProblem.value = messageOf(error);
    }
  }
}
