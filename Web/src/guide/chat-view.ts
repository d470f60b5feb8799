/** The conversation: transcript, suggested questions, text field. */

import { t } from "../i18n/messages.ts";
import { computed, effect, untracked } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import type { ChatStore, Entry } from "./chat-store.ts";
import { type Composer, composer } from "./composer.ts";
import type { GuideCitation, Persona } from "./guide-api.ts";
import { messageRow } from "./message-row.ts";
import { factsOf } from "./persona-cards.ts";
import { portrait } from "./portrait.ts";
import { Transcript } from "./transcript.ts";

export interface ChatView {
  element: HTMLElement;
  composer: Composer;
}

export function chatView(
  store: ChatStore,
  persona: Persona,
  open: (citation: GuideCitation) => void,
  owner: AbortSignal,
): ChatView {
  const latest = el(
    "button",
    { class: "button small guide-latest", type: "button", hidden: true, onclick: () => transcript.follow() },
    icon("down"),
    el("span", {}, t("Latest message")),
  );
  const ask = (text: string): boolean => {
    const isAsked = store.ask(text);
    if (isAsked) transcript.follow();
    return isAsked;
  };
  const transcript = new Transcript({
    label: t("Conversation with {name}", { name: persona.name }),
    make: (content) => messageRow(content as Entry, { persona, open, retry: () => store.retry() }),
    head: head(store, owner),
    foot: foot(store, persona, ask, owner),
    followed: (isFollowing) => latest.hidden = isFollowing,
    reachedStart: () => {
      if (store.earlierState.peek() === "idle" && store.earlier.peek() !== null) void store.loadEarlier();
    },
  }, owner);
  effect(() => {
    const entries = store.entries.value;
    if (entries.length === 0) untracked(() => transcript.restart());
    untracked(() => transcript.show(entries, store.prependedCount));
  }, owner);
  const field = composer({ name: persona.name, isWaiting: store.isWaiting, ask, stop: () => store.stop() }, owner);
  const keeps = store.guide.peek()?.conversations ?? false;
  const element = el(
    "section",
    { class: "guide-chat", "aria-label": t("Chat") },
    transcript.element,
    el("div", { class: "guide-latest-line" }, latest),
    el(
      "div",
      { class: "guide-lower" },
      !keeps && el("p", { class: "guide-kept" }, t("Without an account, this conversation stays in this tab only.")),
      field.element,
    ),
  );
  return { element, composer: field };
}

/** Above the messages: who answers, or that there are earlier ones. */
function head(store: ChatStore, owner: AbortSignal): HTMLElement {
  const text = el("span", {});
  const retry = el(
    "button",
    { class: "button small", type: "button", onclick: () => void store.loadEarlier() },
    icon("retry"),
    t("Try again"),
  );
  const earlier = el("p", { class: "guide-earlier" }, text, retry);
  const element = el("div", { class: "guide-head" }, earlier);
  effect(() => {
    const isFailed = store.earlierState.value === "failed";
    earlier.hidden = store.earlier.value === null;
    retry.hidden = !isFailed;
    setText(text, isFailed ? t("Earlier messages couldn't be loaded.") : t("Loading earlier messages …"));
  }, owner);
  return element;
}

/** Below the messages: the persona where there are none, and what could be asked next. */
function foot(store: ChatStore, persona: Persona, ask: (text: string) => boolean, owner: AbortSignal): HTMLElement {
  const guide = store.guide.peek()!;
  const intro = el(
    "div",
    { class: "guide-intro" },
    portrait(persona),
    el("h2", {}, t("Ask {name}", { name: persona.name })),
    persona.summary !== "" && el("p", {}, persona.summary),
    el("p", { class: "guide-facts" }, factsOf(guide)),
  );
  const list = el("ul", { class: "guide-suggestions", "aria-label": t("Suggested questions") });
  const element = el("div", { class: "guide-foot" }, intro, list);
  // Only of the last answer: a sentence that arrives changes nothing here.
  const last = computed(() => {
    const entry = store.entries.value.at(-1);
    return entry === undefined ? "none" : entry.state === "waiting" ? "waiting" : entry.answer;
  });
  effect(() => {
    const found = last.value;
    const suggestions = found === "none" ? persona.suggestions : found === "waiting" ? [] : found?.suggestions ?? [];
    intro.hidden = found !== "none";
    list.hidden = suggestions.length === 0;
    const buttons = suggestions.map((text) =>
      el("button", { class: "guide-suggestion", type: "button", onclick: () => void ask(text) }, text)
    );
    list.replaceChildren(...buttons.map((button) => el("li", {}, button)));
  }, owner);
  return element;
}
