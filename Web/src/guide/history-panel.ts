/** The account's own conversations: search, open, export, delete. */

import { t } from "../i18n/messages.ts";
import { effect, untracked } from "../reactive/signal.ts";
import { announce } from "../ui/announce.ts";
import { ask } from "../ui/dialog.ts";
import { el, freshID } from "../ui/dom.ts";
import { formatDate, plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { menuButton, type MenuItem } from "../ui/menu.ts";
import { messageOf, notify } from "../ui/notice.ts";
import type { SheetProps } from "../ui/sheet.ts";
import { ConversationsStore } from "./conversations-store.ts";
import { type ConversationSummary, type Guide, guideApi } from "./guide-api.ts";
import { aboutOf, guideAddress, type Subject, subjectOf } from "./subject.ts";

export interface HistoryProps {
  subject: Subject;
  guide: Guide;
  /** The conversation that is open. */
  current: string | null;
  /** Called when the open conversation was deleted. */
  deleted(): void;
  startAgain(): void;
}

const searchDelay = 250;

export function historySheet(props: HistoryProps): SheetProps {
  const controller = new AbortController();
  const owner = controller.signal;
  const store = new ConversationsStore(owner);
  const list = el("ul", { class: "history-list", "aria-label": t("Conversations") });
  const status = el("p", { class: "history-status", role: "status" });
  const more = el(
    "button",
    { class: "button small", type: "button", onclick: () => void store.loadMore() },
    t("Show more"),
  );
  effect(() => {
    const items = store.items.value;
    const state = store.state.value;
    more.hidden = store.next.value === null;
    list.replaceChildren(...untracked(() => items.map((item) => conversationItem(item, store, props))));
    status.hidden = state.state === "ready" && items.length > 0;
    status.textContent = state.state === "loading"
      ? t("Loading …")
      : state.state === "failed"
      ? state.message
      : store.words === ""
      ? t("No conversations yet.")
      : t("No conversation has these words.");
  }, owner);
  void store.find("", aboutOf(props.subject));
  const removeAll = el(
    "button",
    { class: "button small", type: "button", onclick: () => void deleteAll(store, props) },
    icon("trash"),
    t("Delete all …"),
  );
  const begin = el(
    "button",
    { class: "button small", type: "button", onclick: () => props.startAgain() },
    icon("add"),
    t("New conversation"),
  );
  return {
    kind: "history",
    title: t("Conversations"),
    content: [
      el("p", { class: "history-privacy" }, icon("lock"), t("Only you see them. They stay on this computer.")),
      filters(store, props),
      status,
      list,
      more,
    ],
    foot: [el("div", { class: "history-foot" }, begin, removeAll)],
    tall: true,
    owner: controller,
  };
}

function filters(store: ConversationsStore, { subject, guide }: HistoryProps): HTMLElement {
  const about = aboutOf(subject);
  const id = freshID("history-about");
  let timer = 0;
  const find = (): void => void store.find(field.value, select.value === "" ? null : select.value);
  const field = el("input", {
    type: "search",
    class: "search-field",
    placeholder: t("Search your conversations"),
    "aria-label": t("Search your conversations"),
    maxlength: 200,
    autocomplete: "off",
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(find, searchDelay);
    },
  });
  const select = el(
    "select",
    { id, onchange: find },
    el("option", { value: about, selected: true }, guide.title),
    el("option", { value: "" }, t("Everything")),
  );
  return el(
    "div",
    { class: "history-filters" },
    field,
    el("div", { class: "field" }, el("label", { for: id }, t("About")), select),
  );
}

function conversationItem(item: ConversationSummary, store: ConversationsStore, props: HistoryProps): HTMLElement {
  const subject = subjectOf(item.about) ?? props.subject;
  const isHere = item.about === aboutOf(props.subject);
  const persona = isHere ? props.guide.personas.find(({ id }) => id === item.persona)?.name ?? item.persona : "";
  const facts = [
    persona || kindOf(subject),
    plural(item.messages, { one: "{count} message", other: "{count} messages" }),
    formatDate(new Date(item.modified)),
  ];
  const address = guideAddress(subject, { persona: item.persona, conversation: item.id });
  return el(
    "li",
    { class: "history-item", "data-conversation": item.id },
    el(
      "a",
      { class: "history-link", href: address, "aria-current": item.id === props.current && "true" },
      el("span", { class: "history-title" }, item.title),
      el("span", { class: "history-facts" }, facts.join(" · ")),
      item.excerpt ? el("span", { class: "history-excerpt" }, item.excerpt) : null,
    ),
    menuButton(t("More for {title}", { title: item.title }), () => itemMenu(item, store, props)),
  );
}

function kindOf(subject: Subject): string {
  return { exhibit: t("An exhibit"), space: t("A space"), library: t("Your library") }[subject.kind];
}

/** The menu items that export a conversation. */
export function exportItems(id: string): MenuItem[] {
  return [
    {
      icon: "download",
      label: t("Export as Markdown"),
      href: guideApi.exportURL(id, "markdown"),
      download: `conversation-${id}.md`,
    },
    {
      icon: "download",
      label: t("Export as JSON"),
      href: guideApi.exportURL(id, "json"),
      download: `conversation-${id}.json`,
    },
  ];
}

function itemMenu(item: ConversationSummary, store: ConversationsStore, props: HistoryProps): MenuItem[] {
  const remove = async (): Promise<void> => {
    const isDeleted = await deleteConversation(item, (id) => store.delete(id));
    if (isDeleted && item.id === props.current) props.deleted();
  };
  return [...exportItems(item.id), { icon: "trash", label: t("Delete"), danger: true, action: () => void remove() }];
}

/** Asks, naming what is deleted. Resolves with whether it was deleted. `messages`: their number, where it is known. */
export async function deleteConversation(
  { id, title, messages }: { id: string; title: string; messages: number | null },
  remove: (id: string) => Promise<void> = (id) => guideApi.delete(id),
): Promise<boolean> {
  const isConfirmed = await ask({
    title: t("Delete this conversation?"),
    body: messages === null
      ? t("“{title}” with all its messages is deleted permanently.", { title })
      : plural(messages, {
        one: "“{title}” with {count} message is deleted permanently.",
        other: "“{title}” with {count} messages is deleted permanently.",
      }, { title }),
    confirm: t("Delete"),
  });
  if (!isConfirmed) return false;
  try {
    await remove(id);
    announce(t("The conversation is deleted."));
    return true;
  } catch (error) {
    notify(t("Couldn't delete the conversation: {problem}", { problem: messageOf(error) }));
    return false;
  }
}

async function deleteAll(store: ConversationsStore, props: HistoryProps): Promise<void> {
  try {
    const { count, isExact } = await store.countAll();
    if (count === 0) return announce(t("There are no conversations."));
    const isConfirmed = await ask({
      title: t("Delete all conversations?"),
      body: t(
        "All your conversations about exhibits, spaces and your library ({conversations}) are deleted permanently.",
        {
          conversations: isExact
            ? plural(count, { one: "{count} conversation", other: "{count} conversations" })
            : plural(count, { one: "more than {count} conversation", other: "more than {count} conversations" }),
        },
      ),
      confirm: t("Delete all"),
    });
    if (!isConfirmed) return;
    await store.deleteAll();
    announce(t("All conversations are deleted."));
    if (props.current !== null) props.deleted();
  } catch (error) {
    notify(t("Couldn't delete the conversations: {problem}", { problem: messageOf(error) }));
  }
}
