/**
 * The things as a grid of cards or a table, of which only what is visible is in the document. Keys move the focus,
 * x and long presses select, shift selects a range.
 */

import { t } from "../../i18n/messages.ts";
import { effect, signal, untracked } from "../../reactive/signal.ts";
import { el } from "../../ui/dom.ts";
import { rowKey } from "../item-text.ts";
import { cardContent, placeholder, rowContent, tableHead } from "./item-elements.ts";
import type { ThingListStore } from "./list-store.ts";
import { longPress } from "./long-press.ts";
import { columnsIn, focusTarget, type Layout, rowCount, visibleRange } from "./visible-range.ts";

export type ViewMode = "grid" | "table";

/** Things drawn before it is known how many there are. */
const firstCount = 12;

interface DrawnItem {
  key: string;
  element: HTMLElement;
}

export class ThingListView {
  readonly element: HTMLElement;
  private readonly body = el("div", { class: "thing-rows" });
  private readonly probe = el("div", { class: "thing-probe", "aria-hidden": "true" });
  private readonly shown = new Map<number, DrawnItem>();
  private readonly resized = signal(0);
  private mode: ViewMode = "grid";
  private layout: Layout = { count: 0, columns: 1, rowHeight: 1 };
  /** The thing that Tab focuses. */
  private active = 0;
  /** The thing whose controls are in the tab order now. */
  private tabStop = -1;
  private frame = 0;
  range = { first: 0, last: -1 };

  constructor(
    private readonly store: ThingListStore,
    private readonly owner: AbortSignal,
  ) {
    this.element = el("div", { class: "thing-list" }, this.body, this.probe);
    // First, so that the click after a long press reaches nothing else.
    longPress(this.body, (target) => this.press(target), owner);
    this.body.addEventListener("keydown", (event) => this.key(event));
    this.body.addEventListener("focusin", () => this.followFocus());
    this.body.addEventListener("click", (event) => this.click(event), true);
    addEventListener("scroll", () => this.drawSoon(), { passive: true, signal: owner });
    addEventListener("resize", () => this.drawSoon(), { signal: owner });
    const observer = new ResizeObserver(() => this.resized.value += 1);
    observer.observe(this.element);
    observer.observe(this.probe); // text size
    owner.addEventListener("abort", () => {
      observer.disconnect();
      cancelAnimationFrame(this.frame);
    }, { once: true });
  }

  /** Draws the list now and whenever it changes. */
  start(mode: () => ViewMode): void {
    effect(() => {
      const next = mode();
      if (next !== this.mode) this.forget();
      this.mode = next;
      void this.store.rows.version.value;
      void this.store.rows.total.value;
      void this.resized.value;
      untracked(() => this.draw());
    }, this.owner);
    effect(() => {
      void this.store.selection.ids.value;
      untracked(() => this.shown.forEach((_, index) => this.mark(index)));
    }, this.owner);
  }

  /** The index of the focused thing. */
  get focused(): number | null {
    return [...this.shown].find(([, { element }]) => element.contains(document.activeElement))?.[0] ?? null;
  }

  focus(index: number): void {
    if (index < 0 || index >= this.layout.count) return;
    this.active = index;
    this.scrollTo(index);
    this.draw();
    this.shown.get(index)?.element.querySelector("a")?.focus({ preventScroll: true });
  }

  /** The thing that keys act on first. */
  focusFirstVisible(): void {
    this.focus(Math.max(0, Math.min(this.active, this.layout.count - 1)));
  }

  private drawSoon(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.drawVisible());
  }

  /** Measures the list, and draws what is visible. */
  private draw(): void {
    const total = this.store.rows.total.peek();
    const isTable = this.mode === "table";
    this.setMode(isTable, total);
    const { width, height } = this.probe.getBoundingClientRect();
    const gap = parseFloat(getComputedStyle(this.probe).marginRight) || 0;
    const columns = isTable ? 1 : columnsIn(this.body.clientWidth, width, gap);
    const layout = { count: total ?? firstCount, columns, rowHeight: Math.max(1, height) };
    const isMoved = layout.columns !== this.layout.columns || layout.count !== this.layout.count;
    this.layout = layout;
    this.body.style.setProperty("--count-columns", String(columns));
    this.body.style.setProperty("--count-rows", String(rowCount(layout)));
    if (isMoved) { for (const [index, { element }] of this.shown) this.place(element, index); }
    this.drawVisible();
  }

  private drawVisible(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.range = visibleRange(this.layout, this.body.getBoundingClientRect().top, innerHeight);
    const wanted = new Set<number>();
    for (let index = this.range.first; index <= this.range.last; index += 1) wanted.add(index);
    const { focused } = this;
    if (focused !== null && focused < this.layout.count) wanted.add(focused); // keeps the focus while it is scrolled away
    for (const [index, { element }] of this.shown) {
      if (wanted.has(index)) continue;
      element.remove();
      this.shown.delete(index);
    }
    for (const index of [...wanted].sort((a, b) => a - b)) this.drawItem(index);
    this.updateTabStop();
    if (this.store.rows.total.peek() !== null) void this.store.rows.want(this.range.last);
  }

  private setMode(isTable: boolean, total: number | null): void {
    const role = isTable ? "table" : "list";
    this.element.dataset.mode = this.mode;
    if (this.element.getAttribute("role") !== role) {
      this.element.setAttribute("role", role);
      this.element.setAttribute("aria-label", t("Things"));
      this.element.querySelector(".thing-head")?.remove();
      if (isTable) this.element.prepend(tableHead());
      this.body.setAttribute("role", isTable ? "rowgroup" : "presentation");
    }
    this.element.setAttribute("aria-busy", String(total === null));
    if (isTable) this.element.setAttribute("aria-rowcount", String((total ?? 0) + 1));
    else this.element.removeAttribute("aria-rowcount");
  }

  private drawItem(index: number): void {
    const isTable = this.mode === "table";
    const row = this.store.rows.row(index);
    const key = row === null ? "" : rowKey(row);
    const old = this.shown.get(index);
    if (old?.key === key) return;
    const element = old?.element ?? el("div", { class: "thing-item", role: isTable ? "row" : "listitem" });
    const hadFocus = element.contains(document.activeElement);
    element.dataset.index = String(index);
    if (row) element.dataset.thing = row.id;
    else delete element.dataset.thing;
    element.replaceChildren(...(row ? (isTable ? rowContent(row) : cardContent(row)) : placeholder(isTable)));
    setTabStop(element, index === this.tabStop);
    this.place(element, index);
    if (!old) {
      // Screen readers read in document order.
      const next = [...this.shown.keys()].filter((other) => other > index).sort((a, b) => a - b)[0];
      this.body.insertBefore(element, next === undefined ? null : this.shown.get(next)!.element);
    }
    this.shown.set(index, { key, element });
    this.mark(index);
    if (hadFocus) element.querySelector("a")?.focus({ preventScroll: true });
  }

  private place(element: HTMLElement, index: number): void {
    const { columns, count } = this.layout;
    element.style.setProperty("--at-column", String(index % columns));
    element.style.setProperty("--at-row", String(Math.floor(index / columns)));
    if (this.mode === "table") return element.setAttribute("aria-rowindex", String(index + 2));
    element.setAttribute("aria-posinset", String(index + 1));
    element.setAttribute("aria-setsize", String(count));
  }

  private mark(index: number): void {
    const { element } = this.shown.get(index)!;
    const id = element.dataset.thing;
    const isSelected = id !== undefined && this.store.selection.ids.peek().has(id);
    element.classList.toggle("selected", isSelected);
    const box = element.querySelector<HTMLInputElement>("input[type=checkbox]");
    if (box) box.checked = isSelected;
  }

  private forget(): void {
    this.body.replaceChildren();
    this.shown.clear();
  }

  private scrollTo(index: number): void {
    const top = this.body.getBoundingClientRect().top + Math.floor(index / this.layout.columns) * this.layout.rowHeight;
    const margin = 72; // of the bar that stays at the top
    if (top < margin) scrollBy(0, top - margin);
    else if (top + this.layout.rowHeight > innerHeight - margin) {
      scrollBy(0, top + this.layout.rowHeight - innerHeight + margin);
    }
  }

  /** One thing is in the tab order: the active one, else the first visible one. */
  private updateTabStop(): void {
    const stop = this.shown.has(this.active) ? this.active : Math.min(...this.shown.keys());
    if (stop === this.tabStop) return;
    const old = this.shown.get(this.tabStop);
    if (old) setTabStop(old.element, false);
    this.tabStop = stop;
    const next = this.shown.get(stop);
    if (next) setTabStop(next.element, true);
  }

  private followFocus(): void {
    const { focused } = this;
    if (focused === null || focused === this.active) return;
    this.active = focused;
    this.updateTabStop();
  }

  private key(event: KeyboardEvent): void {
    const from = this.focused;
    if (from === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "x" || (event.key === " " && event.target instanceof HTMLAnchorElement)) {
      event.preventDefault();
      return event.shiftKey ? this.store.selectTo(from) : this.store.select(from);
    }
    const page = Math.max(1, Math.floor(innerHeight / this.layout.rowHeight) - 1);
    const to = focusTarget(event.key, from, this.layout, page);
    if (to === null) return;
    event.preventDefault();
    if (event.shiftKey) this.store.selectTo(to);
    this.focus(to);
  }

  /** The index of the thing of an event. */
  private indexAt(target: EventTarget | null): number | null {
    const item = target instanceof Element ? target.closest<HTMLElement>(".thing-item[data-thing]") : null;
    return item ? Number(item.dataset.index) : null;
  }

  private click(event: MouseEvent): void {
    const index = this.indexAt(event.target);
    if (index === null || !(event.target instanceof Element)) return;
    const isBox = event.target instanceof HTMLInputElement;
    if (event.target.closest(".thing-check") && !isBox) return; // the label's click follows on the box
    const isSelecting = this.store.selection.ids.peek().size > 0 && matchMedia("(hover: none)").matches;
    if (!isBox && !event.shiftKey && !isSelecting) return;
    if (!isBox) event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) this.store.selectTo(index);
    else this.store.select(index);
    this.mark(index);
  }

  private press(target: EventTarget | null): void {
    const index = this.indexAt(target);
    if (index !== null) this.store.select(index);
  }
}

function setTabStop(item: HTMLElement, isStop: boolean): void {
  for (const control of item.querySelectorAll<HTMLElement>("a, input")) control.tabIndex = isStop ? 0 : -1;
}
