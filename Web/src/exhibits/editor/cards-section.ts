/** The cards: the list by category, and the selected card with its preview. */

import { t } from "../../i18n/messages.ts";
import { computed, effect, untracked } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el, setAttribute, setText } from "../../ui/dom.ts";
import { plural } from "../../ui/format.ts";
import { categories, type Category } from "../document.ts";
import { categoryNames } from "../exhibit-context.ts";
import { textButton } from "./buttons.ts";
import { cardForm } from "./card-form.ts";
import type { EditorStore } from "./editor-store.ts";
import { keyedList } from "./keyed-list.ts";
import { cardLens } from "./lens.ts";
import { addCard, newCardID } from "./operations.ts";
import type { StageView } from "./stage-view.ts";

export function cardsSection(store: EditorStore, stage: StageView, slot: HTMLElement, owner: AbortSignal): HTMLElement {
  const form = el("div", { class: "card-form-slot" });
  let formOwner = new AbortController();
  owner.addEventListener("abort", () => formOwner.abort(), { once: true });
  const element = el("div", { class: "cards-section" }, cardLists(store, owner), form);
  effect(() => {
    const card = store.selectedCard.value;
    element.classList.toggle("has-selection", card !== null);
    formOwner.abort();
    formOwner = new AbortController();
    const { signal } = formOwner;
    const content = card === null
      ? el("p", { class: "section-empty" }, t("Choose a card, or add one."))
      : untracked(() => cardForm(store, stage, { card, slot }, signal));
    form.replaceChildren(content);
  }, owner);
  return element;
}

function cardLists(store: EditorStore, owner: AbortSignal): HTMLElement {
  const count = el("p", { class: "quiet" });
  effect(
    () => setText(count, plural(store.document.value.cards.length, { one: "{count} card", other: "{count} cards" })),
    owner,
  );
  return el(
    "div",
    { class: "card-lists" },
    count,
    ...categories.map((category) => categoryList(store, category, owner)),
  );
}

function categoryList(store: EditorStore, category: Category, owner: AbortSignal): HTMLElement {
  const name = categoryNames[category];
  const ids = computed(() =>
    store.document.value.cards.filter((card) => card.category === category).map(({ id }) => id)
  );
  const list = el("ol", { class: "card-list", "aria-label": t("Cards: {name}", { name }) });
  keyedList(list, () => ids.value, (id, itemOwner) => cardItem(store, id, itemOwner), owner);
  const add = textButton("add", t("Add a card"), () => {
    const id = newCardID(store.document.peek(), "");
    store.edit(t("Add a card"), addCard(id, category));
    store.selectedCard.value = id;
    announce(t("A card is added. Write its title."));
    queueMicrotask(() => document.querySelector<HTMLElement>(".card-form input[type=text]")?.focus());
  }, "small");
  add.setAttribute("aria-label", t("Add a card: {name}", { name }));
  return el("section", { class: "card-category" }, el("h3", {}, name), list, add);
}

function cardItem(store: EditorStore, id: string, owner: AbortSignal): HTMLElement {
  const title = el("span", {});
  const problem = el("span", { class: "item-problem" });
  const button = el(
    "button",
    { class: "card-button", type: "button", "data-card": id, onclick: () => store.selectedCard.value = id },
    title,
    problem,
  );
  effect(() => {
    const card = cardLens(id).get(store.document.value);
    if (!card) return;
    setText(title, card.title || t("Card without a title"));
    const path = cardLens(id).path(store.document.value);
    const isIncomplete = store.problems.value.some((each) => each.path.startsWith(`${path}.`));
    setText(problem, isIncomplete ? t("incomplete") : "");
    setAttribute(button, "aria-current", store.selectedCard.value === id && "true");
  }, owner);
  return el("li", {}, button);
}
