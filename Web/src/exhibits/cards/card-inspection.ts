/** What the browser checks see of the cards (docs/exhibit-viewer.md). */

import { type CardElement, cardElement, fitCard, overflows } from "./card-element.ts";
import type { CardStack } from "./card-stack.ts";
import type { DeckStore } from "./deck-store.ts";
import type { ExhibitContext } from "../exhibit-context.ts";

export interface CardInspection {
  stack: CardStack;
  store: DeckStore;
  /** Fits every card in both languages at the stack's current size. */
  measure(): { card: string; isPlain: boolean; overflows: string[]; textSize: number }[];
}

/** Dispatches the event `diorama:exhibit-cards` with the stack as its detail. */
export function inspectCards(
  { context, stack, store }: { context: ExhibitContext; stack: CardStack; store: DeckStore },
): void {
  const measured = (made: CardElement, isPlain: boolean): ReturnType<CardInspection["measure"]>[number] => {
    stack.element.append(made.element);
    const textSize = fitCard(made);
    const faces = [["front", made.front], ["back", made.back]] as const;
    const found = faces.filter(([, face]) => overflows(face)).map(([name]) => name);
    made.element.remove();
    return { card: made.card.id, isPlain, overflows: found, textSize };
  };
  const detail: CardInspection = {
    stack,
    store,
    measure: () =>
      store.cards.flatMap((card) =>
        [false, true].map((isPlain) => measured(cardElement(context, card, isPlain), isPlain))
      ),
  };
  document.dispatchEvent(new CustomEvent("diorama:exhibit-cards", { detail }));
}
