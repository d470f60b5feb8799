/** What a page keeps in its tab: conversations of visitors without an account, and text that was not sent. */

import type { GuideAnswer } from "../api/generated.ts";
import type { KeyValueStore } from "../ui/browser-storage.ts";
import { readAnswer } from "./answers.ts";
import { aboutOf, type Subject } from "./subject.ts";

export interface KeptMessage {
  question: string;
  answer: GuideAnswer;
}

/** The latest messages; a tab's storage is small. */
const maxKeptMessages = 200;

/** Null where the browser denies it. */
export function tabStorage(): KeyValueStore | null {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}

/** Frames in other pages store nothing. */
function isInFrame(subject: Subject): boolean {
  return subject.kind === "exhibit" && (subject.visit?.startsWith("/embed/") ?? false);
}

export class TabStorage {
  constructor(
    private readonly subject: Subject,
    private readonly store: KeyValueStore | null = isInFrame(subject) ? null : tabStorage(),
  ) {}

  messages(persona: string): KeptMessage[] {
    try {
      const kept: unknown = JSON.parse(this.store?.getItem(this.messagesKey(persona)) ?? "[]");
      if (!Array.isArray(kept)) return [];
      return kept.flatMap((each: { question?: unknown; answer?: unknown } | null) =>
        typeof each?.question === "string" ? [{ question: each.question, answer: readAnswer(each.answer) }] : []
      );
    } catch {
      return [];
    }
  }

  keep(persona: string, messages: readonly KeptMessage[]): void {
    this.set(this.messagesKey(persona), messages.length === 0 ? "" : JSON.stringify(messages.slice(-maxKeptMessages)));
  }

  get draft(): string {
    try {
      return this.store?.getItem(this.draftKey) ?? "";
    } catch {
      return "";
    }
  }

  set draft(text: string) {
    this.set(this.draftKey, text);
  }

  private messagesKey(persona: string): string {
    return `diorama.guide.messages.${aboutOf(this.subject)}.${persona}`;
  }

  private get draftKey(): string {
    return `diorama.guide.draft.${aboutOf(this.subject)}`;
  }

  private set(key: string, text: string): void {
    try {
      if (text === "") this.store?.removeItem(key);
      else this.store?.setItem(key, text);
    } catch {
      // The storage is full or denied: it holds until the page is closed.
    }
  }
}
