/**
 * The rows of a transcript, of which only those near the visible part are in the document. It follows the end until the reader
 * scrolls up, and what the reader looks at stays where it is when rows are added before it or change their height.
 */

import { el } from "../ui/dom.ts";
import { RowHeights } from "./row-heights.ts";

/** A row in the document. */
export interface Row {
  element: HTMLElement;
  /** Whether it shows the new content; false: it has to be made anew. */
  update(content: unknown): boolean;
}

export interface TranscriptProps {
  label: string;
  make(content: unknown): Row;
  /** Above the rows, as a button for earlier ones. */
  head: HTMLElement;
  /** Below the rows, as suggested questions. */
  foot: HTMLElement;
  /** Called after each change with whether the end is followed. */
  followed(isFollowing: boolean): void;
  /** Called when the first rows are near. */
  reachedStart(): void;
}

/** Pixels above and below the visible part in which rows are drawn too. */
const overscan = 400;
/** Pixels from the end within which it counts as reached. */
const endTolerance = 40;
/** Rows from the first at which earlier ones are asked for. */
const startRows = 6;

interface DrawnRow extends Row {
  content: unknown;
}

export class Transcript {
  readonly element: HTMLElement;
  private readonly list = el("ol", { class: "guide-rows" });
  private readonly heights = new RowHeights();
  /** By the row's number, which stays when earlier rows are added. */
  private readonly drawn = new Map<number, DrawnRow>();
  private readonly observer: ResizeObserver;
  private contents: readonly unknown[] = [];
  /** The number of the first row. */
  private base = 0;
  private frame = 0;
  private isFollowing = true;
  private lastScroll = 0;
  /** What stays in place: a row by its number, and the distance of the visible part's upper edge from it. */
  private anchor = { row: 0, distance: 0 };

  constructor(private readonly props: TranscriptProps, owner: AbortSignal) {
    this.element = el(
      "div",
      {
        class: "guide-transcript",
        tabindex: 0,
        role: "region",
        "aria-label": props.label,
        onscroll: () => this.scrolled(),
      },
      props.head,
      this.list,
      props.foot,
    );
    this.observer = new ResizeObserver((changes) => this.resized(changes));
    for (const each of [this.element, props.head, props.foot]) this.observer.observe(each);
    owner.addEventListener("abort", () => {
      cancelAnimationFrame(this.frame);
      this.observer.disconnect();
    }, { once: true });
  }

  /** Shows these rows. `prepended`: how many of them were added before the first one since the beginning. */
  show(contents: readonly unknown[], prepended: number): void {
    const added = prepended + this.base;
    if (added > 0) {
      this.base = -prepended;
      this.heights.prepend(added);
    }
    if (contents.length < this.heights.count) this.heights.truncate(contents.length);
    this.heights.append(contents.length - this.heights.count);
    this.contents = contents;
    this.draw();
  }

  /** Shows other rows from their end. */
  restart(): void {
    for (const { element } of this.drawn.values()) this.remove(element);
    this.drawn.clear();
    this.heights.truncate(0);
    this.contents = [];
    this.base = 0;
    this.isFollowing = true;
  }

  /** Scrolls to the end and follows it. */
  follow(): void {
    this.isFollowing = true;
    this.place();
    this.draw();
  }

  private get visibleTop(): number {
    return this.element.scrollTop - this.list.offsetTop;
  }

  private scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight <= endTolerance;
    if (isAtEnd) this.isFollowing = true;
    else if (scrollTop < this.lastScroll - 1) this.isFollowing = false;
    this.lastScroll = scrollTop;
    this.keepAnchor();
    this.drawSoon();
    this.props.followed(this.isFollowing);
  }

  private keepAnchor(): void {
    const top = this.visibleTop;
    const index = this.heights.at(top);
    this.anchor = { row: index + this.base, distance: top - this.heights.top(index) };
  }

  private drawSoon(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  private resized(changes: readonly ResizeObserverEntry[]): void {
    const targets = new Set(changes.map(({ target }) => target));
    for (const [number, { element }] of this.drawn) {
      if (targets.has(element)) this.heights.measure(number - this.base, element.offsetHeight);
    }
    this.place();
    this.drawSoon();
  }

  private draw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    // Rows that were estimated bring others into view once they are measured.
    for (let round = 0; round < 4 && this.drawVisible(); round += 1) this.place();
    this.place();
    if (this.heights.at(this.visibleTop - overscan) <= startRows) this.props.reachedStart();
    this.props.followed(this.isFollowing);
  }

  /** Returns whether a height was not the expected one. */
  private drawVisible(): boolean {
    const { clientHeight } = this.element;
    const count = this.contents.length;
    const top = this.isFollowing ? this.heights.total - clientHeight : this.visibleTop;
    const first = this.heights.at(top - overscan);
    const last = Math.min(count - 1, this.heights.at(top + clientHeight + overscan));
    const wanted = new Set<number>();
    for (let index = first; index <= last; index += 1) wanted.add(index + this.base);
    for (const [number, { element }] of this.drawn) {
      const isGone = number - this.base >= count;
      if (wanted.has(number) && !isGone) continue;
      if (!isGone && element.contains(document.activeElement)) wanted.add(number); // keeps the focus while it is scrolled away
      else {
        this.remove(element);
        this.drawn.delete(number);
      }
    }
    const numbers = [...wanted].sort((a, b) => a - b);
    for (const number of numbers) this.drawRow(number);
    // All are added before the first is measured: the layout is calculated once.
    let isChanged = false;
    for (const number of numbers) {
      const { element } = this.drawn.get(number)!;
      isChanged = this.heights.measure(number - this.base, element.offsetHeight) || isChanged;
    }
    return isChanged;
  }

  private drawRow(number: number): void {
    const content = this.contents[number - this.base];
    const old = this.drawn.get(number);
    if (old && (old.content === content || old.update(content))) {
      old.content = content;
      return;
    }
    const hadFocus = old?.element.contains(document.activeElement) ?? false;
    const row = this.props.make(content);
    if (old) {
      old.element.replaceWith(row.element);
      this.observer.unobserve(old.element);
    } else {
      // Screen readers read in document order.
      const next = [...this.drawn.keys()].filter((other) => other > number).sort((a, b) => a - b)[0];
      this.list.insertBefore(row.element, next === undefined ? null : this.drawn.get(next)!.element);
    }
    this.drawn.set(number, { ...row, content });
    this.observer.observe(row.element);
    if (hadFocus) this.element.focus({ preventScroll: true });
  }

  /** Moves the rows to where they belong, and scrolls so that the anchor stays. */
  private place(): void {
    setLength(this.list, "--count", this.heights.total);
    for (const [number, { element }] of this.drawn) {
      const index = number - this.base;
      setLength(element, "--at", this.heights.top(index));
      setNumber(element, "aria-posinset", index + 1);
      setNumber(element, "aria-setsize", this.contents.length);
    }
    const { anchor, element } = this;
    const wanted = this.contents.length === 0
      ? 0
      : this.isFollowing
      ? element.scrollHeight - element.clientHeight
      : this.list.offsetTop + this.heights.top(anchor.row - this.base) + anchor.distance;
    if (Math.abs(element.scrollTop - wanted) >= 1) element.scrollTop = wanted;
    this.lastScroll = element.scrollTop;
    if (this.isFollowing) this.keepAnchor();
  }

  private remove(element: HTMLElement): void {
    this.observer.unobserve(element);
    element.remove();
  }
}

/** Unchanged values are not written, so that nothing is laid out again while somebody types. */
function setLength(element: HTMLElement, name: string, pixels: number): void {
  const value = String(pixels);
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}

function setNumber(element: HTMLElement, name: string, number: number): void {
  const value = String(number);
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
