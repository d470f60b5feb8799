/** The state of the page on privacy. Asks again while the archive is being made. No DOM. */

import type { LibraryExport, PrivacyReport } from "../api/generated.ts";
import { type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { privacyApi } from "./privacy-api.ts";

/** Milliseconds between requests while the archive is being made. */
const pollingInterval = 1000;

export class PrivacyStore {
  private readonly currentReport = signal<PrivacyReport | null>(null);
  private readonly currentExport = signal<LibraryExport | null>(null);
  private readonly loadProblem = signal("");
  private timer = 0;

  readonly report: ReadonlySignal<PrivacyReport | null> = this.currentReport;
  readonly export: ReadonlySignal<LibraryExport | null> = this.currentExport;
  /** Why the report couldn't be loaded. */
  readonly problem: ReadonlySignal<string> = this.loadProblem;
  /** Why the latest request about the archive failed. */
  readonly exportProblem = signal("");

  constructor(private readonly owner: AbortSignal, private readonly source: typeof privacyApi = privacyApi) {
    owner.addEventListener("abort", () => clearTimeout(this.timer), { once: true });
  }

  async load(): Promise<void> {
    try {
      const [report, archive] = await Promise.all([this.source.report(), this.source.export()]);
      this.loadProblem.value = "";
      this.currentReport.value = report;
      this.show(archive);
    } catch (error) {
      this.loadProblem.value = messageOf(error);
    }
  }

  async startExport(): Promise<void> {
    await this.ask(this.source.startExport);
  }

  /** Cancels the archive that is being made, or removes the one that is there. */
  async removeExport(): Promise<void> {
    await this.ask(this.source.removeExport);
  }

  /** Resolves with the number of deleted entries. */
  async deleteEverything(): Promise<number> {
    const count = await this.source.deleteEverything();
    await this.load();
    return count;
  }

  private async ask(request: () => Promise<LibraryExport>): Promise<void> {
    try {
      this.exportProblem.value = "";
      this.show(await request());
    } catch (error) {
      this.exportProblem.value = messageOf(error);
    }
  }

  private show(archive: LibraryExport): void {
    this.currentExport.value = archive;
    clearTimeout(this.timer);
    if (archive.run === null || this.owner.aborted) return;
    this.timer = setTimeout(() => void this.ask(this.source.export), pollingInterval);
  }
}
