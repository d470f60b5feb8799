/** The form of a card with a live preview of both sides. */

import { limits } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { signal } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { choice } from "../../ui/fields.ts";
import { categories } from "../document.ts";
import { categoryNames } from "../exhibit-context.ts";
import { selectField, textField } from "./bound-fields.ts";
import { conditionalButton, textButton } from "./buttons.ts";
import { cardImageField } from "./card-image.ts";
import { cardPreview } from "./card-preview.ts";
import type { EditorStore } from "./editor-store.ts";
import { cardLens, type Lens, prop } from "./lens.ts";
import { bulletsField, creditsField } from "./list-field.ts";
import { canMoveCard, duplicateCard, moveCard, newCardID, removeCard } from "./operations.ts";
import type { StageView } from "./stage-view.ts";
import { targetField } from "./target-field.ts";

export interface CardFormProps {
  card: string;
  /** Where the 3D view is shown to take an image of it. */
  slot: HTMLElement;
}

export function cardForm(store: EditorStore, stage: StageView, props: CardFormProps, owner: AbortSignal): HTMLElement {
  const lens = cardLens(props.card);
  const { title } = limits.LearnCard;
  const category = selectField(store, {
    label: t("Category"),
    lens: prop(lens, "category"),
    step: t("Change the category"),
    options: () => categories.map((value) => ({ value, label: categoryNames[value] })),
  }, owner);
  const isPlain = signal(false);
  const plain = el("input", { type: "checkbox", onchange: () => isPlain.value = plain.checked });
  return el(
    "div",
    { class: "card-form", role: "group", "aria-label": t("The selected card") },
    el("div", { class: "item-buttons" }, ...cardButtons(store, props.card, owner)),
    el(
      "div",
      { class: "card-columns" },
      el(
        "div",
        { class: "editor-form" },
        el(
          "div",
          { class: "field-pair" },
          textField(
            store,
            { label: t("Title"), lens: prop(lens, "title"), step: t("Change a title"), max: title.maxLength },
            owner,
          ),
          category,
        ),
        ...textFields(store, lens, owner),
        cardImageField(store, stage, props, owner),
        targetField(store, prop(lens, "target"), t("Change what a card points at"), owner),
        creditsField(
          store,
          { legend: t("Sources"), lens: prop(lens, "sources"), item: t("source|an item of a list") },
          owner,
        ),
      ),
      el(
        "div",
        { class: "preview-column" },
        el("h3", {}, t("Preview")),
        choice(t("Plain language"), plain),
        cardPreview(store, props.card, isPlain, owner),
      ),
    ),
  );
}

function textFields(store: EditorStore, lens: ReturnType<typeof cardLens>, owner: AbortSignal): HTMLElement[] {
  const { LearnCard, SimplifiedCard } = limits;
  const simplified = prop(lens, "simplified");
  const sentence = (label: string, text: Lens<string>, max: number): HTMLElement =>
    textField(store, { label, lens: text, step: t("Change a card"), max, rows: 2 }, owner);
  const bullets = (
    legend: string,
    points: Lens<string[]>,
    limit: { maxItems: number; maxItemLength: number },
  ): HTMLElement =>
    bulletsField(store, { legend, lens: points, bullets: limit.maxItems, characters: limit.maxItemLength }, owner);
  return [
    sentence(t("Front: one sentence"), prop(lens, "short"), LearnCard.short.maxLength),
    bullets(t("Back|of a card"), prop(lens, "detailed"), LearnCard.detailed),
    el(
      "section",
      { class: "plain-fields", "aria-label": t("Plain language") },
      el("h3", {}, t("In plain language")),
      sentence(t("Front: one sentence"), prop(simplified, "short"), SimplifiedCard.short.maxLength),
      bullets(t("Back|of a card"), prop(simplified, "detailed"), SimplifiedCard.detailed),
    ),
  ];
}

function cardButtons(store: EditorStore, id: string, owner: AbortSignal): HTMLElement[] {
  const nameNow = (): string => cardLens(id).get(store.document.peek())?.title || t("The card");
  const move = (by: -1 | 1): void => {
    store.edit(t("Move a card"), moveCard(id, by));
    announce(t("The card is moved."));
  };
  const duplicate = (): void => {
    const copy = newCardID(store.document.peek(), id);
    store.edit(t("Duplicate a card"), duplicateCard(id, copy));
    store.selectedCard.value = copy;
    announce(t("The copy is selected."));
  };
  const remove = (): void => {
    const name = nameNow();
    store.edit(t("Remove a card"), removeCard(id));
    store.selectedCard.value = null;
    announce(t("{name} is removed. Undo brings it back.", { name }));
    document.querySelector<HTMLElement>(".card-lists button")?.focus();
  };
  const back = textButton("back", t("All cards"), () => {
    store.selectedCard.value = null;
    document.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus();
  }, "small all-cards");
  const canMove = (by: -1 | 1): boolean => canMoveCard(store.document.value, id, by);
  return [
    back,
    conditionalButton("up", t("Move the card up"), () => canMove(-1), () => move(-1), owner),
    conditionalButton("down", t("Move the card down"), () => canMove(1), () => move(1), owner),
    conditionalButton("copy", t("Duplicate the card"), () => true, duplicate, owner),
    conditionalButton("trash", t("Remove the card"), () => true, remove, owner),
  ];
}
