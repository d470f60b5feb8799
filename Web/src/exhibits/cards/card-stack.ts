/** The stack of cards: draws what the core's `CardMotion` calculates, and gives it fingers and keys. */

import type { CardEvent, CardMotion, ExhibitCore, SwipeSide } from "../../core/exhibit.ts";
import { t } from "../../i18n/messages.ts";
import { effect, untracked } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import type { LearnCard } from "../../api/generated.ts";
import type { ExhibitContext } from "../exhibit-context.ts";
import { listenToPageKeys } from "../page-keys.ts";
import { reducesMotion } from "../stage/reduced-motion.ts";
import { type CardElement, cardElement, fitCard } from "./card-element.ts";
import type { DeckStore } from "./deck-store.ts";

/** Cards of the stack that are drawn. */
const depth = 3;
/** A card below another is smaller and lower by this, relative to its size. */
const recession = { scale: 0.05, shift: 0.02 };
/** Seconds: a longer pause is not a movement. */
const maxStep = 0.1;
const firstStep = 1 / 60;

export class CardStack {
  readonly element = el("div", {
    class: "learn-stack",
    tabindex: 0,
    role: "group",
    "aria-roledescription": t("stack of cards"),
    "aria-label": t("Cards"),
  });
  private cards: CardElement[] = [];
  private readonly motion: CardMotion;
  private readonly observer: ResizeObserver;
  private request = 0;
  private lastTime = 0;
  private finger: number | null = null;
  private isDisposed = false;

  constructor(
    private readonly context: ExhibitContext,
    private readonly store: DeckStore,
    core: ExhibitCore,
    owner: AbortSignal,
  ) {
    this.motion = core.card();
    this.listen(owner);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.element);
    effect(() => {
      const shown = store.stack.value.slice(0, depth);
      const isPlain = store.isPlain.value;
      untracked(() => this.show(shown, isPlain));
    }, owner);
    owner.addEventListener("abort", () => this.dispose(), { once: true });
  }

  get showsBack(): boolean {
    return this.motion.state.showsBack;
  }

  /** Turns the top card over. */
  flip(): void {
    const top = this.cards[0];
    if (!top) return;
    this.motion.turnOver(!reducesMotion());
    const { showsBack } = this.motion.state;
    this.mark(top, showsBack);
    announce(showsBack ? top.back.innerText : `${top.card.title}. ${this.shortOf(top.card)}`);
    this.invalidate();
  }

  /** Moves on to the next card. */
  swipe(side: SwipeSide): void {
    if (!this.cards[0]) return;
    if (reducesMotion()) return this.finish(side);
    this.motion.swipe(side);
    this.invalidate();
  }

  undo(): void {
    const { phase } = this.motion.state;
    if (phase === "flyingLeft" || phase === "flyingRight") return;
    const side = this.store.undo();
    if (side === null) return;
    if (reducesMotion()) this.motion.next();
    else this.motion.comeBack(side);
    this.draw();
    this.invalidate();
    const top = this.cards[0];
    if (top) announce(t("Back to {title}.", { title: top.card.title }));
  }

  togglePlain(): void {
    const isPlain = !this.store.isPlain.peek();
    this.store.setPlain(isPlain);
    const top = this.cards[0]?.card;
    announce(`${isPlain ? t("Plain language.") : t("Full text.")} ${top ? this.shortOf(top) : ""}`);
  }

  /** Fits the text again, as after a change of its size. */
  fit(): void {
    for (const card of this.cards) fitCard(card);
  }

  private shortOf(card: LearnCard): string {
    return this.store.isPlain.peek() ? card.simplified.short : card.short;
  }

  private show(shown: readonly LearnCard[], isPlain: boolean): void {
    const kept = this.cards.filter(({ card, element }) =>
      shown.includes(card) && (element.dataset.plain === "on") === isPlain
    );
    const wasTop = this.cards[0]?.card;
    const wasBack = this.motion.state.showsBack;
    this.cards = shown.map((card) => kept.find((one) => one.card === card) ?? this.make(card, isPlain));
    // The last one is at the bottom.
    this.element.replaceChildren(...this.cards.map(({ element }) => element).reverse());
    const isSameCard = wasTop !== undefined && wasTop === shown[0];
    this.cards.forEach((card, i) => {
      const isTop = i === 0;
      card.element.classList.toggle("top", isTop);
      card.element.toggleAttribute("inert", !isTop);
      card.element.setAttribute("aria-hidden", String(!isTop));
      this.mark(card, isTop && isSameCard && wasBack);
      if (!kept.includes(card)) fitCard(card);
    });
    this.draw();
  }

  private make(card: LearnCard, isPlain: boolean): CardElement {
    const made = cardElement(this.context, card, isPlain);
    made.element.dataset.plain = isPlain ? "on" : "off";
    // A picture that arrives changes no sizes, but its place is only known with the stack's size.
    return made;
  }

  /** Only the visible face is read and reached. */
  private mark({ element, front, back }: CardElement, showsBack: boolean): void {
    element.classList.toggle("back", showsBack);
    front.toggleAttribute("inert", showsBack);
    back.toggleAttribute("inert", !showsBack);
    front.setAttribute("aria-hidden", String(showsBack));
    back.setAttribute("aria-hidden", String(!showsBack));
  }

  private resize(): void {
    const { clientWidth } = this.cards[0]?.element ?? this.element;
    const { width } = this.element.getBoundingClientRect();
    this.motion.resize(Math.max(1, clientWidth), Math.max(1, (innerWidth + width) / 2));
    this.fit();
    this.draw();
  }

  // Fingers

  private listen(owner: AbortSignal): void {
    const { element } = this;
    const options = { signal: owner };
    element.addEventListener("pointerdown", (event) => this.press(event), options);
    element.addEventListener("pointermove", (event) => {
      if (event.pointerId !== this.finger) return;
      this.motion.move(event.clientX, event.clientY, event.timeStamp);
      this.invalidate();
    }, options);
    element.addEventListener("pointerup", (event) => {
      if (event.pointerId !== this.finger) return;
      this.finger = null;
      this.handle(this.motion.release(event.clientX, event.clientY, event.timeStamp));
      this.settle();
      this.invalidate();
    }, options);
    element.addEventListener("pointercancel", () => {
      this.finger = null;
      this.motion.cancel();
      this.invalidate();
    }, options);
    element.addEventListener("contextmenu", (event) => event.preventDefault(), options);
    element.addEventListener("dragstart", (event) => event.preventDefault(), options);
    listenToPageKeys((event) => this.key(event), owner);
  }

  private press(event: PointerEvent): void {
    const top = this.cards[0];
    if (!top || event.button !== 0 || this.finger !== null) return;
    const target = event.target as Element;
    if (!top.element.contains(target) || target.closest("a, button")) return;
    this.finger = event.pointerId;
    this.element.setPointerCapture(event.pointerId);
    const box = top.element.getBoundingClientRect();
    const isLowerHalf = event.clientY > box.top + box.height / 2;
    this.motion.press(event.clientX, event.clientY, isLowerHalf, event.timeStamp);
    this.invalidate();
  }

  private key({ key, target }: KeyboardEvent): boolean {
    const isOnControl = target instanceof Element && target.closest("a, button") !== null;
    switch (key) {
      case "ArrowLeft":
        this.swipe(-1);
        return true;
      case "ArrowRight":
        this.swipe(1);
        return true;
      case " ":
      case "Enter":
        if (isOnControl) return false;
        this.flip();
        return true;
      case "p":
      case "P":
        this.togglePlain();
        return true;
      case "u":
      case "U":
      case "Backspace":
        this.undo();
        return true;
      default:
        return false;
    }
  }

  private handle(event: CardEvent): void {
    if (event === "tap") this.flip();
    else if (event === "longPress") this.togglePlain();
    else if (event === "swipedLeft") this.finish(-1);
    else if (event === "swipedRight") this.finish(1);
  }

  /** With reduced motion a released card doesn't fly: it fades. */
  private settle(): void {
    if (!reducesMotion()) return;
    const { phase } = this.motion.state;
    if (phase === "flyingLeft") this.finish(-1);
    else if (phase === "flyingRight") this.finish(1);
    else if (phase === "returning") this.draw();
  }

  private finish(side: SwipeSide): void {
    const before = this.cards[0]?.card.title ?? "";
    this.motion.next();
    this.store.swiped(side);
    const top = this.cards[0];
    announce(top ? `${top.card.title}. ${this.shortOf(top.card)}` : t("{before} was the last card.", { before }));
  }

  // Frames

  private readonly invalidate = (): void => {
    if (this.request === 0 && !this.isDisposed) this.request = requestAnimationFrame(this.tick);
  };

  private readonly tick = (time: number): void => {
    this.request = 0;
    const seconds = this.lastTime > 0 ? Math.min(maxStep, (time - this.lastTime) / 1000) : firstStep;
    this.handle(this.motion.advance(seconds, performance.now()));
    this.draw();
    const { isMoving } = this.motion.state;
    this.lastTime = isMoving ? time : 0;
    if (isMoving) this.invalidate();
  };

  private draw(): void {
    const { x, y, rotation, flip, nextProgress, phase } = this.motion.state;
    this.element.dataset.phase = phase;
    this.cards.forEach(({ element, leaf }, i) => {
      const level = i === 0 ? 0 : i - nextProgress;
      const move = i === 0 ? `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) rotate(${rotation.toFixed(4)}rad)` : "";
      const recede = `translateY(${(100 * recession.shift * level).toFixed(2)}%) scale(${
        (1 - recession.scale * level).toFixed(4)
      })`;
      element.style.transform = i === 0 ? move : recede;
      leaf.style.transform = i === 0 && !reducesMotion() ? `rotateY(${flip.toFixed(4)}rad)` : "";
    });
  }

  private dispose(): void {
    this.isDisposed = true;
    cancelAnimationFrame(this.request);
    this.observer.disconnect();
    this.motion.free();
  }
}
