/** The memories nearest to the visitor, as a strip of cards in the lower window of the sand table, ordered by distance. */

import { ksuidTime } from "../api/ksuid.ts";
import { t } from "../i18n/messages.ts";
import { effect, type ReadonlySignal } from "../reactive/signal.ts";
import { el, setText } from "../ui/dom.ts";
import { formatDate, plural } from "../ui/format.ts";
import { icon } from "../ui/icons.ts";
import { memoryRow } from "./memory-row.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { Pin } from "./types.ts";

const maxCards = 24;

export interface StripProps {
  store: MemoryStore;
  /** Changes when the order by distance may have changed. */
  movement: ReadonlySignal<number>;
  /** The memory within reach of the visitor. */
  near: ReadonlySignal<string | null>;
  byDistance(count: number): readonly string[];
  isDiscovered(id: string): boolean;
  highlight(id: string | null): void;
  open(id: string): void;
  openAll(): void;
  /** Null where this visitor may not create memories. */
  pin: (() => void) | null;
}

export function memoryStrip(props: StripProps, owner: AbortSignal): HTMLElement {
  const { store, pin } = props;
  const count = el("span", {});
  effect(() => {
    const loading = store.state.value === "loading";
    setText(
      count,
      loading ? t("Memories") : plural(store.pins.value.length, { one: "{count} memory", other: "{count} memories" }),
    );
  }, owner);
  return el(
    "div",
    { class: "strip" },
    el(
      "div",
      { class: "strip-buttons" },
      pin &&
        el("button", { class: "button small primary", type: "button", onclick: pin }, icon("add"), t("Pin a memory")),
      el("button", { class: "button small", type: "button", onclick: props.openAll }, icon("list"), count),
    ),
    stripCards(props, owner),
  );
}

function stripCards(props: StripProps, owner: AbortSignal): HTMLElement {
  const cards = el("ul", { class: "strip-cards", "aria-label": t("Memories near you") });
  const items = new Map<string, { key: string; item: HTMLLIElement }>();
  effect(() => {
    void props.movement.value;
    // Cards don't move while one of them is focused or pressed.
    const isHeld = cards.contains(document.activeElement) || cards.matches(":active");
    const ids = isHeld ? [...items.keys()] : props.byDistance(maxCards);
    const pins = ids.map((id) => props.store.pin(id)).filter((pin): pin is Pin => pin !== undefined);
    const shown = pins.map((pin) => card(props, pin, items));
    const ordered = new Map(pins.map((pin) => [pin.id, items.get(pin.id)!]));
    items.clear();
    for (const [id, item] of ordered) items.set(id, item);
    const isSame = shown.length === cards.children.length && shown.every((item, i) => cards.children[i] === item);
    if (!isSame) cards.replaceChildren(...shown);
    cards.hidden = shown.length === 0;
  }, owner);
  return cards;
}

/** The card of a memory, drawn again where something about it changed. */
function card(props: StripProps, pin: Pin, items: Map<string, { key: string; item: HTMLLIElement }>): HTMLLIElement {
  const memory = props.store.known(pin.id);
  const isDiscovered = props.isDiscovered(pin.id);
  const isNear = props.near.value === pin.id;
  const key = `${pin.title} ${pin.mood} ${memory?.modified ?? ""} ${isDiscovered} ${isNear}`;
  const old = items.get(pin.id);
  if (old?.key === key) return old.item;
  const item = old?.item ?? el("li", {});
  const hadFocus = item.contains(document.activeElement);
  const button = memoryRow({
    ...pin,
    memory,
    facts: formatDate(new Date(ksuidTime(pin.id))),
    isDiscovered,
    showsUndiscovered: false,
    class: `strip-card${isDiscovered ? " found" : ""}${isNear ? " near" : ""}`,
    open: props.open,
    highlight: props.highlight,
  });
  item.replaceChildren(button);
  if (hadFocus) button.focus({ preventScroll: true });
  items.set(pin.id, { key, item });
  return item;
}
