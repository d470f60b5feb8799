/** A new thing that is being written: photos, what is proposed from them, fields. State and requests, no DOM. */

import type { Id, Identification, Thing, ThingBody, ThingMatch } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { batch, type ReadonlySignal, type Signal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";
import { type ThingsApi, thingsApi } from "../things-api.ts";
import { type NewFile, type ThingUploads, thingUploads } from "../uploads.ts";

/** Fields that can be proposed from photos. */
export type ProposedField = "name" | "brand" | "model" | "serial";
export const proposedFields: readonly ProposedField[] = ["name", "brand", "model", "serial"];

export interface NewPhoto {
  key: number;
  file: File;
}

/** A thing that is in the library already and looks like the photos, or whose label is on one. */
export interface KnownThing extends ThingMatch {
  /** Whether its label was read, which leaves no doubt. */
  isLabel: boolean;
}

/** The place of the next thing. */
export interface ChosenPlace {
  id: Id;
  label: string;
}

export class AddStore {
  readonly fields: Readonly<Record<ProposedField | "category", Signal<string>>> = {
    name: signal(""),
    brand: signal(""),
    model: signal(""),
    serial: signal(""),
    category: signal(""),
  };
  readonly place: Signal<ChosenPlace | null> = signal<ChosenPlace | null>(null);
  readonly photos: Signal<readonly NewPhoto[]> = signal<readonly NewPhoto[]>([]);
  /** Things that it could be, the most similar first. */
  readonly known: Signal<readonly KnownThing[]> = signal<readonly KnownThing[]>([]);
  /** Number of photos that are being recognized. */
  readonly recognizing = signal(0);
  /** Why photos couldn't be recognized; they are added all the same. */
  readonly recognitionProblem = signal("");
  /** The fields whose text comes from a photo. */
  readonly proposed: Signal<ReadonlySet<ProposedField>> = signal<ReadonlySet<ProposedField>>(new Set());
  readonly problem = signal("");
  readonly isSaving = signal(false);
  /** How many were added since the dialog was opened. */
  readonly added: ReadonlySignal<number>;
  private readonly addedCount = signal(0);
  private lastKey = 0;
  private controller = new AbortController();
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly source: Pick<ThingsApi, "add" | "identify"> = thingsApi,
    private readonly uploads: Pick<ThingUploads, "add"> = thingUploads,
  ) {
    this.added = this.addedCount;
  }

  /** Whether something would be lost. */
  get hasContent(): boolean {
    const { category: _, ...own } = this.fields;
    return this.photos.peek().length > 0 || Object.values(own).some((field) => field.peek().trim() !== "");
  }

  addPhotos(files: readonly File[]): void {
    const photos = files.map((file) => ({ key: this.lastKey += 1, file }));
    this.photos.value = [...this.photos.peek(), ...photos];
    for (const photo of photos) this.recognize(photo);
  }

  removePhoto(key: number): void {
    this.photos.value = this.photos.peek().filter((photo) => photo.key !== key);
    if (this.photos.peek().length === 0) this.known.value = [];
  }

  /** What the user writes is never replaced by a proposal. */
  write(field: ProposedField, text: string): void {
    batch(() => {
      this.fields[field].value = text;
      if (!this.proposed.peek().has(field)) return;
      const left = new Set(this.proposed.peek());
      left.delete(field);
      this.proposed.value = left;
    });
  }

  /** Adds the thing, then sends its photos. Null where it failed; `problem` says why, and nothing is lost. */
  async save(): Promise<Thing | null> {
    const name = this.fields.name.peek().trim();
    if (name === "") {
      this.problem.value = t("Give it a name.");
      return null;
    }
    if (this.isSaving.peek()) return null;
    batch(() => {
      this.isSaving.value = true;
      this.problem.value = "";
    });
    try {
      const thing = await this.source.add(this.body(name));
      await this.uploads.add(
        thing,
        this.photos.peek().map(({ file }): NewFile => {
          return { kind: "photo", role: null, name: file.name, body: file };
        }),
      );
      batch(() => {
        this.addedCount.value += 1;
        this.clear();
      });
      return thing;
    } catch (error) {
      this.problem.value = messageOf(error);
      return null;
    } finally {
      this.isSaving.value = false;
    }
  }

  /** Prepares the next thing; category and place stay. */
  clear(): void {
    this.controller.abort();
    this.controller = new AbortController();
    batch(() => {
      for (const field of proposedFields) this.fields[field].value = "";
      this.photos.value = [];
      this.known.value = [];
      this.proposed.value = new Set();
      this.problem.value = "";
      this.recognitionProblem.value = "";
      this.recognizing.value = 0;
    });
  }

  private body(name: string): ThingBody {
    const text = (field: ProposedField | "category"): string | null => this.fields[field].peek().trim() || null;
    const { place } = this;
    return {
      name,
      ...(text("category") === null ? {} : { category: text("category") }),
      ...(text("brand") === null ? {} : { brand: text("brand") }),
      ...(text("model") === null ? {} : { model: text("model") }),
      ...(text("serial") === null ? {} : { serial: text("serial") }),
      ...(place.peek() === null ? {} : { place: place.peek()!.id }),
    };
  }

  /** One photo after the other, so that the answers come in their order. */
  private recognize(photo: NewPhoto): void {
    const { signal: stop } = this.controller;
    this.recognizing.value += 1;
    this.queue = this.queue.then(async () => {
      if (stop.aborted) return;
      try {
        if (!this.photos.peek().includes(photo)) return;
        const found = await this.source.identify(photo.file, stop);
        if (!stop.aborted && this.photos.peek().includes(photo)) batch(() => this.apply(found));
      } catch (error) {
        if (!stop.aborted) this.recognitionProblem.value = messageOf(error);
      } finally {
        if (!stop.aborted) this.recognizing.value -= 1;
      }
    });
  }

  private apply({ matches, barcodes, proposal }: Identification): void {
    const known = new Map(this.known.peek().map((thing) => [thing.id, thing]));
    for (const match of matches) {
      const old = known.get(match.id);
      if (!old || old.score < match.score) known.set(match.id, { ...match, isLabel: old?.isLabel ?? false });
    }
    for (const { thing } of barcodes) {
      const match = thing === null ? undefined : known.get(thing);
      if (thing !== null) known.set(thing, { id: thing, name: "", cover: null, score: 1, ...match, isLabel: true });
    }
    this.known.value = [...known.values()].sort((a, b) => Number(b.isLabel) - Number(a.isLabel) || b.score - a.score);
    this.propose("brand", proposal.brand);
    this.propose("model", proposal.model);
    this.propose("serial", proposal.serial);
    // A model alone can be any word on the photo.
    if (proposal.brand !== null) {
      this.propose("name", [proposal.brand, proposal.model].filter((word) => word !== null).join(" "));
    }
  }

  private propose(field: ProposedField, text: string | null): void {
    if (text === null || text.trim() === "" || this.fields[field].peek().trim() !== "") return;
    this.fields[field].value = text.trim();
    this.proposed.value = new Set(this.proposed.peek()).add(field);
  }
}
