/** All memories of a space to read through: as a list or along time, searched and filtered, a hundred thousand as well as three. */

import { formatDate, plural } from "../ui/format.ts";
import { moodWords } from "../explore/moods.ts";
import { announce } from "../ui/announce.ts";
import { el, freshID, setText } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { messageOf } from "../ui/notice.ts";
import { everything, filters } from "./filters.ts";
import { moodMark } from "../explore/mood-mark.ts";
import { isLocal, lineOf, lineOfMonth, type Month, monthsOf, PagedRows, PinRows, type Row, type Rows } from "./rows.ts";
import type { MemoryStore } from "./store.ts";
import type { Kind, MemoryQuery } from "./types.ts";
import { type Line, virtualList } from "./virtual-list.ts";
import { kindWords, titleOf } from "./words.ts";

const kindIcons: Record<Kind, IconName> = { text: "text", photo: "photo", audio: "audio", video: "video" };

export interface ListPanel {
  content: HTMLElement;
  /** The row's neighbours in the order that is shown. */
  neighbour(id: string, step: 1 | -1): string | null;
  focusSearch(): HTMLElement | null;
  dispose(): void;
}

export interface ListParts {
  store: MemoryStore;
  /** Whether this visitor has a trash to look into. */
  trash: boolean;
  open(id: string): void;
  highlight(id: string | null): void;
  isDiscovered(id: string): boolean;
}

/** How the list was left, so that it opens as it was. */
export interface ListState {
  query: MemoryQuery;
  timeline: boolean;
}

export function firstState(): ListState {
  return { query: everything, timeline: false };
}

export function listPanel(parts: ListParts, state: ListState): ListPanel {
  const { store } = parts;
  let life = new AbortController();
  let rows: Rows = new PinRows([], everything);
  let months: Month[] = [];
  let waiting = 0;
  let detailing = 0;

  const bar = filters(state.query, parts.trash, (query) => {
    state.query = query;
    restart();
  });
  const trouble = el("div", { class: "list-trouble", role: "alert", hidden: true });
  const empty = el("p", { class: "list-empty quiet", hidden: true });
  const list = virtualList("Memories", lineAt, drawn);
  const jump = el("select", {
    "aria-label": "Go to a month",
    onchange: () => list.reveal(lineOfMonth(months, Number(jump.value)) + 1, true),
  });
  const views = viewSwitch(state.timeline, (timeline) => {
    state.timeline = timeline;
    show();
    list.reveal(0, false);
  });
  const content = el(
    "div",
    { class: "memory-list" },
    bar.element,
    el("div", { class: "list-views" }, views, jump),
    trouble,
    empty,
    list.element,
  );

  const stop = store.listen((change) => {
    if (isLocal(state.query)) {
      // Many changes at once are drawn once.
      clearTimeout(waiting);
      waiting = setTimeout(restart, change === null ? 0 : 100);
    } else if (change?.change === "removed") restart();
  });

  function restart(): void {
    life.abort();
    life = new AbortController();
    trouble.hidden = true;
    if (isLocal(state.query)) {
      rows = new PinRows(store.pins, state.query);
      if (store.state === "failed") return fail("The list of memories didn't load.");
      show();
    } else {
      rows = new PagedRows(store, state.query, life.signal);
      setText(empty, "Searching…");
      empty.hidden = false;
      list.refresh(0);
      void more(0).then(show);
    }
  }

  async function more(last: number): Promise<void> {
    const asked = rows;
    const { signal } = life;
    try {
      const before = asked.count;
      await asked.need(last);
      if (signal.aborted || asked !== rows || asked.count === before) return;
      show();
    } catch (error) {
      if (!signal.aborted) fail(messageOf(error));
    }
  }

  function fail(message: string): void {
    trouble.replaceChildren(
      icon("warning"),
      el("p", {}, message),
      el(
        "button",
        {
          class: "button small",
          type: "button",
          onclick: () => {
            if (store.state === "failed") store.load().catch(() => {});
            else restart();
          },
        },
        icon("retry"),
        "Try again",
      ),
    );
    trouble.hidden = false;
    empty.hidden = true;
  }

  function show(): void {
    months = state.timeline ? monthsOf(known(), (at) => rows.row(at)!.time) : [];
    jump.hidden = months.length < 2;
    jump.replaceChildren(...months.map((month, at) => el("option", { value: at }, `${month.name} (${month.count})`)));
    const loading = store.state === "loading" && isLocal(state.query);
    const words = loading ? "Loading…" : rows.count === 0 ? nothing() : "";
    setText(empty, words);
    empty.hidden = words === "";
    bar.setCount(loading || rows.count === 0 ? "" : plural(rows.total, "memory", "memories"));
    list.refresh(state.timeline ? known() + months.length : rows.count);
  }

  /** Rows that have come. */
  function known(): number {
    let count = rows.count;
    while (count > 0 && rows.row(count - 1) === null) count -= 1;
    return count;
  }

  function nothing(): string {
    if (state.query.trashed) return "The trash is empty.";
    return isLocal(state.query) && store.pins.length === 0
      ? "No memories yet. Pin the first one where it happened."
      : "None is like that.";
  }

  function lineAt(line: number): Line | null {
    if (!state.timeline) return rowLine(rows.row(line), line);
    const found = lineOf(months, line);
    if (!found) return null;
    if (found.row !== null) return rowLine(rows.row(found.row), found.row);
    const { key, name, count } = found.month;
    return {
      key: `${key} ${count}`,
      heading: true,
      make: () => el("h3", { class: "month" }, name, el("span", { class: "quiet" }, ` ${count}`)),
    };
  }

  function rowLine(row: Row | null, at: number): Line | null {
    if (!row) return null;
    const whole = store.known(row.id);
    const found = parts.isDiscovered(row.id);
    const key = `${row.id} ${whole?.modified ?? ""} ${row.pin.title} ${row.pin.mood} ${found}`;
    return { key, heading: false, make: () => rowElement(row, at, found) };
  }

  function rowElement(row: Row, at: number, found: boolean): HTMLElement {
    const { id, pin, time } = row;
    const whole = store.known(id);
    const small = whole?.media[0]?.thumbnails?.small ?? null;
    const picture = small ? el("img", { src: small, alt: "", loading: "lazy" }) : icon(kindIcons[pin.kind]);
    const title = titleOf({ title: pin.title, text: whole?.text ?? "", kind: pin.kind });
    const who = whole ? (whole.mine ? "You" : whole.author?.name ?? "Someone") : "";
    const when = formatDate(new Date(whole ? Date.parse(whole.created) : time));
    return el(
      "button",
      {
        class: "memory-row",
        type: "button",
        "data-memory": id,
        "data-row": at,
        onclick: () => parts.open(id),
        onmouseenter: () => parts.highlight(id),
        onmouseleave: () => parts.highlight(null),
        onfocus: () => parts.highlight(id),
        onblur: () => parts.highlight(null),
      },
      el("span", { class: "row-picture" }, picture),
      el(
        "span",
        { class: "row-words" },
        el("span", { class: "row-title" }, title),
        el(
          "span",
          { class: "row-facts" },
          `${[who, when].filter((part) => part !== "").join(" · ")}`,
          el(
            "span",
            { class: "visually-hidden" },
            `, ${kindWords[pin.kind]}${pin.mood ? `, ${moodWords[pin.mood]}` : ""}`,
          ),
          !found && el("span", { class: "row-new" }, " · not found yet"),
        ),
      ),
      pin.mood && moodMark(pin.mood),
    );
  }

  function drawn(first: number, last: number): void {
    if (!isLocal(state.query)) void more(last);
    // When the scrolling rests, what is in view is filled in.
    clearTimeout(detailing);
    detailing = setTimeout(() => void fillIn(first, last), 150);
  }

  async function fillIn(first: number, last: number): Promise<void> {
    const wanted: string[] = [];
    for (let line = first; line <= last; line += 1) {
      const at = state.timeline ? lineOf(months, line)?.row ?? null : line;
      const row = at === null ? null : rows.row(at);
      if (row && !store.known(row.id)) wanted.push(row.id);
    }
    const signal = life.signal;
    const worker = async (): Promise<void> => {
      for (let id = wanted.shift(); id !== undefined && !signal.aborted; id = wanted.shift()) {
        await store.memory(id).catch(() => {});
      }
    };
    const any = wanted.length > 0;
    await Promise.all([worker(), worker(), worker(), worker()]);
    if (signal.aborted) return;
    learn(first, last);
    if (any) list.refresh(state.timeline ? known() + months.length : rows.count);
  }

  function learn(first: number, last: number): void {
    for (let at = first; at <= last; at += 1) {
      const row = rows.row(at);
      const whole = row && store.known(row.id);
      if (whole) bar.learn(whole.author ? [whole.author] : [], whole.tags);
    }
  }

  restart();
  queueMicrotask(show);

  return {
    content,
    neighbour(id, step): string | null {
      for (let at = 0; at < rows.count; at += 1) {
        if (rows.row(at)?.id === id) return rows.row(at + step)?.id ?? null;
      }
      return null;
    },
    focusSearch: () => content.querySelector<HTMLElement>("input[type=search]"),
    dispose(): void {
      life.abort();
      clearTimeout(waiting);
      clearTimeout(detailing);
      stop();
      list.dispose();
      parts.highlight(null);
    },
  };
}

function viewSwitch(timeline: boolean, changed: (timeline: boolean) => void): HTMLElement {
  const name = freshID("view");
  const choice = (value: boolean, shape: IconName, word: string): HTMLElement =>
    el(
      "label",
      {},
      el("input", {
        type: "radio",
        name,
        checked: value === timeline,
        onchange: () => {
          changed(value);
          announce(value ? "In months, along time." : "As a list.");
        },
      }),
      el("span", {}, icon(shape), word),
    );
  return el(
    "div",
    { class: "mode-switch small", role: "radiogroup", "aria-label": "How they are shown" },
    choice(false, "list", "List"),
    choice(true, "clock", "Timeline"),
  );
}
