/** The memories nearest to the visitor, as a strip of cards in the sand table's lower window: Tab goes along them by distance. */

import { formatDate, plural } from "../ui/format.ts";
import { moodWords } from "../explore/moods.ts";
import { el, setText } from "../ui/dom.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { ksuidTime } from "../offline/ksuid.ts";
import { moodMark } from "../explore/mood-mark.ts";
import type { MemoryStore } from "./store.ts";
import type { Kind, Pin } from "./types.ts";
import { kindWords, titleOf } from "./words.ts";

const mostCards = 24;
const kindIcons: Record<Kind, IconName> = { text: "text", photo: "photo", audio: "audio", video: "video" };

export interface StripParts {
  store: MemoryStore;
  byDistance(count: number): readonly string[];
  isDiscovered(id: string): boolean;
  highlight(id: string | null): void;
  open(id: string): void;
  openAll(): void;
  /** Null where this visitor may not pin. */
  pin: (() => void) | null;
}

export interface Strip {
  element: HTMLElement;
  /** The order may be another: somebody moved, or memories changed. */
  update(): void;
  mark(near: string | null): void;
}

export function memoryStrip(parts: StripParts): Strip {
  const cards = el("ul", { class: "strip-cards", "aria-label": "Memories near you" });
  const count = el("span", {});
  const all = el("button", { class: "button small", type: "button", onclick: parts.openAll }, icon("list"), count);
  const add = parts.pin &&
    el("button", { class: "button small primary", type: "button", onclick: parts.pin }, icon("add"), "Pin a memory");
  const element = el("div", { class: "strip" }, el("div", { class: "strip-buttons" }, add, all), cards);
  const made = new Map<string, { key: string; item: HTMLLIElement }>();
  let near: string | null = null;

  function update(): void {
    const { pins, state } = parts.store;
    setText(count, state === "loading" ? "Memories" : plural(pins.length, "memory", "memories"));
    // Nothing moves under a finger or a focus.
    const held = cards.contains(document.activeElement) || cards.matches(":active");
    const order = parts.byDistance(mostCards);
    const wanted = held ? [...made.keys()].filter((id) => parts.store.pin(id)) : order;
    const items = wanted.map((id) => parts.store.pin(id)).filter((pin): pin is Pin => pin !== undefined).map(item);
    const kept = new Set(wanted);
    for (const id of [...made.keys()]) if (!kept.has(id)) made.delete(id);
    const same = items.length === cards.children.length && items.every((one, at) => cards.children[at] === one);
    if (!same) cards.replaceChildren(...items);
    cards.hidden = items.length === 0;
  }

  function item(pin: Pin): HTMLLIElement {
    const whole = parts.store.known(pin.id);
    const found = parts.isDiscovered(pin.id);
    const key = `${pin.title} ${pin.mood} ${whole?.modified ?? ""} ${found} ${near === pin.id}`;
    const old = made.get(pin.id);
    if (old?.key === key) return old.item;
    const fresh = old?.item ?? el("li", {});
    const hadFocus = fresh.contains(document.activeElement);
    const small = whole?.media[0]?.thumbnails?.small ?? null;
    const button = el(
      "button",
      {
        class: `strip-card${found ? " found" : ""}${near === pin.id ? " near" : ""}`,
        type: "button",
        "data-memory": pin.id,
        onclick: () => parts.open(pin.id),
        onfocus: () => parts.highlight(pin.id),
        onblur: () => parts.highlight(null),
        onmouseenter: () => parts.highlight(pin.id),
        onmouseleave: () => parts.highlight(null),
      },
      el("span", { class: "row-picture" }, small ? el("img", { src: small, alt: "" }) : icon(kindIcons[pin.kind])),
      el(
        "span",
        { class: "row-words" },
        el("span", { class: "row-title" }, titleOf({ title: pin.title, text: whole?.text ?? "", kind: pin.kind })),
        el(
          "span",
          { class: "row-facts" },
          formatDate(new Date(ksuidTime(pin.id))),
          el(
            "span",
            { class: "visually-hidden" },
            `, ${kindWords[pin.kind]}${pin.mood ? `, ${moodWords[pin.mood]}` : ""}${found ? "" : ", not found yet"}`,
          ),
        ),
      ),
      pin.mood && moodMark(pin.mood),
    );
    fresh.replaceChildren(button);
    if (hadFocus) button.focus({ preventScroll: true });
    made.set(pin.id, { key, item: fresh });
    return fresh;
  }

  return {
    element,
    update,
    mark(id): void {
      near = id;
      update();
    },
  };
}
