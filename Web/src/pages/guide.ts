/** The page on which questions about an exhibit, a space or the library are asked. */

import { announcements } from "../guide/announcements.ts";
import { ChatStore } from "../guide/chat-store.ts";
import { chatView } from "../guide/chat-view.ts";
import { guideBar } from "../guide/guide-bar.ts";
import type { GuideCitation } from "../guide/guide-api.ts";
import { deleteConversation, historySheet } from "../guide/history-panel.ts";
import { noticeText } from "../guide/notice.ts";
import { passageSheet } from "../guide/passage-panel.ts";
import { personaCards } from "../guide/persona-cards.ts";
import { guideAddress, pageBehind, parseGuideAddress, type Subject } from "../guide/subject.ts";
import { TabStorage } from "../guide/tab-storage.ts";
import { storedTextSize } from "../guide/text-size.ts";
import { t } from "../i18n/messages.ts";
import { effect, untracked } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { icon } from "../ui/icons.ts";
import { loadStyle } from "../ui/lazy-style.ts";
import { Sheets } from "../ui/sheet.ts";
import { type App, type Page, setTitle } from "./page.ts";
import { unreachableHelp } from "./unreachable-help.ts";

export async function guidePage(app: App, subject: Subject): Promise<Page> {
  await loadStyle("guide.css");
  const controller = new AbortController();
  const owner = controller.signal;
  const log = announcements(owner);
  const store = new ChatStore(subject, {
    said: (text) => log.say(text),
    moved: (address, replaces) => {
      const path = guideAddress(subject, address);
      if (replaces) history.replaceState(history.state, "", path);
      else history.pushState(null, "", path);
    },
    elsewhere: (about, address) => app.navigate(guideAddress(about, address)),
  }, owner);
  const textSize = storedTextSize();
  const area = el("main", { id: "main", class: "guide-main", tabindex: -1 });
  const sheets = new Sheets(area);
  const bar = guideBar(store, textSize, {
    navigate: (path) => app.navigate(path),
    showConversations: () => showConversations(store, sheets),
    deleteConversation: () => void deleteOpen(store),
  }, owner);
  const notice = el("p", { class: "guide-notice" });
  const element = el("div", { class: "guide-page" }, bar, noticeLine(notice), area, log.element);
  effect(() => void (element.dataset.text = textSize.value), owner);
  effect(() => setText(notice, noticeText(store.guide.value, subject)), owner);
  effect(() => void element.classList.toggle("has-sheet", sheets.current.value !== null), owner);
  showPhase(store, element, area, sheets, owner);
  const dispose = (): void => {
    sheets.close();
    controller.abort();
  };
  return {
    element,
    title: t("Guide"),
    shown: () => void store.open(parseGuideAddress(location.search)),
    dispose,
  };
}

function noticeLine(notice: HTMLElement): HTMLElement {
  return el("aside", { class: "guide-notice-line", "aria-label": t("Notice") }, icon("info"), notice);
}

/** Shows what the store's phase asks for. A conversation's view lasts until another persona answers. */
function showPhase(store: ChatStore, page: HTMLElement, area: HTMLElement, sheets: Sheets, owner: AbortSignal): void {
  effect(() => {
    const phase = store.phase.value;
    const persona = store.persona.value;
    page.dataset.state = phase.state;
    sheets.close();
    switch (phase.state) {
      case "loading":
        return area.replaceChildren(skeleton());
      case "failed":
        return area.replaceChildren(failure(store, phase));
      case "choosing": {
        const guide = store.guide.peek()!;
        setTitle(t("Ask about {title}", { title: guide.title }));
        return area.replaceChildren(personaCards(guide, (chosen) => store.choose(chosen)));
      }
      case "ready": {
        const controller = new AbortController();
        setTitle(`${persona!.name} · ${store.guide.peek()!.title}`);
        untracked(() => openChat(store, area, sheets, controller.signal));
        return () => controller.abort();
      }
    }
  }, owner);
}

function openChat(store: ChatStore, area: HTMLElement, sheets: Sheets, owner: AbortSignal): void {
  const open = (citation: GuideCitation): void => void sheets.show(passageSheet(store.subject, citation));
  const { element, composer } = chatView(store, store.persona.peek()!, open, owner);
  area.replaceChildren(element);
  const tab = new TabStorage(store.subject);
  composer.text = tab.draft;
  // Touch screens would show their keyboard over the suggestions.
  if (matchMedia("(hover: hover)").matches) composer.focus();
  const keep = (): void => {
    tab.draft = composer.text.trim() === "" ? store.unanswered : composer.text;
  };
  addEventListener("pagehide", keep, { signal: owner });
  owner.addEventListener("abort", keep, { once: true });
}

function showConversations(store: ChatStore, sheets: Sheets): void {
  const startAgain = (): void => {
    sheets.close();
    store.startAgain();
  };
  const guide = store.guide.peek();
  if (!guide) return;
  const current = store.conversation.peek();
  const { subject } = store;
  sheets.show(historySheet({ subject, guide, current, deleted: () => store.startAgain(), startAgain }));
}

async function deleteOpen(store: ChatStore): Promise<void> {
  const id = store.conversation.peek();
  const title = store.entries.peek()[0]?.question ?? "";
  const messages = store.earlier.peek() === null ? store.entries.peek().length : null;
  if (id !== null && await deleteConversation({ id, title, messages })) store.startAgain();
}

function skeleton(): HTMLElement {
  const bones = ["bone short", "bone", "bone", "bone short"].map((name) => el("div", { class: name }));
  return el("div", { class: "guide-skeleton", "aria-busy": "true", "aria-label": t("Loading the guide") }, ...bones);
}

function failure(store: ChatStore, { message, isMissing }: { message: string; isMissing: boolean }): HTMLElement {
  const { subject } = store;
  const again = (): void => void store.open(parseGuideAddress(location.search));
  const behind = pageBehind(subject);
  return el(
    "div",
    { class: "trouble", role: "alert" },
    ...unreachableHelp(message, t("kept conversations are stored safely.")),
    isMissing
      ? el("a", { class: "button", href: behind.path }, behind.label)
      : el("button", { class: "button", type: "button", onclick: again }, icon("retry"), t("Try again")),
  );
}
