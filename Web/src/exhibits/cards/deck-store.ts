/** The order of the cards, which were seen, the last swipes, and plain language; kept in the browser for each exhibit. */

import type { LearnCard } from "../../api/generated.ts";
import type { SwipeSide } from "../../core/exhibit.ts";
import { computed, type ReadonlySignal, signal } from "../../reactive/signal.ts";
import type { SettingFormat, StoredSetting } from "../../ui/stored-setting.ts";

export type CardCategory = LearnCard["category"];

/** What is kept between visits. */
export interface DeckProgress {
  seen: readonly string[];
  isPlain: boolean;
}

export const progressFormat: SettingFormat<DeckProgress> = {
  initial: { seen: [], isPlain: false },
  parse(text): DeckProgress | null {
    try {
      const { seen, isPlain } = JSON.parse(text) as Partial<DeckProgress>;
      if (!Array.isArray(seen) || !seen.every((id) => typeof id === "string")) return null;
      return { seen, isPlain: isPlain === true };
    } catch {
      return null;
    }
  },
  format: (value) => JSON.stringify(value),
};

interface Swipe {
  card: string;
  side: SwipeSide;
  /** Whether the card had been seen before. */
  wasSeen: boolean;
}

export class DeckStore {
  private readonly swipes: Swipe[] = [];
  private readonly swipeCount = signal(0);
  private readonly chosenCategory = signal<CardCategory | null>(null);
  private readonly order = signal<readonly LearnCard[]>([]);

  readonly category: ReadonlySignal<CardCategory | null> = this.chosenCategory;
  /** The cards from the top to the bottom. */
  readonly stack: ReadonlySignal<readonly LearnCard[]> = this.order;
  readonly canUndo = computed(() => this.swipeCount.value > 0);
  readonly isPlain = computed(() => this.progress.value.isPlain);

  /** `first`: the card that is at the top; otherwise the first one that was not seen. */
  constructor(
    readonly cards: readonly LearnCard[],
    private readonly progress: StoredSetting<DeckProgress>,
    first: string | null = null,
  ) {
    this.deal(first);
  }

  /** The categories that have cards, in the order of the cards. */
  get categories(): CardCategory[] {
    return [...new Set(this.cards.map(({ category }) => category))];
  }

  /** The number of the category's cards, and of those that were seen. */
  get counts(): { all: number; seen: number } {
    const cards = this.ofCategory;
    const seen = new Set(this.progress.value.seen);
    return { all: cards.length, seen: cards.filter(({ id }) => seen.has(id)).length };
  }

  get top(): LearnCard | null {
    return this.order.value[0] ?? null;
  }

  choose(category: CardCategory | null): void {
    this.chosenCategory.value = category;
    this.forget();
    this.deal(null);
  }

  setPlain(isPlain: boolean): void {
    this.progress.set({ ...this.progress.peek(), isPlain });
  }

  /** The top card was swiped off. */
  swiped(side: SwipeSide): void {
    const card = this.order.peek()[0];
    if (!card) return;
    const { seen } = this.progress.peek();
    this.swipes.push({ card: card.id, side, wasSeen: seen.includes(card.id) });
    this.swipeCount.value = this.swipes.length;
    this.progress.set({ ...this.progress.peek(), seen: [...new Set([...seen, card.id])] });
    this.order.value = this.order.peek().slice(1);
  }

  /** Puts the last card back; returns the side from which it comes, null without a swipe. */
  undo(): SwipeSide | null {
    const last = this.swipes.pop();
    const card = this.cards.find(({ id }) => id === last?.card);
    if (!last || !card) return null;
    this.swipeCount.value = this.swipes.length;
    const { seen } = this.progress.peek();
    if (!last.wasSeen) this.progress.set({ ...this.progress.peek(), seen: seen.filter((id) => id !== card.id) });
    this.order.value = [card, ...this.order.peek()];
    return last.side;
  }

  /** All cards of the category again, from the first one. */
  restart(): void {
    const own = new Set(this.ofCategory.map(({ id }) => id));
    this.progress.set({ ...this.progress.peek(), seen: this.progress.peek().seen.filter((id) => !own.has(id)) });
    this.forget();
    this.deal(null);
  }

  private get ofCategory(): readonly LearnCard[] {
    const category = this.chosenCategory.value;
    return category === null ? this.cards : this.cards.filter((card) => card.category === category);
  }

  private deal(first: string | null): void {
    const cards = this.ofCategory;
    const seen = new Set(this.progress.peek().seen);
    const chosen = cards.findIndex(({ id }) => id === first);
    const start = chosen >= 0 ? chosen : cards.findIndex(({ id }) => !seen.has(id));
    this.order.value = start < 0 ? [] : cards.slice(start).filter(({ id }, i) => i === 0 || !seen.has(id));
  }

  private forget(): void {
    this.swipes.length = 0;
    this.swipeCount.value = 0;
  }
}
