/**
 * The state of the composer: a new memory or the changes of one, its file, why it can't be sent, the progress of
 * sending. No DOM.
 */

import { t } from "../i18n/messages.ts";
import { effect, type Signal, signal, untracked } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { changes, type Draft, type DraftMedia, drafts } from "./drafts.ts";
import { memoryApi } from "./memory-api.ts";
import type { MediaText } from "./media-text.ts";
import { outbox } from "./outbox.ts";
import type { Progress } from "./send.ts";
import type { Kind, Memory, NewMemory } from "./types.ts";
import { missingPart, parseTags, savedTitle } from "./memory-text.ts";

/** Milliseconds after the last change before a draft is stored. */
const draftDelay = 400;

export interface ComposerServices {
  drafts: Pick<typeof drafts, "write" | "delete">;
  outbox: Pick<typeof outbox, "submit">;
  api: Pick<typeof memoryApi, "change" | "describe" | "show">;
}

export class ComposerStore {
  readonly memory: Signal<NewMemory>;
  /** The files of a new memory, all of its kind. */
  readonly media: Signal<readonly DraftMedia[]>;
  /** As typed. */
  readonly tags: Signal<string>;
  readonly problem = signal("");
  readonly isSending = signal(false);
  readonly progress = signal<Progress | null>(null);
  /** The new texts of the files of an existing memory, by id. */
  private readonly mediaTexts = new Map<string, MediaText>();
  private sending: AbortController | null = null;
  private isFinished = false;
  private timer = 0;

  /** `before` is the memory that is edited; null for a new one. */
  constructor(
    private readonly space: string,
    draft: Draft,
    readonly before: Memory | null,
    owner: AbortSignal,
    private readonly services: ComposerServices = { drafts, outbox, api: memoryApi },
  ) {
    this.memory = signal(draft.memory);
    this.media = signal(draft.media);
    this.tags = signal(draft.tags);
    if (!before) this.storeDrafts(owner);
    owner.addEventListener("abort", () => this.sending?.abort(), { once: true });
  }

  update(part: Partial<NewMemory>): void {
    this.problem.value = "";
    this.memory.value = { ...this.memory.peek(), ...part };
  }

  setKind(kind: Kind): void {
    if (this.media.peek().some((media) => media.kind !== kind)) this.media.value = [];
    this.update(kind === "text" ? { kind, anchor: { ...this.memory.peek().anchor, screen: null } } : { kind });
  }

  setMedia(media: readonly DraftMedia[]): void {
    this.media.value = media;
    this.update(media.length > 0 ? {} : { anchor: { ...this.memory.peek().anchor, screen: null } });
  }

  /** Texts of a file of the edited memory. */
  setMediaText(id: string, text: MediaText): void {
    this.problem.value = "";
    this.mediaTexts.set(id, text);
  }

  /** Sends it. Resolves with the memory (null: it waits for a connection), or with undefined when it could not be sent. */
  async submit(): Promise<Memory | null | undefined> {
    if (this.sending) return undefined;
    const memory = { ...this.memory.peek(), tags: parseTags(this.tags.peek()) };
    const missing = missingPart(memory, this.before !== null || this.media.peek().length > 0);
    if (missing) {
      this.problem.value = missing;
      return undefined;
    }
    this.memory.value = { ...memory, title: savedTitle(memory) };
    this.sending = new AbortController();
    this.isSending.value = true;
    try {
      const saved = this.before ? await this.change(this.before) : await this.create(this.sending.signal);
      this.finish();
      return saved;
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      this.problem.value = isCancelled ? t("Not sent. Your draft is kept.") : messageOf(error);
      return undefined;
    } finally {
      this.sending = null;
      this.isSending.value = false;
    }
  }

  cancel(): void {
    this.sending?.abort();
  }

  /** Ends editing: a draft is deleted. */
  finish(): void {
    this.isFinished = true;
    clearTimeout(this.timer);
    if (!this.before) void this.services.drafts.delete(this.space);
  }

  private get draft(): Draft {
    return { memory: this.memory.value, media: [...this.media.value], tags: this.tags.value };
  }

  private create(signal: AbortSignal): Promise<Memory | null> {
    this.progress.value = null;
    return this.services.outbox.submit(
      this.space,
      untracked(() => this.draft),
      (now) => this.progress.value = now,
      signal,
    );
  }

  private async change(before: Memory): Promise<Memory> {
    const { api } = this.services;
    const memory = this.memory.peek();
    const changed = changes(before, memory);
    let saved = Object.keys(changed).length === 0 ? before : await api.change(memory.id, changed);
    for (const file of before.media) {
      const text = this.mediaTexts.get(file.id);
      if (!text || (text.alternative === file.alternative && text.transcript === file.transcript)) continue;
      await api.describe(memory.id, file.id, text);
      saved = await api.show(memory.id);
    }
    return saved;
  }

  private storeDrafts(owner: AbortSignal): void {
    let isFirst = true;
    effect(() => {
      const draft = this.draft;
      clearTimeout(this.timer);
      if (!isFirst && !this.isFinished) this.timer = setTimeout(() => void this.storeDraft(draft), draftDelay);
      isFirst = false;
    }, owner);
    owner.addEventListener("abort", () => {
      clearTimeout(this.timer);
      if (!this.isFinished) void this.storeDraft(untracked(() => this.draft));
    }, { once: true });
  }

  private async storeDraft(draft: Draft): Promise<void> {
    if (this.isFinished || await this.services.drafts.write(this.space, draft)) return;
    this.problem.value = t("This browser can't store the draft. Don't reload the page before it is sent.");
  }
}
