/** The cards of an exhibit: filter, stack, buttons and progress. */

import { loadExhibitCore } from "../../core/exhibit.ts";
import { t } from "../../i18n/messages.ts";
import { effect } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { explain } from "../../ui/dialog.ts";
import { el, setAttribute, setText } from "../../ui/dom.ts";
import { icon } from "../../ui/icons.ts";
import { messageOf } from "../../ui/notice.ts";
import { storedSetting } from "../../ui/stored-setting.ts";
import { categoryNames, type ExhibitContext, type ExhibitView } from "../exhibit-context.ts";
import { dockButton } from "../viewer/dock.ts";
import { inspectCards } from "./card-inspection.ts";
import { CardStack } from "./card-stack.ts";
import { type CardCategory, DeckStore, progressFormat } from "./deck-store.ts";

const keyHelp: [string, string][] = [
  ["← →", t("next card")],
  [t("Space or Enter"), t("turn the card over")],
  ["P", t("plain language")],
  [t("U or Backspace"), t("undo the last swipe")],
];
const gestureHelp: [string, string][] = [
  [t("Swipe"), t("next card")],
  [t("Tap"), t("turn the card over")],
  [t("Long press"), t("plain language")],
];

export function learnView(context: ExhibitContext): ExhibitView {
  const controller = new AbortController();
  const owner = controller.signal;
  const progress = storedSetting(`diorama.exhibits.${context.detail.id}.cards`, progressFormat);
  const store = new DeckStore(context.exhibit.cards, progress, context.address.peek().card);
  const element = el(
    "div",
    { class: "exhibit-learn" },
    el("h1", { class: "visually-hidden", tabindex: -1 }, t("Learn: {title}", { title: context.exhibit.title })),
    categoryFilter(store, owner),
  );
  const open = async (): Promise<void> => {
    try {
      const core = await loadExhibitCore();
      if (owner.aborted) return;
      const stack = new CardStack(context, store, core, owner);
      element.append(
        el("div", { class: "learn-area" }, stack.element, finished(store, stack, owner)),
        buttons(store, stack, owner),
      );
      followTextSize(element, () => stack.fit(), owner);
      writeCard(context, store, owner);
      inspectCards({ context, stack, store });
    } catch (error) {
      if (!owner.aborted) {
        element.append(
          el("p", { class: "exhibit-status" }, t("Couldn't show the cards: {problem}", { problem: messageOf(error) })),
        );
      }
    }
  };
  return { element, shown: () => void open(), dispose: () => controller.abort() };
}

/** Radio buttons for the categories, with the progress beside them. */
function categoryFilter(store: DeckStore, owner: AbortSignal): HTMLElement {
  const counts = el("p", { class: "learn-progress quiet" });
  const option = (category: CardCategory | null, label: string): HTMLElement => {
    const button = el(
      "button",
      { class: "learn-filter", type: "button", onclick: () => store.choose(category) },
      label,
    );
    effect(() => button.setAttribute("aria-pressed", String(store.category.value === category)), owner);
    return button;
  };
  effect(() => {
    void store.stack.value;
    const { all, seen } = store.counts;
    setText(counts, t("{seen} of {all} seen", { seen, all }));
  }, owner);
  return el(
    "div",
    { class: "learn-head" },
    el(
      "div",
      { class: "learn-filters", role: "group", "aria-label": t("Category") },
      option(null, t("All")),
      ...store.categories.map((category) => option(category, categoryNames[category])),
    ),
    counts,
  );
}

function finished(store: DeckStore, stack: CardStack, owner: AbortSignal): HTMLElement {
  const element = el(
    "div",
    { class: "learn-finished", hidden: true },
    icon("check"),
    el("p", { class: "learn-finished-title" }, t("You have seen all cards.")),
    el(
      "button",
      {
        class: "button",
        type: "button",
        onclick: () => {
          store.restart();
          stack.element.focus();
        },
      },
      icon("reset"),
      t("Start again"),
    ),
  );
  effect(() => {
    const isEmpty = store.stack.value.length === 0;
    element.hidden = !isEmpty;
    stack.element.hidden = isEmpty;
    if (isEmpty) announce(t("You have seen all cards."));
  }, owner);
  return element;
}

function buttons(store: DeckStore, stack: CardStack, owner: AbortSignal): HTMLElement {
  const undo = dockButton({ icon: "undo", label: t("Undo"), action: () => stack.undo() }, owner);
  effect(() => setAttribute(undo, "disabled", !store.canUndo.value), owner);
  const items = [
    dockButton({ icon: "turn", label: t("Flip"), action: () => stack.flip() }, owner),
    dockButton({ icon: "plain", label: t("Plain"), action: () => stack.togglePlain(), isOn: store.isPlain }, owner),
    dockButton({ icon: "keys", label: t("Keys"), action: showKeys }, owner),
    dockButton({ icon: "forward", label: t("Next"), action: () => stack.swipe(1) }, owner),
  ];
  return el("div", { class: "exhibit-dock learn-buttons", role: "toolbar", "aria-label": t("Card") }, undo, ...items);
}

/** Fits the cards when the browser's text size changes. */
function followTextSize(element: HTMLElement, fit: () => void, owner: AbortSignal): void {
  const probe = el("span", { class: "learn-probe", "aria-hidden": "true" });
  element.append(probe);
  const observer = new ResizeObserver(fit);
  observer.observe(probe);
  owner.addEventListener("abort", () => observer.disconnect(), { once: true });
}

/** The address names the top card, so that it can be shared. */
function writeCard(context: ExhibitContext, store: DeckStore, owner: AbortSignal): void {
  effect(() => {
    const card = store.stack.value[0]?.id ?? null;
    const address = context.address.peek();
    if (address.card !== card) context.go({ ...address, card }, true);
  }, owner);
}

function showKeys(): void {
  const list = (rows: [string, string][]): HTMLElement =>
    el("dl", { class: "key-list" }, ...rows.flatMap(([key, does]) => [el("dt", {}, key), el("dd", {}, does)]));
  explain(t("Cards"), list(gestureHelp), list(keyHelp));
}
