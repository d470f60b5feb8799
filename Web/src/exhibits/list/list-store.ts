/** The state of the page of exhibits: the list and what the visitor may do. No DOM. */

import type { Me, UnreadableExhibit } from "../../api/generated.ts";
import { me } from "../../api/me.ts";
import { t } from "../../i18n/messages.ts";
import { batch, type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { messageOf, notify } from "../../ui/notice.ts";
import { exhibitApi, type ExhibitDetail, type ExhibitSource, type ExhibitSummary } from "../exhibit-api.ts";

export type ListPhase = { state: "loading" | "ready" } | { state: "failed"; message: string };

type ListSource = Pick<ExhibitSource, "list" | "create" | "copy" | "import" | "delete" | "restore"> & {
  me(): Promise<Me>;
};

export class ExhibitListStore {
  private readonly currentItems = signal<readonly ExhibitSummary[]>([]);
  private readonly currentUnreadable = signal<readonly UnreadableExhibit[]>([]);
  private readonly currentPhase = signal<ListPhase>({ state: "loading" });
  private readonly currentOwner = signal(false);
  private readonly currentImport = signal<{ name: string; fraction: number } | null>(null);

  /** The built-in ones first. */
  readonly items: ReadonlySignal<readonly ExhibitSummary[]> = this.currentItems;
  /** Exhibits whose documents can't be read. */
  readonly unreadable: ReadonlySignal<readonly UnreadableExhibit[]> = this.currentUnreadable;
  readonly phase: ReadonlySignal<ListPhase> = this.currentPhase;
  /** Whether the visitor may make exhibits. */
  readonly isOwner: ReadonlySignal<boolean> = this.currentOwner;
  /** The package that is being imported. */
  readonly importing: ReadonlySignal<{ name: string; fraction: number } | null> = this.currentImport;

  constructor(private readonly owner: AbortSignal, private readonly source: ListSource = { ...exhibitApi, me }) {}

  async load(): Promise<void> {
    try {
      const [visitor, list] = await Promise.all([this.source.me(), this.source.list()]);
      const items = list.exhibits;
      if (this.owner.aborted) return;
      batch(() => {
        this.currentOwner.value = visitor.kind === "owner";
        // Unchanged cards keep their focus and menus.
        if (JSON.stringify(items) !== JSON.stringify(this.currentItems.peek())) this.currentItems.value = items;
        this.currentUnreadable.value = list.unreadable;
        this.currentPhase.value = { state: "ready" };
      });
    } catch (error) {
      if (this.owner.aborted) return;
      const isShown = this.currentPhase.peek().state === "ready" && this.currentItems.peek().length > 0;
      if (isShown) notify(t("Couldn't refresh the list. {problem}", { problem: messageOf(error) }));
      else this.currentPhase.value = { state: "failed", message: messageOf(error) };
    }
  }

  /** Resolves with the id of the new exhibit. */
  async create(title: string): Promise<string> {
    return (await this.source.create(title)).id;
  }

  async copy(id: string): Promise<string> {
    return (await this.source.copy(id)).id;
  }

  /** Imports a package; resolves with the new exhibit, or null where it was cancelled. */
  async import(file: File, signal: AbortSignal): Promise<ExhibitDetail | null> {
    const report = (sent: number): void => {
      this.currentImport.value = { name: file.name, fraction: file.size > 0 ? sent / file.size : 1 };
    };
    report(0);
    try {
      return await this.source.import(file, report, signal);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      this.currentImport.value = null;
    }
  }

  /** Moves it to the trash. */
  async delete(id: string): Promise<void> {
    await this.source.delete(id);
    this.currentItems.value = this.currentItems.peek().filter((item) => item.id !== id);
  }

  async restore(id: string): Promise<void> {
    await this.source.restore(id);
    await this.load();
  }
}
