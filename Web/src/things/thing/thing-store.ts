/** A thing with everything that belongs to it. State and requests, no DOM. */

import { ApiError } from "../../api/client.ts";
import type { Id, LoanBody, MaintenanceBody, MediaRole, Thing, ThingMediaEdit } from "../../api/generated.ts";
import { trashApi } from "../../api/trash-api.ts";
import { type ReadonlySignal, type Signal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";
import { type ThingsApi, thingsApi } from "../things-api.ts";
import { type ThingUploads, thingUploads } from "../uploads.ts";
import { fileKind } from "../uploads.ts";
import { Autosave } from "./autosave.ts";

export type ThingPhase = { state: "loading" } | { state: "ready" } | { state: "missing" } | {
  state: "failed";
  message: string;
};

export class ThingStore {
  private readonly current: Signal<Thing | null> = signal<Thing | null>(null);
  private readonly currentPhase: Signal<ThingPhase> = signal<ThingPhase>({ state: "loading" });

  readonly thing: ReadonlySignal<Thing | null> = this.current;
  readonly phase: ReadonlySignal<ThingPhase> = this.currentPhase;
  readonly autosave: Autosave;

  constructor(
    readonly id: Id,
    private readonly owner: AbortSignal,
    private readonly source: ThingsApi = thingsApi,
    private readonly uploads: ThingUploads = thingUploads,
  ) {
    this.autosave = new Autosave(id, this.current, source);
  }

  /** Fetches the thing; a failure keeps what is shown. */
  async load(): Promise<void> {
    try {
      const thing = await this.source.thing(this.id, this.owner);
      const isFirst = this.current.peek() === null;
      this.show(thing);
      if (isFirst) this.autosave.restore();
    } catch (error) {
      if (this.owner.aborted || this.current.peek() !== null) return;
      const isMissing = error instanceof ApiError && error.status === 404;
      this.currentPhase.value = isMissing ? { state: "missing" } : { state: "failed", message: messageOf(error) };
    }
  }

  /** Shows a newer state of the thing, as an answer brings it. */
  show(thing: Thing): void {
    if (thing.id !== this.id || this.owner.aborted) return;
    this.current.value = thing;
    this.currentPhase.value = { state: "ready" };
  }

  /** Sends files in the background. Returns the names of those that things can't have. */
  async addFiles(files: readonly File[], role: MediaRole | null): Promise<string[]> {
    const thing = this.current.peek();
    if (!thing) return [];
    const kinds = files.map((file) => ({ file, kind: fileKind(file) }));
    await this.uploads.add(
      thing,
      kinds.flatMap(({ file, kind }) => {
        // A receipt that was photographed is a document, not a photo of the thing.
        const stored = kind === "photo" && role !== null ? "document" : kind;
        return stored === null ? [] : [{ kind: stored, role, name: file.name, body: file }];
      }),
    );
    return kinds.filter(({ kind }) => kind === null).map(({ file }) => file.name);
  }

  async editMedia(media: Id, edit: ThingMediaEdit): Promise<void> {
    this.show(await this.source.editMedia(this.id, media, edit));
  }

  /** Makes a photo the one that lists show: the first. */
  async makeCover(media: Id): Promise<void> {
    const others = (this.current.peek()?.media ?? []).filter(({ id }) => id !== media).sort(byPosition);
    const ordered = [media, ...others.map(({ id }) => id)];
    for (const [position, id] of ordered.entries()) {
      const now = this.current.peek()?.media.find((each) => each.id === id)?.position;
      if (now !== position) await this.editMedia(id, { position });
    }
  }

  /** Puts a file into the trash; the result restores it. */
  async removeMedia(media: Id): Promise<() => Promise<void>> {
    this.show(await this.source.removeMedia(this.id, media));
    return async () => {
      await trashApi.restore(media);
      await this.load();
    };
  }

  async lend(loan: LoanBody): Promise<void> {
    await this.source.lend(this.id, loan);
    await this.load();
  }

  async editLoan(id: Id, loan: LoanBody): Promise<void> {
    await this.source.editLoan(id, loan);
    await this.load();
  }

  async removeLoan(id: Id): Promise<() => Promise<void>> {
    await this.source.trashLoan(id);
    await this.load();
    return () => this.restore(id);
  }

  async addMaintenance(entry: MaintenanceBody): Promise<void> {
    await this.source.addMaintenance(this.id, entry);
    await this.load();
  }

  async editMaintenance(id: Id, entry: MaintenanceBody): Promise<void> {
    await this.source.editMaintenance(id, entry);
    await this.load();
  }

  async removeMaintenance(id: Id): Promise<() => Promise<void>> {
    await this.source.trashMaintenance(id);
    await this.load();
    return () => this.restore(id);
  }

  async trash(): Promise<void> {
    await this.source.trash(this.id);
    await this.load();
  }

  async restoreThing(): Promise<void> {
    this.show(await this.source.restore(this.id));
  }

  duplicate(): Promise<Thing> {
    return this.source.duplicate(this.id);
  }

  /** Merges others into this thing; the result undoes it. */
  async merge(others: Id[]): Promise<() => Promise<void>> {
    const { thing, undo } = await this.source.merge(this.id, others);
    this.show(thing);
    return async () => {
      await this.source.undo(undo);
      await this.load();
    };
  }

  private async restore(id: Id): Promise<void> {
    await trashApi.restore(id);
    await this.load();
  }
}

function byPosition(a: { position: number }, b: { position: number }): number {
  return a.position - b.position;
}
