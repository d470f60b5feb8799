/** A long list of which only what is seen is in the document. Arrows, page keys, Home and End move in it; it says where one is. */

import { el } from "../ui/dom.ts";

export interface VirtualList {
  element: HTMLElement;
  /** Draws anew; `count` lines there are. */
  refresh(count: number): void;
  /** Brings a line into view, and the focus to it. */
  reveal(line: number, focus: boolean): void;
  /** The first and last line that are drawn. */
  readonly range: [number, number];
  dispose(): void;
}

export interface Line {
  /** What makes two lines the same: it is drawn anew only where this changes. */
  key: string;
  /** A heading is no entry and takes no focus. */
  heading: boolean;
  make(): HTMLElement;
}

const overscan = 6;

/** `line(at)` gives a line; `drawn` is called when other lines are in view. Each line is as high as `--row`. */
export function virtualList(
  label: string,
  line: (at: number) => Line | null,
  drawn: (first: number, last: number) => void,
): VirtualList {
  const probe = el("div", { class: "virtual-probe", "aria-hidden": "true" });
  const rows = el("ul", { class: "virtual-rows", "aria-label": label });
  const element = el("div", { class: "virtual-list", onscroll: () => later(), onkeydown: move }, rows, probe);
  const shown = new Map<number, { key: string; item: HTMLLIElement }>();
  let count = 0;
  let active = 0; // the line that Tab comes to
  let range: [number, number] = [0, -1];
  let request = 0;
  const observer = new ResizeObserver(() => later());
  observer.observe(element);

  const rowHeight = (): number => probe.offsetHeight || 72;

  function later(): void {
    if (request === 0) request = requestAnimationFrame(draw);
  }

  function draw(): void {
    request = 0;
    const height = rowHeight();
    rows.style.setProperty("--count", String(count));
    const first = Math.max(0, Math.floor(element.scrollTop / height) - overscan);
    const last = Math.min(count - 1, Math.ceil((element.scrollTop + element.clientHeight) / height) + overscan);
    const wanted = new Set<number>();
    for (let at = first; at <= last; at += 1) wanted.add(at);
    const focused = [...shown].find(([, { item }]) => item.contains(document.activeElement))?.[0];
    if (focused !== undefined && focused < count) wanted.add(focused); // it keeps the focus while it is scrolled away
    for (const [at, { item }] of shown) {
      if (wanted.has(at)) continue;
      item.remove();
      shown.delete(at);
    }
    for (const at of [...wanted].sort((a, b) => a - b)) place(at);
    range = [first, last];
    mark();
    drawn(first, last);
  }

  function place(at: number): void {
    const wanted = line(at);
    const key = wanted?.key ?? "";
    const old = shown.get(at);
    if (old?.key === key) return;
    const inner = wanted ? wanted.make() : el("div", { class: "bone" });
    const item = old?.item ?? el("li", { class: "virtual-row" });
    const hadFocus = item.contains(document.activeElement);
    item.replaceChildren(inner);
    item.classList.toggle("heading", wanted?.heading ?? false);
    item.style.setProperty("--at", String(at));
    item.setAttribute("aria-posinset", String(at + 1));
    item.setAttribute("aria-setsize", String(count));
    if (!old) {
      // In the document's order, which is the order that readers read.
      const after = [...shown].filter(([other]) => other > at).sort(([a], [b]) => a - b)[0];
      rows.insertBefore(item, after?.[1].item ?? null);
    }
    shown.set(at, { key, item });
    if (hadFocus) entry(at)?.focus({ preventScroll: true });
  }

  function entry(at: number): HTMLElement | null {
    return shown.get(at)?.item.querySelector<HTMLElement>("button, a") ?? null;
  }

  /** One entry is on Tab's way: the active one, or the first that is there. */
  function mark(): void {
    const there = [...shown.keys()].filter((at) => entry(at)).sort((a, b) => a - b);
    const stop = there.includes(active) ? active : there.find((at) => at >= range[0] + overscan) ?? there[0];
    for (const at of there) {
      const inner = shown.get(at)!.item.querySelectorAll<HTMLElement>("button, a");
      for (const one of inner) one.tabIndex = at === stop ? 0 : -1;
    }
  }

  function move(event: KeyboardEvent): void {
    const from = [...shown].find(([, { item }]) => item.contains(document.activeElement))?.[0];
    if (from === undefined) return;
    const page = Math.max(1, Math.floor(element.clientHeight / rowHeight()) - 1);
    const to = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const down = to > from;
    let target = Math.min(count - 1, Math.max(0, to));
    if (line(target)?.heading) target += down || target === 0 ? 1 : -1;
    reveal(target, true);
  }

  function reveal(at: number, focus: boolean): void {
    if (at < 0 || at >= count) return;
    const height = rowHeight();
    active = at;
    const [top, bottom] = [at * height, (at + 1) * height];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    draw();
    if (focus) entry(at)?.focus({ preventScroll: true });
  }

  element.addEventListener("focusin", (event) => {
    const at = [...shown].find(([, { item }]) => item.contains(event.target as Node))?.[0];
    if (at === undefined) return;
    active = at;
    mark();
  });

  return {
    element,
    get range(): [number, number] {
      return range;
    },
    refresh(lines): void {
      count = lines;
      for (const { item } of shown.values()) item.setAttribute("aria-setsize", String(count));
      draw();
    },
    reveal,
    dispose(): void {
      cancelAnimationFrame(request);
      observer.disconnect();
    },
  };
}
