/**
 * A list of which only the visible lines are in the document. Arrow keys, Page Up, Page Down, Home and End move the
 * focus; each line has its position and the length of the list for screen readers.
 */

import { el } from "../ui/dom.ts";

export interface Line {
  /** A line is drawn again only when its key changes. */
  key: string;
  /** Headings take no focus. */
  isHeading: boolean;
  make(): HTMLElement;
}

export interface VirtualList {
  element: HTMLElement;
  /** Draws the list with `count` lines. */
  refresh(count: number): void;
  /** Scrolls to a line, and focuses it. */
  reveal(index: number, focus: boolean): void;
}

/** Lines above and below the visible ones that are drawn too. */
const overscan = 6;
const defaultLineHeight = 72;

/**
 * All lines have the height `--row`.
 * - Parameter line: the content of a line; null shows a placeholder.
 * - Parameter drawn: called with the first and last visible line after each scroll.
 */
export function virtualList(
  label: string,
  line: (index: number) => Line | null,
  drawn: (first: number, last: number) => void,
  owner: AbortSignal,
): VirtualList {
  return new Lines(label, line, drawn, owner);
}

interface DrawnLine {
  key: string;
  item: HTMLLIElement;
}

class Lines implements VirtualList {
  readonly element: HTMLElement;
  private readonly items: HTMLElement;
  private readonly probe = el("div", { class: "virtual-probe", "aria-hidden": "true" });
  private readonly shown = new Map<number, DrawnLine>();
  private count = 0;
  /** The line that Tab focuses. */
  private active = 0;
  private firstDrawn = 0;
  private frame = 0;

  constructor(
    label: string,
    private readonly line: (index: number) => Line | null,
    private readonly drawn: (first: number, last: number) => void,
    owner: AbortSignal,
  ) {
    this.items = el("ul", { class: "virtual-rows", "aria-label": label });
    this.element = el(
      "div",
      {
        class: "virtual-list",
        onscroll: () => this.drawSoon(),
        onkeydown: (event: KeyboardEvent) => this.moveFocus(event),
        onfocusin: () => this.followFocus(),
      },
      this.items,
      this.probe,
    );
    const observer = new ResizeObserver(() => this.drawSoon());
    observer.observe(this.element);
    owner.addEventListener("abort", () => {
      cancelAnimationFrame(this.frame);
      observer.disconnect();
    }, { once: true });
  }

  refresh(count: number): void {
    this.count = count;
    for (const { item } of this.shown.values()) item.setAttribute("aria-setsize", String(count));
    this.draw();
  }

  reveal(index: number, focus: boolean): void {
    if (index < 0 || index >= this.count) return;
    this.active = index;
    const top = index * this.lineHeight;
    const bottom = top + this.lineHeight;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.element.scrollTop = bottom - clientHeight;
    this.draw();
    if (focus) this.control(index)?.focus({ preventScroll: true });
  }

  private get lineHeight(): number {
    return this.probe.offsetHeight || defaultLineHeight;
  }

  private drawSoon(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { scrollTop, clientHeight } = this.element;
    this.items.style.setProperty("--count", String(this.count));
    const first = Math.max(0, Math.floor(scrollTop / this.lineHeight) - overscan);
    const last = Math.min(this.count - 1, Math.ceil((scrollTop + clientHeight) / this.lineHeight) + overscan);
    const wanted = new Set<number>();
    for (let index = first; index <= last; index += 1) wanted.add(index);
    const focused = this.focusedLine();
    if (focused !== null && focused < this.count) wanted.add(focused); // keeps the focus while it is scrolled away
    for (const [index, { item }] of this.shown) {
      if (wanted.has(index)) continue;
      item.remove();
      this.shown.delete(index);
    }
    for (const index of [...wanted].sort((a, b) => a - b)) this.drawLine(index);
    this.firstDrawn = first;
    this.updateTabStop();
    this.drawn(first, last);
  }

  private drawLine(index: number): void {
    const line = this.line(index);
    const key = line?.key ?? "";
    const old = this.shown.get(index);
    if (old?.key === key) return;
    const item = old?.item ?? el("li", { class: "virtual-row" });
    const hadFocus = item.contains(document.activeElement);
    item.replaceChildren(line ? line.make() : el("div", { class: "bone" }));
    item.classList.toggle("heading", line?.isHeading ?? false);
    item.style.setProperty("--at", String(index));
    item.setAttribute("aria-posinset", String(index + 1));
    item.setAttribute("aria-setsize", String(this.count));
    if (!old) {
      // Screen readers read in document order.
      const next = [...this.shown].filter(([other]) => other > index).sort(([a], [b]) => a - b)[0];
      this.items.insertBefore(item, next?.[1].item ?? null);
    }
    this.shown.set(index, { key, item });
    if (hadFocus) this.control(index)?.focus({ preventScroll: true });
  }

  private control(index: number): HTMLElement | null {
    return this.shown.get(index)?.item.querySelector<HTMLElement>("button, a") ?? null;
  }

  private focusedLine(): number | null {
    return [...this.shown].find(([, { item }]) => item.contains(document.activeElement))?.[0] ?? null;
  }

  /** One line is in the tab order: the active one, else the first visible one. */
  private updateTabStop(): void {
    const lines = [...this.shown.keys()].filter((index) => this.control(index)).sort((a, b) => a - b);
    const visible = lines.find((index) => index >= this.firstDrawn + overscan) ?? lines[0];
    const stop = lines.includes(this.active) ? this.active : visible;
    for (const index of lines) {
      const controls = this.shown.get(index)!.item.querySelectorAll<HTMLElement>("button, a");
      for (const control of controls) control.tabIndex = index === stop ? 0 : -1;
    }
  }

  private followFocus(): void {
    const focused = this.focusedLine();
    if (focused === null) return;
    this.active = focused;
    this.updateTabStop();
  }

  private moveFocus(event: KeyboardEvent): void {
    const from = this.focusedLine();
    if (from === null) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.lineHeight) - 1);
    const to = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: this.count - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    let target = Math.min(this.count - 1, Math.max(0, to));
    if (this.line(target)?.isHeading) target += to > from || target === 0 ? 1 : -1;
    this.reveal(target, true);
  }
}
