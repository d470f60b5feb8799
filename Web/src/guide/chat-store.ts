/** The state of a guide's page: who answers, the messages, the question that is being answered. No DOM. */

import { ApiError } from "../api/client.ts";
import type { GuideSentence } from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { batch, computed, type ReadonlySignal, signal } from "../reactive/signal.ts";
import { messageOf } from "../ui/notice.ts";
import { sentencesOf } from "./answers.ts";
import {
  type Conversation,
  type Guide,
  type GuideAnswer,
  guideApi,
  type GuideSource,
  maxHistory,
  type Persona,
} from "./guide-api.ts";
import { type GuideAddress, isSameSubject, type Subject, subjectOf } from "./subject.ts";
import { TabStorage } from "./tab-storage.ts";

/** A question with its answer. It is never changed: another one replaces it. */
export interface Entry {
  readonly question: string;
  readonly state: "waiting" | "answered" | "stopped" | "failed";
  /** Those that have arrived. */
  readonly sentences: readonly GuideSentence[];
  readonly answer: GuideAnswer | null;
  /** Why it failed. */
  readonly problem: string;
  /** Whether it is the last one, so that it can be asked again. */
  readonly canRetry: boolean;
}

export type ChatPhase =
  | { state: "loading" | "choosing" | "ready" }
  | { state: "failed"; message: string; isMissing: boolean };

export interface ChatEvents {
  /** For screen readers. */
  said(text: string): void;
  /** The address of what is shown has changed. `replaces`: without a step in the browser's history. */
  moved(address: GuideAddress, replaces: boolean): void;
  /** The conversation is about something else. */
  elsewhere(subject: Subject, address: GuideAddress): void;
}

type ChatSource = Pick<GuideSource, "guide" | "ask" | "conversation">;

const firstPage = 50;
const earlierPage = 200;

function answered(question: string, answer: GuideAnswer): Entry {
  return { question, state: "answered", sentences: sentencesOf(answer), answer, problem: "", canRetry: false };
}

export class ChatStore {
  private readonly currentPhase = signal<ChatPhase>({ state: "loading" });
  private readonly currentGuide = signal<Guide | null>(null);
  private readonly currentPersona = signal<Persona | null>(null);
  private readonly currentEntries = signal<readonly Entry[]>([]);
  private readonly currentConversation = signal<string | null>(null);
  private readonly currentEarlier = signal<number | null>(null);
  private readonly currentEarlierState = signal<"idle" | "loading" | "failed">("idle");
  private asking: AbortController | null = null;
  /** How many entries were added before those that were shown first. */
  prependedCount = 0;

  readonly phase: ReadonlySignal<ChatPhase> = this.currentPhase;
  readonly guide: ReadonlySignal<Guide | null> = this.currentGuide;
  readonly persona: ReadonlySignal<Persona | null> = this.currentPersona;
  readonly entries: ReadonlySignal<readonly Entry[]> = this.currentEntries;
  /** The id of the kept conversation. */
  readonly conversation: ReadonlySignal<string | null> = this.currentConversation;
  /** The number before which there are more messages; null: all are loaded. */
  readonly earlier: ReadonlySignal<number | null> = this.currentEarlier;
  readonly earlierState: ReadonlySignal<"idle" | "loading" | "failed"> = this.currentEarlierState;
  readonly isWaiting = computed(() => this.currentEntries.value.at(-1)?.state === "waiting");

  constructor(
    readonly subject: Subject,
    private readonly events: ChatEvents,
    private readonly owner: AbortSignal,
    private readonly source: ChatSource = guideApi,
    private readonly tab: TabStorage = new TabStorage(subject),
  ) {
    owner.addEventListener("abort", () => this.asking?.abort(), { once: true });
  }

  /** Loads the guide, and the conversation that the address names. */
  async open(address: GuideAddress): Promise<void> {
    this.currentPhase.value = { state: "loading" };
    try {
      const guide = await this.source.guide(this.subject, this.owner);
      this.currentGuide.value = guide;
      const kept = guide.conversations && address.conversation !== null
        ? await this.keptConversation(address.conversation)
        : null;
      if (this.owner.aborted) return;
      const subject = kept && subjectOf(kept.about);
      if (kept && subject && !isSameSubject(subject, this.subject)) {
        return this.events.elsewhere(subject, { persona: kept.persona, conversation: kept.id });
      }
      batch(() => this.show(guide, kept, address));
    } catch (error) {
      if (this.owner.aborted) return;
      const isMissing = error instanceof ApiError && error.status === 404;
      this.currentPhase.value = { state: "failed", message: messageOf(error), isMissing };
    }
  }

  /** Begins to talk to somebody. */
  choose(persona: Persona): void {
    batch(() => this.begin(persona, null));
    this.events.moved({ persona: persona.id, conversation: null }, false);
  }

  /** Begins a new conversation with the same persona. In a tab's own conversation the messages are removed. */
  startAgain(): void {
    const persona = this.currentPersona.peek();
    const guide = this.currentGuide.peek();
    if (!persona || !guide) return;
    const isKept = this.currentConversation.peek() !== null;
    this.stop();
    if (!guide.conversations) this.tab.keep(persona.id, []);
    batch(() => this.begin(persona, null));
    this.events.moved({ persona: persona.id, conversation: null }, !isKept);
  }

  /** Whether the question is being asked; the caller keeps its text otherwise. */
  ask(text: string): boolean {
    const question = text.trim();
    if (question === "" || this.isWaiting.peek() || this.currentPhase.peek().state !== "ready") return false;
    void this.run(question);
    return true;
  }

  /** Asks the last question again, which failed or was stopped. */
  retry(): void {
    const last = this.currentEntries.peek().at(-1);
    if (!last?.canRetry) return;
    this.currentEntries.value = this.currentEntries.peek().slice(0, -1);
    void this.run(last.question);
  }

  /** Stops the answer; what has arrived stays. */
  stop(): void {
    this.asking?.abort();
  }

  /** Loads the messages before those that are shown. */
  async loadEarlier(): Promise<void> {
    const id = this.currentConversation.peek();
    const before = this.currentEarlier.peek();
    if (id === null || before === null || this.currentEarlierState.peek() === "loading") return;
    this.currentEarlierState.value = "loading";
    try {
      const { messages, earlier } = await this.source.conversation(id, { before, limit: earlierPage }, this.owner);
      if (this.owner.aborted || this.currentConversation.peek() !== id) return;
      batch(() => {
        this.prependedCount += messages.length;
        const added = messages.map(({ question, answer }) => answered(question, answer));
        this.currentEntries.value = [...added, ...this.currentEntries.peek()];
        this.currentEarlier.value = messages.length > 0 ? earlier : null;
        this.currentEarlierState.value = "idle";
      });
    } catch {
      if (!this.owner.aborted) this.currentEarlierState.value = "failed";
    }
  }

  /** The question that was not answered, for the text field of a later visit. */
  get unanswered(): string {
    const last = this.currentEntries.peek().at(-1);
    return last && last.state !== "answered" ? last.question : "";
  }

  private async keptConversation(id: string): Promise<Conversation | null> {
    try {
      return await this.source.conversation(id, { limit: firstPage }, this.owner);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      this.events.said(t("This conversation was deleted. A new one begins."));
      return null;
    }
  }

  private show(guide: Guide, kept: Conversation | null, address: GuideAddress): void {
    const wanted = kept?.persona ?? address.persona;
    const known = guide.personas.find(({ id }) => id === wanted);
    const persona = known ?? (guide.personas.length === 1 || kept ? guide.personas[0] : undefined);
    if (!persona) {
      this.currentPhase.value = { state: "choosing" };
      return;
    }
    this.begin(persona, kept);
    if ((kept?.id ?? null) !== address.conversation) {
      this.events.moved({ persona: address.persona && persona.id, conversation: kept?.id ?? null }, true);
    }
  }

  private begin(persona: Persona, kept: Conversation | null): void {
    const isKept = this.currentGuide.peek()?.conversations ?? false;
    const messages = kept?.messages ?? (isKept ? [] : this.tab.messages(persona.id));
    this.prependedCount = 0;
    this.currentPersona.value = persona;
    this.currentEntries.value = messages.map(({ question, answer }) => answered(question, answer));
    this.currentConversation.value = kept?.id ?? null;
    this.currentEarlier.value = kept?.earlier ?? null;
    this.currentEarlierState.value = "idle";
    this.currentPhase.value = { state: "ready" };
  }

  private async run(question: string): Promise<void> {
    const persona = this.currentPersona.peek();
    const guide = this.currentGuide.peek();
    if (!persona || !guide) return;
    const controller = new AbortController();
    this.asking = controller;
    const conversation = guide.conversations ? this.currentConversation.peek() ?? "new" : null;
    const earlier = this.currentEntries.peek();
    const history = earlier.slice(-maxHistory).map((entry) => entry.question);
    const waiting: Entry = { question, state: "waiting", sentences: [], answer: null, problem: "", canRetry: false };
    this.currentEntries.value = [
      ...earlier.map((each) => each.canRetry ? { ...each, canRetry: false } : each),
      waiting,
    ];
    const heard = (sentence: GuideSentence): void => {
      if (controller.signal.aborted) return;
      this.change((entry) => ({ ...entry, sentences: [...entry.sentences, sentence] }));
      this.events.said(sentence.text);
    };
    const body = { persona: persona.id, question, ...(conversation === null ? { history } : { conversation }) };
    try {
      const answer = await this.source.ask(this.subject, body, heard, controller.signal);
      if (!controller.signal.aborted) this.finish(question, answer, persona);
      else this.stopped();
    } catch (error) {
      if (controller.signal.aborted) return this.stopped();
      // The conversation was deleted meanwhile: asking again begins another one.
      if (error instanceof ApiError && error.status === 404) this.currentConversation.value = null;
      this.failed(messageOf(error));
    } finally {
      if (this.asking === controller) this.asking = null;
    }
  }

  private finish(question: string, answer: GuideAnswer, persona: Persona): void {
    const heardCount = this.currentEntries.peek().at(-1)?.sentences.length ?? 0;
    this.change(() => answered(question, answer));
    for (const sentence of sentencesOf(answer).slice(heardCount)) this.events.said(sentence.text);
    if (this.currentGuide.peek()?.conversations) {
      if (answer.conversation === null || answer.conversation === this.currentConversation.peek()) return;
      this.currentConversation.value = answer.conversation;
      this.events.moved({ persona: persona.id, conversation: answer.conversation }, true);
    } else {
      const kept = this.currentEntries.peek().flatMap(({ question, answer }) => answer ? [{ question, answer }] : []);
      this.tab.keep(persona.id, kept);
    }
  }

  private stopped(): void {
    if (this.owner.aborted) return;
    this.change((entry) => ({ ...entry, state: "stopped", canRetry: true }));
    this.events.said(t("Stopped."));
  }

  private failed(problem: string): void {
    this.change((entry) => ({ ...entry, state: "failed", problem, canRetry: true }));
    this.events.said(t("The question wasn't answered: {problem}", { problem }));
  }

  /** Replaces the entry that is being answered. */
  private change(next: (entry: Entry) => Entry): void {
    const entries = this.currentEntries.peek();
    const last = entries.at(-1);
    if (last?.state === "waiting") this.currentEntries.value = [...entries.slice(0, -1), next(last)];
  }
}
