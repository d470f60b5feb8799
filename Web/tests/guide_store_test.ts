import { deepStrictEqual, strictEqual } from "./assert.ts";
import { ApiError } from "../src/api/client.ts";
import type { Conversation, Guide, GuideQuestion, GuideSentence, Persona } from "../src/api/generated.ts";
import { readAnswer } from "../src/guide/answers.ts";
import { ChatStore } from "../src/guide/chat-store.ts";
import { ConversationsStore } from "../src/guide/conversations-store.ts";
import type { ConversationSummary, GuideAnswer } from "../src/guide/guide-api.ts";
import { TabStorage } from "../src/guide/tab-storage.ts";

const id = "2Abc0123456789abcdefghijklm";
const artemis = { kind: "exhibit", id: "artemis" } as const;

function persona(id: string): Persona {
  const suggestions = ["How tall?"];
  return { id, name: id, role: "", organization: "", summary: "", isReal: true, portrait: null, suggestions };
}

function guide(change: Partial<Guide> = {}): Guide {
  const personas = [persona("glover"), persona("koch")];
  return { title: "Artemis", notice: "", personas, passages: 3, model: "extractive", conversations: true, ...change };
}

function conversation(first: number, last: number): Conversation {
  const messages = [];
  for (let number = first; number <= last; number += 1) {
    messages.push({ number, question: `Q${number}`, answer: readAnswer({ answer: `A${number}` }), time: "" });
  }
  const earlier = first > 1 ? first : null;
  return { id, about: "exhibit:artemis", persona: "koch", title: "Q1", messages, earlier, created: "", modified: "" };
}

interface Answering {
  resolve(answer: GuideAnswer): void;
  reject(error: Error): void;
  heard(text: string): void;
}

interface SetUp {
  chat: ChatStore;
  asked: GuideQuestion[];
  log: string[];
  kept: Map<string, string>;
  states(): string[];
  answer(): Answering;
}

/** A server whose answers the test gives, and what the page received. */
function setUp(served: Guide, found: Conversation | null = null): SetUp {
  const asked: GuideQuestion[] = [];
  const log: string[] = [];
  let answering: { resolve(answer: GuideAnswer): void; reject(error: Error): void; heard(text: string): void } | null =
    null;
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const controller = new AbortController();
  const source = {
    guide: () => Promise.resolve(served),
    conversation: (_: string, query: { before?: number }) => {
      if (found === null) return Promise.reject(new ApiError(404, "There is no such conversation."));
      return Promise.resolve(query.before === undefined ? found : conversation(1, query.before - 1));
    },
    ask: (_: unknown, question: GuideQuestion, heard: (sentence: GuideSentence) => void, signal: AbortSignal) => {
      asked.push(question);
      return new Promise<GuideAnswer>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("Stopped", "AbortError")));
        answering = { resolve, reject, heard: (text) => heard({ text, isQuotation: true, citations: [] }) };
      });
    },
  };
  const chat = new ChatStore(
    artemis,
    {
      said: (text) => log.push(text),
      moved: ({ persona, conversation }, replaces) =>
        log.push(`${replaces ? "replace" : "push"} ${persona} ${conversation}`),
      elsewhere: (subject) => log.push(`elsewhere ${subject.kind}`),
    },
    controller.signal,
    source,
    new TabStorage(artemis, store),
  );
  const states = (): string[] => chat.entries.peek().map(({ question, state }) => `${question} ${state}`);
  return { chat, asked, log, kept, states, answer: () => answering! };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

Deno.test("a persona is chosen, a question asked, and the kept conversation is in the address", async () => {
  const { chat, asked, log, states, answer } = setUp(guide());
  await chat.open({ persona: null, conversation: null });
  strictEqual(chat.phase.value.state, "choosing");
  strictEqual(chat.ask("too early"), false);
  chat.choose(chat.guide.value!.personas[1]!);
  strictEqual(chat.ask("  "), false);
  strictEqual(chat.ask(" How many days? "), true);
  strictEqual(chat.ask("another"), false);
  answer().heard("328 days.");
  deepStrictEqual(chat.entries.value[0]!.sentences.map(({ text }) => text), ["328 days."]);
  answer().resolve(
    readAnswer({ answer: "328 days.", sentences: [{ text: "328 days." }, { text: "Six walks." }], conversation: id }),
  );
  await settled();
  deepStrictEqual(states(), ["How many days? answered"]);
  deepStrictEqual(asked, [{ persona: "koch", question: "How many days?", conversation: "new" }]);
  deepStrictEqual(log, ["push koch null", "328 days.", "Six walks.", `replace koch ${id}`]);
  chat.ask("And then?");
  strictEqual(asked[1]!.conversation, id);
});

Deno.test("a failed question stays, and can be asked again", async () => {
  const { chat, states, answer, asked } = setUp(guide());
  await chat.open({ persona: "koch", conversation: null });
  chat.ask("One?");
  answer().reject(new ApiError(0, "Diorama can't be reached."));
  await settled();
  deepStrictEqual(states(), ["One? failed"]);
  strictEqual(chat.unanswered, "One?");
  strictEqual(chat.entries.value[0]!.problem, "Diorama can't be reached.");
  chat.retry();
  deepStrictEqual(states(), ["One? waiting"]);
  answer().resolve(readAnswer({ answer: "Yes." }));
  await settled();
  deepStrictEqual(states(), ["One? answered"]);
  strictEqual(asked.length, 2);
  chat.retry();
  strictEqual(asked.length, 2);
});

Deno.test("stopping keeps what has arrived; a later question takes the button to ask again", async () => {
  const { chat, states, answer } = setUp(guide());
  await chat.open({ persona: "koch", conversation: null });
  chat.ask("One?");
  answer().heard("First.");
  chat.stop();
  await settled();
  deepStrictEqual(states(), ["One? stopped"]);
  strictEqual(chat.entries.value[0]!.sentences.length, 1);
  strictEqual(chat.entries.value[0]!.canRetry, true);
  chat.ask("Two?");
  strictEqual(chat.entries.value[0]!.canRetry, false);
  deepStrictEqual(states(), ["One? stopped", "Two? waiting"]);
});

Deno.test("without an account the conversation is kept in the tab, and sends its questions", async () => {
  const { chat, asked, answer, kept, log } = setUp(guide({ conversations: false }));
  await chat.open({ persona: "koch", conversation: null });
  for (const question of ["One?", "Two?"]) {
    chat.ask(question);
    answer().resolve(readAnswer({ answer: "Yes." }));
    await settled();
  }
  deepStrictEqual(asked[1], { persona: "koch", question: "Two?", history: ["One?"] });
  strictEqual(log.filter((each) => each.startsWith("replace")).length, 0);
  await chat.open({ persona: "koch", conversation: null });
  strictEqual(chat.entries.value.length, 2);
  chat.startAgain();
  strictEqual(chat.entries.value.length, 0);
  strictEqual(kept.size, 0);
});

Deno.test("a conversation goes on after a reload, with earlier messages in pages", async () => {
  const { chat, log } = setUp(guide(), conversation(151, 200));
  await chat.open({ persona: null, conversation: id });
  strictEqual(chat.persona.value?.id, "koch");
  strictEqual(chat.entries.value[0]!.question, "Q151");
  await chat.loadEarlier();
  strictEqual(chat.entries.value.length, 200);
  strictEqual(chat.entries.value[0]!.question, "Q1");
  strictEqual(chat.prependedCount, 150);
  strictEqual(chat.earlier.value, null);
  deepStrictEqual(log, []);
  chat.startAgain();
  strictEqual(chat.conversation.value, null);
  deepStrictEqual(log, ["push koch null"]);
});

Deno.test("a deleted conversation begins anew; one about something else is opened there", async () => {
  const deleted = setUp(guide());
  await deleted.chat.open({ persona: "koch", conversation: id });
  strictEqual(deleted.chat.phase.value.state, "ready");
  strictEqual(deleted.log.at(-1), "replace koch null");
  const other = setUp(guide(), { ...conversation(1, 2), about: "library" });
  await other.chat.open({ persona: "koch", conversation: id });
  deepStrictEqual(other.log, ["elsewhere library"]);
});

Deno.test("a guide with one persona needs no choice", async () => {
  const { chat } = setUp(guide({ personas: [persona("guide")] }));
  await chat.open({ persona: null, conversation: null });
  strictEqual(chat.persona.value?.id, "guide");
  strictEqual(chat.phase.value.state, "ready");
});

Deno.test("conversations are searched, counted and deleted", async () => {
  const summary = (id: string): ConversationSummary => ({
    id,
    about: "library",
    persona: "guide",
    title: id,
    excerpt: null,
    messages: 2,
    created: "",
    modified: "",
  });
  const calls: unknown[] = [];
  const store = new ConversationsStore(new AbortController().signal, {
    conversations: (query) => {
      calls.push(query);
      const isNext = query.after !== undefined;
      return Promise.resolve({ conversations: [summary(isNext ? "b" : "a")], next: isNext ? null : "a" });
    },
    delete: async () => {},
    deleteAll: async () => {},
  });
  await store.find(" moon ", "library");
  await store.loadMore();
  await store.loadMore();
  deepStrictEqual(store.items.value.map((each) => each.id), ["a", "b"]);
  deepStrictEqual(calls, [
    { limit: 50, search: "moon", about: "library" },
    { limit: 50, search: "moon", about: "library", after: "a" },
  ]);
  deepStrictEqual(await store.countAll(), { count: 1, isExact: false });
  await store.delete("a");
  deepStrictEqual(store.items.value.map((each) => each.id), ["b"]);
  await store.deleteAll();
  strictEqual(store.items.value.length, 0);
});
