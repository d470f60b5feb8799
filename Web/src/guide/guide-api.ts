/** The HTTP interface of guides: asking with streamed sentences, and the account's own conversations. */

import { ApiError, call, json, problemMessage, queryOf, sending } from "../api/client.ts";
import type {
  Conversation,
  ConversationList,
  Guide,
  GuideAnswer,
  GuideQuestion,
  GuideSentence,
} from "../api/generated.ts";
import { t } from "../i18n/messages.ts";
import { readAnswer, readSentence } from "./answers.ts";
import { serverEvents } from "./event-stream.ts";
import { servicePath, type Subject } from "./subject.ts";

export type {
  Conversation,
  ConversationSummary,
  Guide,
  GuideAnswer,
  GuideCitation,
  Persona,
} from "../api/generated.ts";

export type TranscriptFormat = "markdown" | "json";

export const maxQuestionLength = 2000;
/** Of the questions that are sent with one; the server takes at most so many. */
export const maxHistory = 50;

function connectionLost(): ApiError {
  return new ApiError(0, t("The connection was lost before the answer was complete."));
}

/** Reads the events of an answer; `heard` is called with each sentence. */
async function streamedAnswer(
  body: ReadableStream<Uint8Array>,
  heard: (sentence: GuideSentence) => void,
): Promise<GuideAnswer> {
  for await (const { event, data } of serverEvents(body)) {
    if (event === "answer") return readAnswer(JSON.parse(data));
    if (event === "failure") {
      const { status } = JSON.parse(data) as { status?: unknown };
      const code = typeof status === "number" ? status : 500;
      throw new ApiError(code, problemMessage(code, data));
    }
    const sentence = event === "sentence" ? readSentence(JSON.parse(data)) : null;
    if (sentence) heard(sentence);
  }
  throw connectionLost();
}

export const guideApi = {
  guide(subject: Subject, signal?: AbortSignal): Promise<Guide> {
    return json(servicePath(subject), signal ? { signal } : {});
  },

  /** Resolves with the whole answer. Aborting the signal stops the model. */
  async ask(
    subject: Subject,
    question: GuideQuestion,
    heard: (sentence: GuideSentence) => void,
    signal: AbortSignal,
  ): Promise<GuideAnswer> {
    const init = sending<"askExhibitGuide">("POST", question);
    const headers = { ...init.headers, Accept: "text/event-stream" };
    const response = await call(`${servicePath(subject)}/answers`, { ...init, headers, signal });
    const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream") ?? false;
    try {
      if (isStream && response.body) return await streamedAnswer(response.body, heard);
      return readAnswer(await response.json());
    } catch (error) {
      if (signal.aborted || error instanceof ApiError) throw error;
      throw connectionLost();
    }
  },

  conversations(
    query: { search?: string; about?: string; after?: string; limit?: number },
    signal?: AbortSignal,
  ): Promise<ConversationList> {
    return json(`/guide/conversations?${queryOf<"listConversations">(query)}`, signal ? { signal } : {});
  },

  /** The latest messages, or those before a message. */
  async conversation(
    id: string,
    query: { before?: number; limit?: number },
    signal?: AbortSignal,
  ): Promise<Conversation> {
    const path = `/guide/conversations/${id}?${queryOf<"getConversation">(query)}`;
    const found = await json<Conversation>(path, signal ? { signal } : {});
    return { ...found, messages: found.messages.map((each) => ({ ...each, answer: readAnswer(each.answer) })) };
  },

  exportURL(id: string, format: TranscriptFormat): string {
    return `/api/v1/guide/conversations/${id}/export?${queryOf<"exportConversation">({ format })}`;
  },

  async delete(id: string): Promise<void> {
    await call(`/guide/conversations/${id}`, { method: "DELETE" });
  },

  async deleteAll(): Promise<void> {
    await call("/guide/conversations", { method: "DELETE" });
  },
};

export type GuideSource = typeof guideApi;
