/** The state of the editor: the document with its history, what is selected, and saving. No DOM. */

import { ApiError } from "../../api/client.ts";
import { t } from "../../i18n/messages.ts";
import { batch, computed, type ReadonlySignal, signal } from "../../reactive/signal.ts";
import { messageOf } from "../../ui/notice.ts";
import type { Exhibit } from "../document.ts";
import { exhibitApi, type ExhibitDetail, type ExhibitFile, type ExhibitSource } from "../exhibit-api.ts";
import { ExhibitDrafts } from "./drafts.ts";
import { History } from "./history.ts";
import type { Operation } from "./operations.ts";
import { type Problem, problemsOf } from "./problems.ts";
import { Saver, type SaveState } from "./saver.ts";

export type EditorPhase =
  | { state: "loading" }
  | { state: "ready" }
  /** It can only be viewed or copied. */
  | { state: "readOnly" }
  | { state: "failed"; message: string; isMissing: boolean };

/** Milliseconds after which edits of the same field are another step. */
const pause = 2000;

const emptyDocument: Exhibit = {
  version: 1,
  title: "",
  summary: "",
  language: "en",
  license: "",
  credits: [],
  models: [],
  cards: [],
  guides: [],
  timelines: [],
  scenarios: [],
};

export class EditorStore {
  private readonly currentPhase = signal<EditorPhase>({ state: "loading" });
  private readonly currentDocument = signal<Exhibit>(emptyDocument);
  private readonly currentFiles = signal<readonly ExhibitFile[]>([]);
  private readonly labels = signal<{ undo: string | null; redo: string | null }>({ undo: null, redo: null });
  private readonly saver: Saver;
  private readonly drafts: ExhibitDrafts;
  private history = new History(emptyDocument);
  private lastEdit = 0;

  readonly phase: ReadonlySignal<EditorPhase> = this.currentPhase;
  readonly document: ReadonlySignal<Exhibit> = this.currentDocument;
  readonly files: ReadonlySignal<readonly ExhibitFile[]> = this.currentFiles;
  /** What undo and redo would revert and repeat; null where there is nothing. */
  readonly undoLabel = computed(() => this.labels.value.undo);
  readonly redoLabel = computed(() => this.labels.value.redo);
  readonly saveState: ReadonlySignal<SaveState>;
  /** What the server would refuse or has refused. */
  readonly problems: ReadonlySignal<readonly Problem[]>;
  /** Whether unsaved changes of an earlier visit were restored. */
  readonly isRestored = signal(false);
  readonly selectedModel = signal<string | null>(null);
  readonly selectedPart = signal<string | null>(null);
  readonly selectedCard = signal<string | null>(null);

  constructor(
    readonly id: string,
    readonly source: ExhibitSource = exhibitApi,
    drafts: ExhibitDrafts = new ExhibitDrafts(id),
  ) {
    this.drafts = drafts;
    const props = {
      id,
      current: () => this.currentDocument.peek(),
      problems: () => problemsOf(this.currentDocument.peek()),
      saved: (detail: ExhibitDetail) => this.noteSaved(detail),
    };
    this.saver = new Saver(props, source);
    this.saveState = this.saver.state;
    this.problems = computed(() => {
      const own = problemsOf(this.currentDocument.value);
      const saving = this.saveState.value;
      return saving.state === "failed" && saving.problem.path !== "" ? [...own, saving.problem] : own;
    });
  }

  get hasChanges(): boolean {
    return this.saver.hasChanges;
  }

  async load(): Promise<void> {
    this.currentPhase.value = { state: "loading" };
    try {
      const detail = await this.source.exhibit(this.id);
      batch(() => this.open(detail));
    } catch (error) {
      const isMissing = error instanceof ApiError && error.status === 404;
      this.currentPhase.value = { state: "failed", message: messageOf(error), isMissing };
    }
  }

  /** Edits with the same key in a row are one step of undo. */
  edit(label: string, operation: Operation, key: string | null = null): void {
    const before = this.currentDocument.peek();
    const after = operation(before);
    if (after === before) return;
    if (Date.now() - this.lastEdit > pause) this.history.seal();
    this.lastEdit = Date.now();
    this.history.push(after, label, key);
    this.show();
  }

  /** The next edit is a step of its own. */
  seal(): void {
    this.history.seal();
  }

  /** Returns the label of what was undone. */
  undo(): string | null {
    const label = this.history.undo();
    if (label !== null) this.show();
    return label;
  }

  redo(): string | null {
    const label = this.history.redo();
    if (label !== null) this.show();
    return label;
  }

  /** Saves now; resolves with whether all is saved. */
  save(): Promise<boolean> {
    return this.saver.flush();
  }

  /** In a conflict: continues with what was saved elsewhere. Undo returns to one's own version. */
  async loadOther(): Promise<void> {
    const detail = await this.source.exhibit(this.id);
    batch(() => {
      this.history.push(detail.document, t("Load the other version"));
      this.currentFiles.value = detail.files;
      this.saver.adopt(detail.revision, detail.document);
      this.show();
    });
  }

  /** In a conflict: saves over what was saved elsewhere. */
  async saveOver(): Promise<boolean> {
    const { revision } = await this.source.exhibit(this.id);
    return this.saver.overwrite(revision);
  }

  /** Runs a request after which the document on the server has more models: they are added here as well. Returns their ids. */
  async addModels(request: () => Promise<ExhibitDetail>): Promise<string[]> {
    if (!await this.saver.flush()) {
      throw new Error(t("The changes so far aren't saved yet. Save them, then add the model."));
    }
    return this.saver.exclusively(async () => {
      const before = this.currentDocument.peek();
      const hadChanges = this.saver.hasChanges;
      const detail = await request();
      const current = this.currentDocument.peek();
      const known = new Set(current.models.map((model) => model.id));
      const added = detail.document.models.filter((model) => !known.has(model.id));
      batch(() => {
        this.currentFiles.value = detail.files;
        this.edit(t("Add a model"), (document) => ({ ...document, models: [...document.models, ...added] }));
        const isSame = !hadChanges && current === before;
        this.saver.adopt(detail.revision, isSame ? this.currentDocument.peek() : detail.document);
      });
      return added.map((model) => model.id);
    });
  }

  async uploadImage(name: string, image: Blob): Promise<ExhibitFile> {
    const file = await this.source.putImage(this.id, name, image);
    this.currentFiles.value = [...this.currentFiles.peek().filter(({ path }) => path !== file.path), file];
    return file;
  }

  /** Ends saving; what isn't saved is sent once more, and kept in this browser. */
  close(): void {
    if (this.hasChanges) void this.saver.flush(true);
    this.saver.stop();
  }

  private open(detail: ExhibitDetail): void {
    this.history = new History(detail.document);
    this.currentFiles.value = detail.files;
    this.currentDocument.value = detail.document;
    this.saver.adopt(detail.revision, detail.document);
    const draft = detail.canEdit ? this.drafts.read() : null;
    if (draft && JSON.stringify(draft.document) !== JSON.stringify(detail.document)) {
      this.history.push(draft.document, t("Restore unsaved changes"));
      this.isRestored.value = true;
      this.show();
      if (draft.revision !== detail.revision) this.saver.conflict();
    }
    this.select();
    this.labels.value = { undo: this.history.undoLabel, redo: this.history.redoLabel };
    this.currentPhase.value = { state: detail.canEdit ? "ready" : "readOnly" };
  }

  private show(): void {
    batch(() => {
      this.currentDocument.value = this.history.document;
      this.labels.value = { undo: this.history.undoLabel, redo: this.history.redoLabel };
      this.select();
      this.saver.changed();
    });
    if (!this.saver.hasChanges) this.drafts.remove();
    else this.drafts.write({ revision: this.saver.currentRevision, document: this.history.document });
  }

  /** Selects a model where none is selected or the selected one is gone. */
  private select(): void {
    const { models, cards } = this.currentDocument.peek();
    const model = this.selectedModel.peek();
    if (!models.some(({ id }) => id === model)) this.selectedModel.value = models[0]?.id ?? null;
    const card = this.selectedCard.peek();
    if (card !== null && !cards.some(({ id }) => id === card)) this.selectedCard.value = null;
  }

  private noteSaved(detail: ExhibitDetail): void {
    const paths = new Set(detail.files.map(({ path }) => path));
    const others = this.currentFiles.peek().filter(({ path }) => !paths.has(path));
    this.currentFiles.value = [...detail.files, ...others];
    if (!this.saver.hasChanges) this.drafts.remove();
  }
}
