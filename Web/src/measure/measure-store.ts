/** All state of the measure tool: the draft, the saved measurements and their common history. No DOM. */

import { t } from "../i18n/messages.ts";
import { batch, computed, type ReadonlySignal } from "../reactive/signal.ts";
import { emptyDraft, requestOf } from "./draft.ts";
import { DraftStore } from "./draft-store.ts";
import { History } from "./history.ts";
import { freshName } from "./kinds.ts";
import { type SavedService, SavedStore } from "./saved-store.ts";
import type { Measured, Measurement, MeasurementsAnswer, MeasurePoint, MeasureRequest } from "./types.ts";

/** The calls to the server that the stores need; `measureApi` is one. */
export interface MeasureService extends SavedService {
  measure(space: string, request: MeasureRequest, signal: AbortSignal): Promise<Measured>;
  save(space: string, request: MeasureRequest, name: string): Promise<Measurement>;
}

export class MeasureStore {
  readonly history = new History();
  readonly draft: DraftStore;
  readonly saved: SavedStore;
  readonly canEdit: boolean;
  /** The ids of the measurements that were saved on this page. */
  readonly made = new Set<string>();
  readonly suggestedName: ReadonlySignal<string> = computed(() =>
    freshName(this.draft.current.value.kind, this.saved.all.value.map(({ name }) => name))
  );

  constructor(readonly space: string, answer: MeasurementsAnswer, private readonly service: MeasureService) {
    this.canEdit = answer.canEdit;
    this.draft = new DraftStore((request, signal) => service.measure(space, request, signal), this.history);
    this.saved = new SavedStore(answer.measurements, service, this.history);
  }

  place(point: MeasurePoint): void {
    batch(() => {
      this.saved.select(null);
      this.draft.add(point);
    });
  }

  /** Saves the draft; an empty name takes the suggested one. */
  async save(name: string): Promise<Measurement> {
    const before = this.draft.current.peek();
    const request = requestOf(before, this.draft.snapRadius);
    if (!request) throw new Error(t("Some points are missing."));
    const after = emptyDraft(before.kind);
    const made = await this.service.save(this.space, request, name.trim() || this.suggestedName.peek());
    this.made.add(made.id);
    batch(() => {
      this.saved.put(made);
      this.draft.set(after);
      this.saved.select(made.id);
    });
    this.history.push({
      description: t("Saved {name}", { name: made.name }),
      undo: async () => {
        await this.saved.moveToTrash(made.id);
        this.draft.set(before);
      },
      redo: async () => {
        await this.saved.restore(made.id);
        this.draft.set(after);
      },
    });
    return made;
  }

  dispose(): void {
    this.draft.dispose();
  }
}
